//! How the servers of a store hear of each other.

use std::future;

use outflank_rules::Color;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::Number;
use crate::GameId;

/// How many hints wait for a reader before it is told that it missed some.
pub(super) const MOST_HINTS: usize = 4_096;

/// A hint that something has changed. It may come late, twice, for nothing, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A game was created, or events or a line of chat were added to it. It has at least those that are named here: who has them need not ask
    /// for anything.
    Game(GameVersion),
    /// Hints were lost: any game may have changed.
    Missed,
}

/// Hints, from the moment on at which they were asked for.
#[derive(Debug)]
pub struct Changes {
    /// None where nobody else can change anything.
    hints: Option<broadcast::Receiver<Change>>,
}

impl Changes {
    /// Of a store that nobody else has.
    pub(super) fn none() -> Changes {
        Changes { hints: None }
    }

    /// What is sent here from now on.
    pub(crate) fn of(hints: &broadcast::Sender<Change>) -> Changes {
        Changes { hints: Some(hints.subscribe()) }
    }

    /// Whether there can be any: somebody else can change something.
    pub fn are_possible(&self) -> bool {
        self.hints.is_some()
    }

    /// Waits for the next hint; for ever, if there can be none any more.
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

/// How much somebody knows of a game. 0 is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameVersion {
    /// The game.
    pub game: GameId,
    /// The number of the last event.
    pub last: Number,
    /// The number of the last line of chat.
    pub said: Number,
}

/// Somebody who plays in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// The game.
    pub game: GameId,
    /// On which side.
    pub color: Color,
}

/// Whether a claim on a game was granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Nobody else holds it now.
    Granted,
    /// Another server holds it, or there is no such game.
    Refused,
}
