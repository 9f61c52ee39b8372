//! Why a record has no place in a format.

use std::error::Error;
use std::fmt;

use outflank_rules::Rules;

/// What a format cannot say about a game. It is better not written than written so that others misread it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotWrite {
    /// Readers of the format would take the game for one by the standard rules.
    Rules {
        /// The format, as people call it.
        format: &'static str,
        /// The rules of the game.
        rules: Rules,
    },
    /// The format has no word for another start than the usual one.
    Start {
        /// The format, as people call it.
        format: &'static str,
    },
    /// The format needs a result, and the game has none.
    NoResult {
        /// The format, as people call it.
        format: &'static str,
    },
    /// The format only has places for the players and the names that it knows, and these are all taken.
    Full {
        /// The format, as people call it.
        format: &'static str,
        /// What there are too many of.
        what: &'static str,
    },
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotWrite::Rules { format, rules } => {
                write!(f, "{format} cannot say that a game is by the rules {rules}; GGF, SGF and plain text can")
            }
            CannotWrite::Start { format } => {
                write!(f, "{format} only has games from the usual start; GGF, SGF and plain text have others")
            }
            CannotWrite::NoResult { format } => write!(f, "{format} needs a result, and this game is not finished"),
            CannotWrite::Full { format, what } => write!(f, "{format} has no room for so many {what}"),
        }
    }
}

impl Error for CannotWrite {}
