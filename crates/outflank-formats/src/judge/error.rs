use std::error::Error;
use std::fmt;

use outflank_rules::IllegalMove;

use super::LONGEST_LINE;
use crate::Location;

/// The input is malformed, or a move is illegal.
#[allow(missing_docs, reason = "the other fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeError {
    /// The first wrong character.
    pub at: Location,
    pub kind: JudgeErrorKind,
}

/// What is wrong with the input.
#[allow(missing_docs, reason = "most variants name what was expected")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgeErrorKind {
    NumberOfGames,
    Row,
    Player,
    Command,
    Nothing,
    LineTooLong,
    /// The move is illegal for a player who has others.
    Illegal(IllegalMove),
    /// The input ends where this was expected.
    EndOfInput(Box<JudgeErrorKind>),
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.kind)
    }
}

impl Error for JudgeError {}

impl fmt::Display for JudgeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JudgeErrorKind::NumberOfGames => write!(f, "expected the number of games, from 0 to {}", u64::MAX),
            JudgeErrorKind::Row => f.write_str("expected a row of the board: eight of the characters '-', 'B' and 'W'"),
            JudgeErrorKind::Player => f.write_str("expected the player to move: 'B' or 'W'"),
            JudgeErrorKind::Command => {
                f.write_str("expected a command: 'L', 'Q', or 'M' with a row and a column from 1 to 8, such as 'M35'")
            }
            JudgeErrorKind::Nothing => f.write_str("expected nothing more: the last game has ended"),
            JudgeErrorKind::LineTooLong => write!(f, "expected a line of at most {LONGEST_LINE} characters"),
            JudgeErrorKind::Illegal(illegal) => write!(f, "expected a legal move: {illegal}"),
            JudgeErrorKind::EndOfInput(missing) => write!(f, "the input ends too early: {missing}"),
        }
    }
}
