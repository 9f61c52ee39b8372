//! What can be wrong with the input.

use std::error::Error;
use std::fmt;

use outflank_rules::IllegalMove;

use super::LONGEST_LINE;
use crate::Location;

/// The input is not in the judge's format, or breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeError {
    /// The first character that is not as it should be.
    pub at: Location,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with the input: mostly what should have been there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The first line is not a number.
    NumberOfGames,
    /// A line of a board is not eight cells.
    Row,
    /// The line after a board does not name a player.
    Player,
    /// A command is none of the three.
    Command,
    /// Something follows the last game.
    Nothing,
    /// A line is longer than any that makes sense.
    LineTooLong,
    /// The move is not legal for a player who has others.
    Illegal(IllegalMove),
    /// The input ends where this should follow.
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
