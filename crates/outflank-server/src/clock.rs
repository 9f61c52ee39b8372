use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use outflank_table::Time;
use tokio::time::Instant;

const STEP: i64 = 100_000;

/// Milliseconds since 1970, read from the system once at start and monotonic from then on: no flag falls because the system's clock was
/// corrected. It can follow another clock, so that all servers of a store agree. Clones are the same clock.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Face>);

#[derive(Debug)]
struct Face {
    started: Instant,
    started_at: Duration,
    offset: AtomicI64,
    latest: AtomicU64,
    followed: Mutex<Followed>,
}

/// What is known about the clock that is followed. In microseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Followed {
    /// How far it was set back in the meantime. This clock went on.
    set_back: i64,
    /// The most by which the offset can be wrong; none before the first comparison.
    error: Option<i64>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Correction {
    offset: i64,
    followed: Followed,
    is_jump: bool,
}

impl Correction {
    pub(crate) fn is_jump(&self) -> bool {
        self.is_jump
    }
}

impl Clock {
    pub fn start() -> Clock {
        let started_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock::showing(started_at, Instant::now())
    }

    #[cfg(test)]
    pub(crate) fn wrong_by(minutes: i64) -> Clock {
        let clock = Clock::start();
        clock.0.offset.store(minutes * 60_000_000, Ordering::Relaxed);
        clock
    }

    #[cfg(test)]
    pub(crate) fn starting_at(time: Time) -> Clock {
        Clock::showing(Duration::from_millis(time.as_millis()), Instant::now())
    }

    #[cfg(test)]
    pub(crate) fn standing_at(time: Time) -> Clock {
        Clock::showing(Duration::from_millis(time.as_millis()), Instant::now() + Duration::from_secs(1_000_000_000))
    }

    #[cfg(test)]
    pub(crate) fn set(&self, time: Time) {
        self.0.latest.fetch_max(time.as_millis(), Ordering::Relaxed);
    }

    #[cfg(test)]
    pub(crate) fn step(&self, millis: i64) {
        self.0.offset.fetch_add(millis * 1_000, Ordering::Relaxed);
        self.0.latest.store(0, Ordering::Relaxed);
    }

    fn showing(started_at: Duration, started: Instant) -> Clock {
        let (offset, latest) = (AtomicI64::new(0), AtomicU64::new(0));
        Clock(Arc::new(Face { started, started_at, offset, latest, followed: Mutex::default() }))
    }

    /// Never goes back: if the followed clock is slightly behind, this one stands still until it is right again.
    pub fn now(&self) -> Time {
        let millis = self.0.millis(self.0.offset.load(Ordering::Acquire));
        Time::from_millis(self.0.latest.fetch_max(millis, Ordering::Relaxed).max(millis))
    }

    pub fn instant(&self, time: Time) -> Instant {
        Instant::now() + time.since(self.now())
    }

    pub(crate) fn catch_up_with(&self, time: Time) -> Option<Duration> {
        let behind = Some(time.since(self.now())).filter(|behind| !behind.is_zero())?;
        let micros = i64::try_from(behind.as_micros()).unwrap_or(i64::MAX / 4);
        self.0.offset.fetch_add(micros, Ordering::Release);
        Some(behind)
    }

    /// The other clock showed `shown` between `asked` and `answered`. Slow answers do no harm, and a clock that was set back is not followed.
    pub(crate) fn compare(&self, asked: Instant, shown: Time, answered: Instant) -> Correction {
        let Followed { set_back, error } = *self.followed();
        let shown = i64::try_from(shown.as_millis()).unwrap_or(i64::MAX / 1_000).saturating_mul(1_000);
        let shown = shown.saturating_add(set_back);
        let least = shown - self.0.unmoved(answered);
        // The other clock rounds down to a millisecond.
        let most = (shown + 999 - self.0.unmoved(asked)).max(least);
        let offset = self.0.offset.load(Ordering::Acquire);
        let (ahead, behind, width) = (offset - most, least - offset, most - least);
        let clamped = offset.clamp(least, most);
        let is_followed = error.is_some();
        let (corrected, set_back, error) = match error {
            None => (clamped, set_back, width),
            Some(error) if ahead > error + STEP => (offset, set_back + ahead, error.max(width)),
            // It was set right again.
            Some(error) if behind > STEP && set_back > 0 => {
                let back = set_back.min(behind);
                (offset.max(least - back), set_back - back, error.max(width))
            }
            Some(_) if behind > STEP => (clamped, set_back, width),
            Some(error) => (clamped, set_back, error.min(width)),
        };
        let is_jump = is_followed && corrected > offset + STEP;
        Correction { offset: corrected, followed: Followed { set_back, error: Some(error) }, is_jump }
    }

    pub(crate) fn corrected(&self, correction: &Correction) -> Time {
        let millis = self.0.millis(correction.offset);
        Time::from_millis(self.0.latest.load(Ordering::Relaxed).max(millis))
    }

    pub(crate) fn correct(&self, correction: Correction) {
        *self.followed() = correction.followed;
        self.0.offset.store(correction.offset, Ordering::Release);
    }

    fn followed(&self) -> MutexGuard<'_, Followed> {
        self.0.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Face {
    fn millis(&self, offset: i64) -> u64 {
        u64::try_from(self.unmoved(Instant::now()).saturating_add(offset) / 1_000).unwrap_or_default()
    }

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

    fn follow(clock: &Clock, shown: Time) {
        let instant = Instant::now();
        clock.correct(clock.compare(instant, shown, instant));
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_behind_jumps_and_one_that_is_slightly_ahead_waits() {
        let clock = Clock::start();
        let start = clock.now();
        follow(&clock, start.after(Duration::from_millis(HOUR)));
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR));
        follow(&clock, start.after(Duration::from_millis(HOUR - 90)));
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR));
        tokio::time::advance(Duration::from_millis(89)).await;
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR));
        tokio::time::advance(Duration::from_millis(51)).await;
        assert_eq!(clock.now().since(start), Duration::from_millis(HOUR + 50));
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_goes_on_when_the_other_one_is_set_back_and_set_right_again() {
        let (clock, other) = (Clock::start(), Clock::start());
        let start = other.now();
        follow(&clock, other.now());
        for (step, passed) in [(-3_600_000, 1_000), (-500, 2_000), (3_600_500, 3_000), (0, 4_000)] {
            tokio::time::advance(Duration::from_millis(1_000)).await;
            other.step(step);
            follow(&clock, other.now());
            assert_eq!(clock.now().since(start), Duration::from_millis(passed), "after a step of {step} ms");
        }
    }

    proptest! {
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
                let mut last = Time::from_millis(0);
                for (there, back) in delays {
                    let asked = Instant::now();
                    tokio::time::advance(Duration::from_millis(there)).await;
                    let shown = truth();
                    tokio::time::advance(Duration::from_millis(back)).await;
                    clock.correct(clock.compare(asked, shown, Instant::now()));
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
