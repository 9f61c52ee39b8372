//! An illegal move in a game of the database.

use std::error::Error;
use std::fmt;

use outflank_rules::{IllegalMove, Square};

/// The first move of a game in the database that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalGame {
    /// Its number among the placements, counted from 1.
    pub number: usize,
    /// The square.
    pub square: Square,
    /// What is wrong with it.
    pub why: IllegalMove,
}

impl fmt::Display for IllegalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalGame { number, square, why } = self;
        write!(f, "move {number}, {square}, is not legal: {why}")
    }
}

impl Error for IllegalGame {}
