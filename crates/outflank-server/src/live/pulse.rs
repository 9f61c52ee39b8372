//! Whether the store is known to be there, and since when it was not.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_table::Time;
use tokio::time::Instant;

/// If no server has noted for so long that it runs, nobody is charged for the time. It is a few heartbeats, so that a
/// slow one stops no clock.
pub(super) const AWAY: Duration = Duration::from_secs(5);

/// What the heartbeat has found out. Rooms let no flag fall, and accept nothing that stops a clock, as long as it may turn
/// out that the time is charged to nobody.
#[derive(Debug, Default)]
pub(super) struct Pulse(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// When the store was last known to be there; never, before the first heartbeat.
    beat: Option<Instant>,
    /// The last outage.
    outage: Outage,
    /// The number of the last outage that every game is known to have got over.
    bridged: u32,
}

/// A time in which no server could reach the store, or none ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outage {
    /// The first that this server finds is 1; 0 is none.
    pub(super) number: u32,
    /// The last heartbeat before it.
    pub(super) since: Time,
}

impl Default for Outage {
    fn default() -> Outage {
        Outage { number: 0, since: Time::from_millis(0) }
    }
}

impl Pulse {
    /// Whether this server has had a heartbeat before.
    pub(super) fn has_begun(&self) -> bool {
        self.state().beat.is_some()
    }

    /// Whether there was a heartbeat lately.
    pub(super) fn is_steady(&self) -> bool {
        self.state().beat.is_some_and(|beat| beat.elapsed() < AWAY)
    }

    /// The store is there.
    pub(super) fn beat(&self) {
        self.state().beat = Some(Instant::now());
    }

    /// The store is there again, or a server is. From now on every room stops its clock for this time before it does
    /// anything else.
    pub(super) fn found_away(&self, since: Time) -> Outage {
        let mut state = self.state();
        state.outage = Outage { number: state.outage.number + 1, since };
        state.beat = Some(Instant::now());
        state.outage
    }

    /// The last outage.
    pub(super) fn outage(&self) -> Outage {
        self.state().outage
    }

    /// The last outage, if it is not known that every game has got over it.
    pub(super) fn unbridged(&self) -> Option<Outage> {
        let state = self.state();
        (state.outage.number > state.bridged).then_some(state.outage)
    }

    /// Every game has got over an outage.
    pub(super) fn bridged(&self, outage: Outage) {
        self.state().bridged = outage.number;
    }

    /// The number of the last outage that a game that is only now looked at has got over.
    pub(super) fn last_bridged(&self) -> u32 {
        self.state().bridged
    }

    /// Nothing panics while it holds the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
