use std::error::Error;
use std::fmt;

use outflank_rules::Rules;

use crate::{Points, Record};

/// Why a game cannot be written in a format: other programs would misread it.
#[allow(missing_docs, reason = "the variants and fields name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    Rules { format: &'static str, rules: Rules },
    Start { format: &'static str },
    NoResult { format: &'static str },
    NoMoves { format: &'static str },
    Score { format: &'static str, margin: Points },
    Full { format: &'static str, what: &'static str },
    NotAText { format: &'static str },
}

impl WriteError {
    /// For formats that only have games by the standard rules.
    pub(crate) fn check_standard(format: &'static str, record: &Record) -> Result<(), WriteError> {
        match record.rules() {
            Rules::Standard => Ok(()),
            rules => Err(WriteError::Rules { format, rules }),
        }
    }

    /// For formats that only have games from the usual start by the standard rules.
    pub(crate) fn check_usual(format: &'static str, record: &Record) -> Result<(), WriteError> {
        WriteError::check_standard(format, record)?;
        if record.starts_as_usual() { Ok(()) } else { Err(WriteError::Start { format }) }
    }

    /// Black's margin on the board, for formats that need a result in whole discs and have no komi.
    pub(crate) fn margin_in_discs(format: &'static str, record: &Record) -> Result<i8, WriteError> {
        let margin = record.margin().ok_or(WriteError::NoResult { format })?;
        let on_board = margin - -record.details.komi.unwrap_or_default();
        on_board.whole_discs().ok_or(WriteError::Score { format, margin: on_board })
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Rules { format, rules } => {
                write!(f, "{format} only supports the standard rules, not {rules}; use GGF, SGF or plain text")
            }
            WriteError::Start { format } => {
                write!(f, "{format} only supports the usual start; use GGF, SGF or plain text")
            }
            WriteError::NoResult { format } => write!(f, "{format} needs a result, but the game is not finished"),
            WriteError::NoMoves { format } => write!(f, "{format} cannot hold a game without moves"),
            WriteError::Score { format, margin } => {
                write!(f, "{format} needs a result in whole discs from -64 to +64, found {margin:+}")
            }
            WriteError::Full { format, what } => write!(f, "{format} cannot hold more {what}"),
            WriteError::NotAText { format } => write!(f, "{format} is a binary format for many games"),
        }
    }
}

impl Error for WriteError {}
