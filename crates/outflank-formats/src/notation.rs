//! One move, as people and programs write it.

use std::error::Error;
use std::fmt;

use outflank_rules::{Move, Square};

/// What every reader asks for where a move should be.
pub(crate) const MOVE: &str = "a move such as d3 or pass";

/// What other programs write for a pass, in any case.
const PASSES: [&str; 6] = ["pass", "pa", "ps", "--", "@@", "@@@@"];

/// Reads a move: a square as `d3`, `3d`, `D3` or `3D`, or a pass as `pass`, `PA`, `PS`, `--`, `@@` or `@@@@`.
/// Nothing may stand around it.
///
/// ```
/// use outflank_formats::notation::{ParseMoveError, parse_move};
/// use outflank_rules::{Move, Square};
///
/// assert_eq!(parse_move("3D"), Ok(Move::Place(Square::D3)));
/// assert_eq!(parse_move("PA"), Ok(Move::Pass));
/// assert_eq!(parse_move("d9"), Err(ParseMoveError));
/// ```
pub fn parse_move(text: &str) -> Result<Move, ParseMoveError> {
    if PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text)) {
        return Ok(Move::Pass);
    }
    match text.parse::<Square>() {
        Ok(square) => Ok(Move::Place(square)),
        Err(_) => Err(ParseMoveError),
    }
}

/// A text that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a move: a letter from a to h and a digit from 1 to 8, such as d3 or 3d, or pass")
    }
}

impl Error for ParseMoveError {}
