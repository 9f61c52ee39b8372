//! Why a record has no place in a format.

use std::error::Error;
use std::fmt;

use outflank_rules::Rules;

use crate::{Points, Record};

/// What a format cannot say about a game. It is better not written than written so that others misread it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
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
    /// A game without moves would be an empty line, which readers of the format skip.
    NoMoves {
        /// The format, as people call it.
        format: &'static str,
    },
    /// The format only has whole discs up to a full board for the result.
    Score {
        /// The format, as people call it.
        format: &'static str,
        /// By how much Black won on the board.
        margin: Points,
    },
    /// The format only has places for the players and the names that it knows, and these are all taken.
    Full {
        /// The format, as people call it.
        format: &'static str,
        /// What there are too many of.
        what: &'static str,
    },
    /// The format is no text into which a game can be put.
    NotAText {
        /// The format, as people call it.
        format: &'static str,
    },
}

impl WriteError {
    /// What stops a format that only has games from the usual start by the standard rules.
    pub(crate) fn unless_usual(format: &'static str, record: &Record) -> Result<(), WriteError> {
        match record.rules() {
            Rules::Standard if record.starts_as_usual() => Ok(()),
            Rules::Standard => Err(WriteError::Start { format }),
            rules => Err(WriteError::Rules { format, rules }),
        }
    }

    /// The result for a format that needs one in whole discs and knows no komi: by how much Black won on the board.
    pub(crate) fn unless_discs(format: &'static str, record: &Record) -> Result<i8, WriteError> {
        let margin = record.margin().ok_or(WriteError::NoResult { format })?;
        let on_board = margin - -record.details.komi.unwrap_or_default();
        on_board.whole_discs().ok_or(WriteError::Score { format, margin: on_board })
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Rules { format, rules } => {
                write!(f, "{format} cannot say that a game is by the rules {rules}; GGF, SGF and plain text can")
            }
            WriteError::Start { format } => {
                write!(f, "{format} only has games from the usual start; GGF, SGF and plain text have others")
            }
            WriteError::NoResult { format } => write!(f, "{format} needs a result, and this game is not finished"),
            WriteError::NoMoves { format } => write!(f, "{format} has no line for a game without moves"),
            WriteError::Score { format, margin } => {
                write!(f, "{format} only has results in whole discs from -64 to +64, and this one is {margin:+}")
            }
            WriteError::Full { format, what } => write!(f, "{format} cannot hold more {what}"),
            WriteError::NotAText { format } => {
                write!(f, "{format} is no text: many games share a file, and their names are in others")
            }
        }
    }
}

impl Error for WriteError {}
