use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use outflank_rules::{IllegalMove, Rules};

/// Why a player did not move. The text names the player.
#[derive(Debug)]
pub enum PlayerError {
    CannotStart { name: String, why: io::Error },
    Ended { name: String, status: Option<ExitStatus>, stderr_tail: Vec<String> },
    Silent { name: String, asked: String, waited: Duration },
    Refused { name: String, asked: String, answer: String },
    Unreadable { name: String, asked: String, answer: String },
    Illegal { name: String, why: IllegalMove },
    DoesNotPlay { name: String, rules: Rules },
    DoesNotSetUp { name: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    Crash,
    Hang,
    IllegalMove,
    Protocol,
    Time,
}

impl FaultKind {
    pub const ALL: [FaultKind; 5] =
        [FaultKind::Crash, FaultKind::Hang, FaultKind::IllegalMove, FaultKind::Protocol, FaultKind::Time];

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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::Protocol => "protocol error",
            FaultKind::Time => "time",
        })
    }
}

impl PlayerError {
    /// The forfeit that follows, or `None` if the player does not support such games at all.
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
            PlayerError::CannotStart { name, why } if why.kind() == io::ErrorKind::NotFound => {
                write!(f, "{name} could not be started: no such program; install it or write its full path")
            }
            PlayerError::CannotStart { name, why } => write!(f, "{name} could not be started: {why}"),
            PlayerError::Ended { name, status, stderr_tail } => {
                match status {
                    Some(status) => write!(f, "{name} exited ({status})")?,
                    None => write!(f, "{name} closed its output")?,
                }
                match stderr_tail.is_empty() {
                    true => Ok(()),
                    false => write!(f, "; last lines on standard error: {}", stderr_tail.join(" / ")),
                }
            }
            PlayerError::Silent { name, asked, waited } => {
                write!(f, "{name} did not answer '{asked}' within {:.1} s", waited.as_secs_f64())
            }
            PlayerError::Refused { name, asked, answer } => write!(f, "{name} rejected '{asked}': {answer}"),
            PlayerError::Unreadable { name, asked, answer } => {
                write!(f, "{name} answered '{asked}' with {answer:?}, which is not a valid response")
            }
            PlayerError::Illegal { name, why } => write!(f, "{name} played an illegal move: {why}"),
            PlayerError::DoesNotPlay { name, rules } => write!(f, "{name} does not play {rules}"),
            PlayerError::DoesNotSetUp { name } => {
                write!(f, "{name} can only play from the initial position")
            }
        }
    }
}

impl Error for PlayerError {}
