use std::error::Error;
use std::fmt;

use outflank_rules::IllegalMove;

use super::LONGEST_LINE;
use crate::Location;

/// The input is malformed, or a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeError {
    /// The first wrong character.
    pub at: Location,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with the input.
#[allow(missing_docs, reason = "most variants name what was expected")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    NumberOfGames,
    Row,
    Player,
    Command,
    Nothing,
    LineTooLong,
    /// The move is illegal for a player who has others.
    Illegal(IllegalMove),
    /// The input ends where this was expected.
    EndOfInput(Box<Problem>),
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.problem)
    }
}

impl Error for JudgeError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NumberOfGames => write!(f, "expected the number of games, from 0 to {}", u64::MAX),
            Problem::Row => f.write_str("expected a row of the board: eight of the characters '-', 'B' and 'W'"),
            Problem::Player => f.write_str("expected the player to move: 'B' or 'W'"),
            Problem::Command => {
                f.write_str("expected a command: 'L', 'Q', or 'M' with a row and a column from 1 to 8, such as 'M35'")
            }
            Problem::Nothing => f.write_str("expected nothing more: the last game has ended"),
            Problem::LineTooLong => write!(f, "expected a line of at most {LONGEST_LINE} characters"),
            Problem::Illegal(illegal) => write!(f, "expected a legal move: {illegal}"),
            Problem::EndOfInput(missing) => write!(f, "the input ends too early: {missing}"),
        }
    }
}
