//! Claims to search the engine's move. In memory, because only one process has the file.

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

#[derive(Clone, Copy, Debug)]
struct Held {
    by: ServerId,
    last: Number,
    until: Time,
}

impl Claims {
    pub(super) fn claim(&self, game: GameId, by: ServerId, last: Number, now: Time, lease: Duration) -> Claim {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.get(&game).is_some_and(|other| other.by != by && other.last == last && other.until > now) {
            return Claim::Refused;
        }
        // Expired claims are dropped before the map grows.
        if held.len() == held.capacity() {
            held.retain(|_, claim| claim.until > now);
        }
        held.insert(game, Held { by, last, until: now.after(lease) });
        Claim::Granted
    }

    /// The claimed games with their event numbers, as a JSON array of pairs.
    pub(super) fn held(&self, now: Time) -> String {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let held = held.iter().filter(|(_, claim)| claim.until > now);
        json!(held.map(|(game, claim)| (game.as_str(), claim.last)).collect::<Vec<_>>()).to_string()
    }
}
