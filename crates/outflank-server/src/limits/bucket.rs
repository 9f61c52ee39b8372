use std::time::Duration;

use tokio::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    pub burst: u32,
    /// The time until one more is allowed.
    pub every: Duration,
}

impl Rate {
    pub(crate) fn times(self, count: u32) -> Rate {
        Rate { burst: self.burst.saturating_mul(count), every: self.every / count }
    }
}

/// Stored as the time at which the bucket is full again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bucket {
    full_at: Instant,
}

impl Bucket {
    pub(crate) fn full(now: Instant) -> Bucket {
        Bucket { full_at: now }
    }

    pub(crate) fn is_full(self, now: Instant) -> bool {
        self.full_at <= now
    }

    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        let full_at = self.full_at.max(now) + rate.every;
        // An empty bucket is full again after the time of a burst.
        let wait = full_at.duration_since(now).saturating_sub(rate.every * rate.burst);
        if !wait.is_zero() {
            return Err(wait);
        }
        self.full_at = full_at;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RATE: Rate = Rate { burst: 3, every: Duration::from_secs(10) };

    #[test]
    fn a_burst_is_allowed_and_then_one_at_a_time() {
        let start = Instant::now();
        let mut bucket = Bucket::full(start);
        let mut take = |after| bucket.take(RATE, start + Duration::from_secs(after)).map_err(|wait| wait.as_secs());
        assert_eq!([0, 0, 0].map(&mut take), [Ok(()); 3]);
        assert_eq!([0, 4, 10, 10, 15, 90].map(take), [Err(10), Err(6), Ok(()), Err(10), Err(5), Ok(())]);
    }

    proptest! {
        #[test]
        fn no_period_exceeds_the_rate(pauses in prop::collection::vec(0..25_000_u64, 1..60)) {
            let mut now = Instant::now();
            let mut bucket = Bucket::full(now);
            let mut granted = Vec::new();
            for pause in pauses {
                now += Duration::from_millis(pause);
                match bucket.take(RATE, now) {
                    Ok(()) => granted.push(now),
                    Err(wait) => prop_assert!(wait <= RATE.every && !wait.is_zero()),
                }
            }
            for (index, first) in granted.iter().enumerate() {
                for (count, last) in granted[index..].iter().enumerate() {
                    let refilled = last.duration_since(*first).as_millis() / RATE.every.as_millis();
                    prop_assert!((count as u128) < u128::from(RATE.burst) + refilled);
                }
            }
        }
    }
}
