//! Othello Board Format: problems, one to a line, as collections of endgames are published.
//!
//! `BOARD SIDE; G8:+18; H1:+12;` is a [board string](crate::board_string) and, for some or all of the moves, the final
//! difference in discs that the side to move can reach with it. `%` begins a comment that ends with the line.

use std::fmt;

use outflank_rules::{Move, Setup};

use crate::ParseError;
use crate::board_string::{self, BoardString};
use crate::cursor::{self, Cursor};
use crate::notation::{MOVE, parse_move};

/// The longest line that is read, in bytes. A board with a score for each of thirty moves takes about 300.
pub const MAX_LINE_BYTES: usize = 4 * 1024;

/// A position and what its moves are worth.
///
/// It is written as a line of the format, with the moves in upper case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, not checked against any rules.
    pub setup: Setup,
    /// The moves, in the order of the line, each with the final difference in discs for the side to move: from -64 to
    /// 64 in a text that was read.
    pub scores: Vec<(Move, i8)>,
}

/// Reads the problems of a text line by line. Empty lines and comments are skipped, and a line that cannot be read does
/// not stop the others.
///
/// ```
/// use outflank_formats::obf;
/// use outflank_rules::{Move, Square};
///
/// let text = "% FFO 1
/// --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;
/// ";
/// let problem = obf::parse(text).next().unwrap()?;
/// assert_eq!(problem.scores[0], (Move::Place(Square::G8), 18));
/// assert_eq!(problem.to_string(), text.lines().nth(1).unwrap());
/// # Ok::<(), outflank_formats::ParseError>(())
/// ```
pub fn parse(text: &str) -> impl Iterator<Item = Result<Problem, ParseError>> {
    cursor::lines(text).map(read)
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", BoardString(self.setup))?;
        self.scores.iter().try_for_each(|(mv, score)| match mv {
            Move::Place(square) => write!(f, " {}:{score:+};", square.to_string().to_ascii_uppercase()),
            Move::Pass => write!(f, " PS:{score:+};"),
        })
    }
}

/// Reads one line, which is not blank.
fn read(mut line: Cursor<'_>) -> Result<Problem, ParseError> {
    line.if_longer("a line", MAX_LINE_BYTES)?;
    let mut line = line.take_while(|character| character != '%');
    let board = line.take_while(|character| character != ';');
    let setup = board_string::read(board)?;

    let mut scores = Vec::new();
    loop {
        line.take_while(|character| character == ';' || character.is_whitespace());
        if line.rest().is_empty() {
            return Ok(Problem { setup, scores });
        }
        scores.push(read_score(line.take_while(|character| character != ';'))?);
    }
}

/// Reads `G8:+18`.
fn read_score(mut text: Cursor<'_>) -> Result<(Move, i8), ParseError> {
    let name = text.take_while(|character| character != ':' && !character.is_whitespace());
    let mv = parse_move(name.rest()).map_err(|_| name.expected(MOVE))?;
    text.take_while(char::is_whitespace);
    match text.rest().strip_prefix(':').map(|score| score.trim().parse()) {
        Some(Ok(score @ -64..=64)) => Ok((mv, score)),
        _ => Err(text.expected("a colon and a score from -64 to +64, as in G8:+18")),
    }
}
