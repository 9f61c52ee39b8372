//! What time it is.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use outflank_table::Time;
use tokio::time::Instant;

/// The clock of the server: milliseconds since 1970, as the system had it when the server started, and from then on
/// by a clock that is never set back. Nobody's flag falls because the system's clock was corrected.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started: Instant,
    started_at: Duration,
}

impl Clock {
    /// Reads the system's clock, for the last time.
    pub fn start() -> Clock {
        let started_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { started: Instant::now(), started_at }
    }

    /// What time it is.
    pub fn now(&self) -> Time {
        let millis = (self.started_at + self.started.elapsed()).as_millis();
        Time::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
    }

    /// When it will be that time, for timers; at once if it was.
    pub fn instant(&self, time: Time) -> Instant {
        Instant::now() + time.since(self.now())
    }
}
