//! Single moves.

use std::error::Error;
use std::fmt;

use outflank_rules::{Move, Square};

pub(crate) const MOVE: &str = "a move such as d3 or pass";

const PASSES: [&str; 6] = ["pass", "pa", "ps", "--", "@@", "@@@@"];

/// Parses a square (`d3`, `3d`, `D3` or `3D`) or a pass (`pass`, `PA`, `PS`, `--`, `@@` or `@@@@`).
pub fn parse_move(text: &str) -> Result<Move, ParseMoveError> {
    if PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text)) {
        return Ok(Move::Pass);
    }
    match text.parse::<Square>() {
        Ok(square) => Ok(Move::Place(square)),
        Err(_) => Err(ParseMoveError),
    }
}

/// A square in upper case, or this word for a pass.
pub(crate) fn upper_case(mv: Move, pass: &str) -> String {
    mv.square().map_or_else(|| pass.to_owned(), |square| square.to_string().to_ascii_uppercase())
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
