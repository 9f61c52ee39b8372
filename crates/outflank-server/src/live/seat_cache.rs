//! Who is known at the door of a room.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::SecretHash;
use crate::store::{MOST_HOLDERS, Seat, Seats};

/// How many players are remembered: all who can hold the two seats.
const MOST_KNOWN: usize = 2 * MOST_HOLDERS;

/// The seats of players who came lately, so that the store is not asked before every move. A seat is never taken away, so that what is
/// known here stays true; [`SeatCache::meet`] adds to it.
#[derive(Debug, Default)]
pub(super) struct SeatCache {
    players: Mutex<HashMap<SecretHash, Seats>>,
}

impl SeatCache {
    /// The seats of a player.
    pub(super) fn seats(&self, who: &SecretHash) -> Option<Seats> {
        self.players().get(who).copied()
    }

    /// Remembers what somebody holds. Who only watches is asked again: they may have sat down in the meantime.
    pub(super) fn meet(&self, who: SecretHash, seats: Seats) {
        let mut players = self.players();
        if seats.colors().next().is_some() && (players.len() < MOST_KNOWN || players.contains_key(&who)) {
            // What was known before was read at another moment, and may be more.
            let known = players.entry(who).or_default();
            *known = seats.colors().map(Seat::Player).fold(*known, Seats::with);
            known.watch |= seats.watch;
        }
    }

    /// Nothing panics while it holds the lock.
    fn players(&self) -> MutexGuard<'_, HashMap<SecretHash, Seats>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
