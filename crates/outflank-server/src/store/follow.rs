use std::future;

use outflank_rules::Color;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::Number;
use crate::GameId;

pub(super) const MAX_HINTS: usize = 4_096;

/// A hint that something has changed. It may be late, repeated, wrong or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Game(GameVersion),
    /// Any game may have changed.
    Missed,
}

#[derive(Debug)]
pub struct Changes {
    /// `None` if no other server can change anything.
    hints: Option<broadcast::Receiver<Change>>,
}

impl Changes {
    pub(super) fn none() -> Changes {
        Changes { hints: None }
    }

    pub(crate) fn of(hints: &broadcast::Sender<Change>) -> Changes {
        Changes { hints: Some(hints.subscribe()) }
    }

    pub fn are_possible(&self) -> bool {
        self.hints.is_some()
    }

    pub async fn next(&mut self) -> Change {
        if let Some(hints) = &mut self.hints {
            match hints.recv().await {
                Ok(change) => return change,
                Err(RecvError::Lagged(_)) => return Change::Missed,
                Err(RecvError::Closed) => self.hints = None,
            }
        }
        future::pending().await
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameVersion {
    pub game: GameId,
    pub last: Number,
    pub said: Number,
}

impl GameVersion {
    /// Later than any version of the game: followers reload it, and find out if it was removed.
    pub(crate) fn latest(game: GameId) -> GameVersion {
        GameVersion { game, last: Number::MAX, said: Number::MAX }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    pub game: GameId,
    pub color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    Granted,
    Refused,
}
