//! The moves of a game as text: `f5d6c3`, `F5 d6 C3`, `1. f5 d6 2. c3` or `5f,6d,3c`, in any mixture.
//!
//! - Moves may run together; pairs are then taken from left to right: `f53d` is `f5` and `3d`.
//! - White space, commas, semicolons and single dashes separate moves; two dashes are a pass.
//! - Digits before `.`, `)` or `:` are move numbers. `%` begins a comment.
//! - Forced passes may be left out. Other passes are illegal.

use std::fmt;
use std::str::FromStr;

use outflank_rules::{Game, Move, Position};

use crate::cursor::Cursor;
use crate::notation::{MOVE, parse_move};
use crate::unchecked;
use crate::{IllegalRecord, Location, ParseError, WrittenMove};

/// The maximum size in bytes. A game takes about 120, with comments a few thousand.
pub const MAX_BYTES: usize = 64 * 1024;

/// Parsed moves. Displayed in lower case without separators, written passes as `pa`.
///
/// ```
/// use outflank_formats::Transcript;
/// use outflank_rules::{Position, Rules};
///
/// let transcript: Transcript = "1. F5 6d  2. C3 % the tiger".parse()?;
/// assert_eq!(transcript.to_string(), "f5d6c3");
/// let game = transcript.replay(Position::initial(Rules::Standard))?;
/// assert_eq!(game.position().counts().black, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The moves, with the passes that were written.
    pub moves: Vec<WrittenMove>,
}

/// Writes the moves of a game in lower case, without separators or passes.
pub fn write(game: &Game) -> String {
    Transcript::from(game).to_string()
}

/// Writes moves in lower case, without separators, passes as `pa`.
pub fn write_moves(moves: &[Move]) -> String {
    moves.iter().map(|mv| mv.square().map_or_else(|| "pa".to_owned(), |square| square.to_string())).collect()
}

impl Transcript {
    /// Plays the moves from this position, and adds the forced passes that were not written.
    pub fn replay(&self, start: Position) -> Result<Game, IllegalRecord> {
        unchecked::replay(start, &self.moves).map(|(game, _)| game)
    }

    pub(crate) fn read(mut cursor: Cursor<'_>) -> Result<Transcript, ParseError> {
        let mut moves = Vec::new();
        loop {
            skip_separators(&mut cursor);
            if cursor.rest().is_empty() {
                return Ok(Transcript { moves });
            }
            if skip_number(&mut cursor) {
                continue;
            }
            let at = cursor.at();
            let mv = take_move(&mut cursor).ok_or_else(|| cursor.expected(MOVE))?;
            moves.push(WrittenMove::new(mv, at));
        }
    }
}

impl From<&Game> for Transcript {
    /// The placements, located where [`write()`] puts them.
    fn from(game: &Game) -> Transcript {
        let written =
            |(index, square)| WrittenMove::new(Move::Place(square), Location { line: 1, column: 1 + 2 * index });
        Transcript { moves: game.placements().enumerate().map(written).collect() }
    }
}

impl FromStr for Transcript {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Transcript, ParseError> {
        ParseError::check_size(Location::START, "a transcript", text.len(), MAX_BYTES)?;
        Transcript::read(Cursor::new(text))
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|written| match written.mv {
            Move::Place(square) => write!(f, "{square}"),
            Move::Pass => f.write_str("pa"),
        })
    }
}

fn skip_separators(cursor: &mut Cursor<'_>) {
    loop {
        cursor.skip_blank();
        let single_dash = cursor.rest().starts_with('-') && !cursor.rest().starts_with("--");
        if !single_dash && !cursor.rest().starts_with([',', ';']) {
            return;
        }
        cursor.advance();
    }
}

/// Skips `1.`, `12)`, `3:` or `4...`. Other digits begin a move, as in `3d`.
fn skip_number(cursor: &mut Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    let digits = ahead.take_while(|character| character.is_ascii_digit());
    let marks = ahead.take_while(|character| matches!(character, '.' | ')' | ':'));
    let is_number = !digits.rest().is_empty() && !marks.rest().is_empty();
    if is_number {
        *cursor = ahead;
    }
    is_number
}

fn take_move(cursor: &mut Cursor<'_>) -> Option<Move> {
    // Longest first: `pass` begins with `pa`.
    let (mv, length) = [4, 2].into_iter().find_map(|length| {
        let mv = parse_move(cursor.rest().get(..length)?).ok()?;
        Some((mv, length))
    })?;
    for _ in 0..length {
        cursor.advance();
    }
    Some(mv)
}
