use std::error::Error;
use std::fmt;

use outflank_rules::{IllegalMove, Square};

/// The first illegal move of a stored game.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalGame {
    /// Counted from 1, without passes.
    pub number: usize,
    pub square: Square,
    pub why: IllegalMove,
}

impl fmt::Display for IllegalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalGame { number, square, why } = self;
        write!(f, "move {number}, {square}, is not legal: {why}")
    }
}

impl Error for IllegalGame {}
