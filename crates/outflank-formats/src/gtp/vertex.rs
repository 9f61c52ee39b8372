//! Moves and colours as the protocol writes them.

use std::fmt;
use std::str::FromStr;

use outflank_rules::{Color, Move};

use crate::notation::{self, ParseMoveError};

/// A move as engines write it: the square in upper case, or `pass`. It is read in any case.
///
/// ```
/// use outflank_formats::gtp::Vertex;
/// use outflank_rules::{Move, Square};
///
/// assert_eq!("f5".parse(), Ok(Vertex(Move::Place(Square::F5))));
/// assert_eq!("PASS".parse(), Ok(Vertex(Move::Pass)));
/// assert_eq!(Vertex(Move::Place(Square::F5)).to_string(), "F5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vertex(
    /// The move.
    pub Move,
);

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Move::Place(square) => f.write_str(&square.to_string().to_ascii_uppercase()),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Vertex {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Vertex, ParseMoveError> {
        notation::parse_move(text).map(Vertex)
    }
}

/// Reads `black`, `b`, `white` or `w` in any case.
pub(super) fn color(text: &str) -> Option<Color> {
    let names = [("black", Color::Black), ("b", Color::Black), ("white", Color::White), ("w", Color::White)];
    names.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, color)| color)
}
