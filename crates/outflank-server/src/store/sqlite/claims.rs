//! Who lets the engine think.
//!
//! This is kept in memory: one process has the file, and where it has ended nobody thinks any more.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use outflank_table::Time;
use serde_json::json;

use crate::store::{Claim, Number};
use crate::{GameId, ServerId};

#[derive(Debug, Default)]
pub(super) struct Claims {
    held: Mutex<HashMap<GameId, Held>>,
}

/// Who holds a claim, after which event, and until when.
#[derive(Clone, Copy, Debug)]
struct Held {
    by: ServerId,
    last: Number,
    until: Time,
}

impl Claims {
    /// Asks for a game whose last event has this number.
    pub(super) fn claim(&self, game: GameId, by: ServerId, last: Number, now: Time, lease: Duration) -> Claim {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.get(&game).is_some_and(|other| other.by != by && other.last == last && other.until > now) {
            return Claim::Refused;
        }
        // What is over is forgotten before there is need for more memory.
        if held.len() == held.capacity() {
            held.retain(|_, claim| claim.until > now);
        }
        held.insert(game, Held { by, last, until: now.after(lease) });
        Claim::Granted
    }

    /// The games that are claimed, each with the number of its last event when it was, as a JSON array of pairs.
    pub(super) fn held(&self, now: Time) -> String {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let held = held.iter().filter(|(_, claim)| claim.until > now);
        json!(held.map(|(game, claim)| (game.as_str(), claim.last)).collect::<Vec<_>>()).to_string()
    }
}
