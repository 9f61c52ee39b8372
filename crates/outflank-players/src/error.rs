//! What can go wrong with a player.

use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use outflank_rules::{IllegalMove, Rules};

/// Why a player did not move. Its text is a sentence that names the player.
#[derive(Debug)]
pub enum PlayerError {
    /// Its program cannot be started.
    CannotStart {
        /// The player.
        name: String,
        /// What the system says.
        why: io::Error,
    },
    /// Its program has ended.
    Ended {
        /// The player.
        name: String,
        /// How it ended, if that is known.
        status: Option<ExitStatus>,
        /// The last lines that it wrote to standard error.
        last_words: Vec<String>,
    },
    /// It did not answer in time.
    Silent {
        /// The player.
        name: String,
        /// What it was asked.
        asked: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// It says that it cannot do what the protocol asks of it.
    Refused {
        /// The player.
        name: String,
        /// What it was asked.
        asked: String,
        /// What it answered.
        answer: String,
    },
    /// Its answer is not one of the protocol.
    Unreadable {
        /// The player.
        name: String,
        /// What it was asked.
        asked: String,
        /// What it answered.
        answer: String,
    },
    /// Its move is not legal.
    Illegal {
        /// The player.
        name: String,
        /// What is wrong with the move.
        why: IllegalMove,
    },
    /// It does not know these rules.
    DoesNotPlay {
        /// The player.
        name: String,
        /// The rules.
        rules: Rules,
    },
    /// It can only begin where all games by these rules begin.
    DoesNotSetUp {
        /// The player.
        name: String,
    },
}

/// By what a player loses a game that the board has not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// Its program ended.
    Crash,
    /// It did not answer.
    Hang,
    /// Its move was not legal.
    IllegalMove,
    /// It did not keep to the protocol.
    Protocol,
    /// Its time ran out.
    Time,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 5] =
        [FaultKind::Crash, FaultKind::Hang, FaultKind::IllegalMove, FaultKind::Protocol, FaultKind::Time];

    /// One word for programs that read it.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::Protocol => "protocol",
            FaultKind::Time => "time",
        }
    }
}

impl fmt::Display for FaultKind {
    /// As people say it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::Protocol => "broken protocol",
            FaultKind::Time => "time",
        })
    }
}

impl PlayerError {
    /// By what the player loses its game, or `None` if it never agreed to play such a game.
    pub fn fault(&self) -> Option<FaultKind> {
        match self {
            PlayerError::CannotStart { .. } | PlayerError::Ended { .. } => Some(FaultKind::Crash),
            PlayerError::Silent { .. } => Some(FaultKind::Hang),
            PlayerError::Illegal { .. } => Some(FaultKind::IllegalMove),
            PlayerError::Refused { .. } | PlayerError::Unreadable { .. } => Some(FaultKind::Protocol),
            PlayerError::DoesNotPlay { .. } | PlayerError::DoesNotSetUp { .. } => None,
        }
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::CannotStart { name, why } => write!(f, "{name} cannot be started: {why}"),
            PlayerError::Ended { name, status, last_words } => {
                match status {
                    Some(status) => write!(f, "{name} has ended ({status})")?,
                    None => write!(f, "{name} no longer speaks")?,
                }
                match last_words.is_empty() {
                    true => Ok(()),
                    false => write!(f, "; its last words: {}", last_words.join(" / ")),
                }
            }
            PlayerError::Silent { name, asked, waited } => {
                write!(f, "{name} did not answer '{asked}' within {:.1} s", waited.as_secs_f64())
            }
            PlayerError::Refused { name, asked, answer } => write!(f, "{name} refuses '{asked}': {answer}"),
            PlayerError::Unreadable { name, asked, answer } => {
                write!(f, "{name} answers '{asked}' with {answer:?}, which says nothing")
            }
            PlayerError::Illegal { name, why } => write!(f, "{name} makes an illegal move: {why}"),
            PlayerError::DoesNotPlay { name, rules } => write!(f, "{name} does not play {rules}"),
            PlayerError::DoesNotSetUp { name } => {
                write!(f, "{name} cannot begin with a position of its own, only where all games begin")
            }
        }
    }
}

impl Error for PlayerError {}
