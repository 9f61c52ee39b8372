use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::SecretHash;
use crate::store::{MAX_HOLDERS, Seat, Seats};

const MAX_KNOWN: usize = 2 * MAX_HOLDERS;

/// Saves a query before every move. Once a game has begun, players' seats are never taken away, so a cached entry stays true;
/// [`SeatCache::add`] only adds seats.
#[derive(Debug, Default)]
pub(super) struct SeatCache {
    players: Mutex<HashMap<SecretHash, Seats>>,
}

impl SeatCache {
    pub(super) fn seats(&self, secret: &SecretHash) -> Option<Seats> {
        self.players().get(secret).copied()
    }

    /// Watchers are not cached: they may take a seat later.
    pub(super) fn add(&self, secret: SecretHash, seats: Seats) {
        let mut players = self.players();
        if seats.colors().next().is_some() && (players.len() < MAX_KNOWN || players.contains_key(&secret)) {
            // The cached seats were read at another time, and may be more.
            let known = players.entry(secret).or_default();
            *known = seats.colors().map(Seat::Player).fold(*known, Seats::with);
            known.watch |= seats.watch;
        }
    }

    fn players(&self) -> MutexGuard<'_, HashMap<SecretHash, Seats>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
