//! Othello Board Format: endgame problems, one per line.
//!
//! `BOARD SIDE; G8:+18; H1:+12;` is a [board string](crate::board_string) and the final score of some or all moves for
//! the side to move. `%` begins a comment.

use std::fmt;

use outflank_rules::{Move, Setup};

use crate::ParseError;
use crate::board_string::{self, BoardString};
use crate::cursor::{self, Cursor};
use crate::notation::{MOVE, parse_move, upper_case};

/// The maximum size of a line in bytes. A board with thirty scores takes about 300.
pub const MAX_LINE_BYTES: usize = 4 * 1024;

/// A position and the scores of its moves. Displayed as a line of OBF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, not checked against the rules.
    pub setup: Setup,
    /// The moves in the order of the line, each with its score for the side to move.
    pub scores: Vec<(Move, i8)>,
}

/// Parses each line, without blank lines and comments. A line that cannot be read does not affect the others.
pub fn parse(text: &str) -> impl Iterator<Item = Result<Problem, ParseError>> {
    cursor::lines(text).map(read)
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", BoardString(self.setup))?;
        self.scores.iter().try_for_each(|&(mv, score)| write!(f, " {}:{score:+};", upper_case(mv, "PS")))
    }
}

fn read(mut line: Cursor<'_>) -> Result<Problem, ParseError> {
    line.check_size("a line", MAX_LINE_BYTES)?;
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

fn read_score(mut text: Cursor<'_>) -> Result<(Move, i8), ParseError> {
    let name = text.take_while(|character| character != ':' && !character.is_whitespace());
    let mv = parse_move(name.rest()).map_err(|_| name.expected(MOVE))?;
    text.take_while(char::is_whitespace);
    match text.rest().strip_prefix(':').map(|score| score.trim().parse()) {
        Some(Ok(score @ -64..=64)) => Ok((mv, score)),
        _ => Err(text.expected("a colon and a score from -64 to +64, as in G8:+18")),
    }
}
