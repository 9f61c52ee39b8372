//! Wall-clock time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use outflank_table::Time;
use tokio::time::Instant;

/// The server's clock: milliseconds since 1970, read from the system once at start and monotonic from then on. No flag falls because the
/// system's clock was corrected.
///
/// It can [follow](Clock::follow) another clock, so that all servers of a store agree. Clones are the same clock.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Face>);

#[derive(Debug)]
struct Face {
    started: Instant,
    started_at: Duration,
    /// Microseconds added by following another clock.
    offset: AtomicI64,
    /// The latest time returned, in milliseconds.
    latest: AtomicU64,
}

impl Clock {
    pub fn start() -> Clock {
        let started_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (offset, latest) = (AtomicI64::new(0), AtomicU64::new(0));
        Clock(Arc::new(Face { started: Instant::now(), started_at, offset, latest }))
    }

    #[cfg(test)]
    pub(crate) fn wrong_by(minutes: i64) -> Clock {
        let clock = Clock::start();
        clock.0.offset.store(minutes * 60_000_000, Ordering::Relaxed);
        clock
    }

    #[cfg(test)]
    pub(crate) fn starting_at(time: Time) -> Clock {
        Clock::showing(time, Instant::now())
    }

    #[cfg(test)]
    pub(crate) fn standing_at(time: Time) -> Clock {
        // A start in the far future.
        Clock::showing(time, Instant::now() + Duration::from_secs(1_000_000_000))
    }

    #[cfg(test)]
    pub(crate) fn set(&self, time: Time) {
        self.0.latest.fetch_max(time.as_millis(), Ordering::Relaxed);
    }

    #[cfg(test)]
    fn showing(time: Time, started: Instant) -> Clock {
        let started_at = Duration::from_millis(time.as_millis());
        Clock(Arc::new(Face { started, started_at, offset: AtomicI64::new(0), latest: AtomicU64::new(0) }))
    }

    /// Never goes back: if the followed clock does, this one stands still until it is right again.
    pub fn now(&self) -> Time {
        let micros = self.0.unmoved(Instant::now()) + self.0.offset.load(Ordering::Relaxed);
        let millis = u64::try_from(micros / 1_000).unwrap_or_default();
        Time::from_millis(self.0.latest.fetch_max(millis, Ordering::Relaxed).max(millis))
    }

    pub fn instant(&self, time: Time) -> Instant {
        Instant::now() + time.since(self.now())
    }

    /// Follows another clock, which showed `shown` at some moment between `asked` and `answered`. The offset moves only as far as it must,
    /// so that slow answers do no harm and the fastest ones decide.
    pub fn follow(&self, asked: Instant, shown: Time, answered: Instant) {
        let shown = i64::try_from(shown.as_millis()).unwrap_or(i64::MAX / 1_000).saturating_mul(1_000);
        let least = shown - self.0.unmoved(answered);
        // The other clock rounds down to a millisecond.
        let most = shown + 999 - self.0.unmoved(asked);
        let offset = self.0.offset.load(Ordering::Relaxed);
        self.0.offset.store(offset.clamp(least, most.max(least)), Ordering::Relaxed);
    }
}

impl Face {
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
    async fn a_clock_that_is_behind_jumps_and_one_that_is_ahead_waits() {
        let clock = Clock::start();
        let start = clock.now();
        let instant = Instant::now();
        clock.follow(instant, start.after(Duration::from_millis(HOUR)), instant);
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR));
        clock.follow(instant, start.after(Duration::from_millis(HOUR - 1_000)), instant);
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR));
        tokio::time::advance(Duration::from_millis(999)).await;
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR));
        tokio::time::advance(Duration::from_millis(501)).await;
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR + 500));
    }

    proptest! {
        /// However slow the answers are, the clock is right to within the fastest of them and never goes back.
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
                // Before the first answer the clock may have shown a later time.
                let mut last = Time::from_millis(0);
                for (there, back) in delays {
                    let asked = Instant::now();
                    tokio::time::advance(Duration::from_millis(there)).await;
                    let shown = truth();
                    tokio::time::advance(Duration::from_millis(back)).await;
                    clock.follow(asked, shown, Instant::now());
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
