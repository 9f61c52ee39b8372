//! What time it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use outflank_table::Time;
use tokio::time::Instant;

/// The clock of the server: milliseconds since 1970, as the system had it when the server started, and from then on
/// by a clock that is never set back. Nobody's flag falls because the system's clock was corrected.
///
/// It can [follow](Clock::follow) another clock, so that all servers of a store go by the same one. Copies are the same clock.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Face>);

#[derive(Debug)]
struct Face {
    started: Instant,
    started_at: Duration,
    /// By how many microseconds it is ahead of what it would be without following.
    offset: AtomicI64,
    /// The latest time that was told, in milliseconds.
    latest: AtomicU64,
}

impl Clock {
    /// Reads the system's clock, for the last time.
    pub fn start() -> Clock {
        let started_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (offset, latest) = (AtomicI64::new(0), AtomicU64::new(0));
        Clock(Arc::new(Face { started: Instant::now(), started_at, offset, latest }))
    }

    /// A clock of a system that is wrong by so many minutes.
    #[cfg(test)]
    pub(crate) fn wrong_by(minutes: i64) -> Clock {
        let clock = Clock::start();
        clock.0.offset.store(minutes * 60_000_000, Ordering::Relaxed);
        clock
    }

    /// A clock that shows this time now, whatever the system's shows.
    #[cfg(test)]
    pub(crate) fn starting_at(time: Time) -> Clock {
        Clock::showing(time, Instant::now())
    }

    /// A clock that stands still unless it is [set](Clock::set).
    #[cfg(test)]
    pub(crate) fn standing_at(time: Time) -> Clock {
        // It starts on a day that does not come.
        Clock::showing(time, Instant::now() + Duration::from_secs(1_000_000_000))
    }

    /// Sets a clock that stands still to a later time.
    #[cfg(test)]
    pub(crate) fn set(&self, time: Time) {
        self.0.latest.fetch_max(time.as_millis(), Ordering::Relaxed);
    }

    #[cfg(test)]
    fn showing(time: Time, started: Instant) -> Clock {
        let started_at = Duration::from_millis(time.as_millis());
        Clock(Arc::new(Face { started, started_at, offset: AtomicI64::new(0), latest: AtomicU64::new(0) }))
    }

    /// What time it is. It never goes back: if the clock that it follows does, it stands still until it is right again.
    pub fn now(&self) -> Time {
        let micros = self.0.unmoved(Instant::now()) + self.0.offset.load(Ordering::Relaxed);
        let millis = u64::try_from(micros / 1_000).unwrap_or_default();
        Time::from_millis(self.0.latest.fetch_max(millis, Ordering::Relaxed).max(millis))
    }

    /// When it will be that time, for timers; at once if it was.
    pub fn instant(&self, time: Time) -> Instant {
        Instant::now() + time.since(self.now())
    }

    /// Goes by another clock, which showed this time at some moment between the question and the answer. It is moved only as
    /// far as it must be for that to be true, so that no answer makes it worse, and the fastest ones decide.
    pub fn follow(&self, asked: Instant, told: Time, answered: Instant) {
        let told = i64::try_from(told.as_millis()).unwrap_or(i64::MAX / 1_000).saturating_mul(1_000);
        let least = told - self.0.unmoved(answered);
        // What it showed was rounded down to a millisecond.
        let most = told + 999 - self.0.unmoved(asked);
        let offset = self.0.offset.load(Ordering::Relaxed);
        self.0.offset.store(offset.clamp(least, most.max(least)), Ordering::Relaxed);
    }
}

impl Face {
    /// Microseconds since 1970, as it would be without following.
    fn unmoved(&self, instant: Instant) -> i64 {
        let since_start = instant.saturating_duration_since(self.started);
        i64::try_from((self.started_at + since_start).as_micros()).unwrap_or(i64::MAX / 2)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: u64 = 3_600_000;

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_behind_follows_at_once_and_one_that_is_ahead_waits() {
        let clock = Clock::start();
        let start = clock.now();
        let instant = Instant::now();
        clock.follow(instant, start.after(Duration::from_millis(HOUR)), instant);
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR));
        // The other clock is set back by a second.
        clock.follow(instant, start.after(Duration::from_millis(HOUR - 1_000)), instant);
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR));
        tokio::time::advance(Duration::from_millis(999)).await;
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR));
        tokio::time::advance(Duration::from_millis(501)).await;
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR + 500));
    }

    proptest! {
        /// However slow the answers are: the clock is right to within the fastest of them, and never goes back.
        #[test]
        fn the_fastest_answer_decides(delays in prop::collection::vec((0..400_u64, 0..400_u64), 1..40), ahead in -1_000_000..1_000_000_i64) {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
            runtime.block_on(async {
                let clock = Clock::start();
                let start = clock.now();
                let begun = Instant::now();
                let truth = || {
                    let passed = i64::try_from(begun.elapsed().as_millis()).unwrap();
                    Time::from_millis(start.as_millis().checked_add_signed(ahead + passed).unwrap())
                };
                let mut fastest = u64::MAX;
                // Time told before the first answer could be ahead of what follows.
                let mut last = Time::from_millis(0);
                for (there, back) in delays {
                    let asked = Instant::now();
                    tokio::time::advance(Duration::from_millis(there)).await;
                    let told = truth();
                    tokio::time::advance(Duration::from_millis(back)).await;
                    clock.follow(asked, told, Instant::now());
                    fastest = fastest.min(there + back);
                    let now = clock.now();
                    prop_assert!(now >= last);
                    last = now;
                    if ahead >= 0 {
                        let off = now.since(truth()).max(truth().since(now));
                        prop_assert!(off <= Duration::from_millis(fastest + 1), "{off:?} after {fastest} ms");
                    }
                }
                Ok(())
            })?;
        }
    }
}
