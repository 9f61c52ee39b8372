use std::fmt;
use std::str::FromStr;

use outflank_rules::{Color, Move};

use crate::notation::{self, ParseMoveError};

/// A move. Displayed in upper case or as `pass`, parsed in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vertex(
    /// The move.
    pub Move,
);

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::upper_case(self.0, "pass"))
    }
}

impl FromStr for Vertex {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Vertex, ParseMoveError> {
        notation::parse_move(text).map(Vertex)
    }
}

/// Parses `black`, `b`, `white` or `w`, in any case.
pub(super) fn color(text: &str) -> Option<Color> {
    let names = [("black", Color::Black), ("b", Color::Black), ("white", Color::White), ("w", Color::White)];
    names.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, color)| color)
}
