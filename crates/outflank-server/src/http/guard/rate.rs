//! How often an address may do something.

use std::collections::HashMap;
use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::client::AddressGroup;
use crate::config::Rate;

/// A bucket of tokens for each address. A token is taken each time; one comes back after a while.
pub(crate) struct Limiter {
    rate: Rate,
    buckets: Mutex<Buckets>,
}

impl Limiter {
    /// How many addresses are remembered at most, however many come. At 32 bytes or less for each, that is 4 MiB.
    pub(crate) const MOST_ADDRESSES: usize = 1 << 17;

    pub(crate) fn new(rate: Rate) -> Limiter {
        Limiter { rate, buckets: Mutex::default() }
    }

    /// Takes a token, or tells how long it takes until there is one.
    pub(crate) fn take(&self, who: AddressGroup, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = buckets.full_at(who).unwrap_or(now).max(now);
        // With the last token taken, it takes a burst's time until the bucket is full again.
        let longest = self.rate.every * self.rate.burst;
        let wait = (full_at + self.rate.every).duration_since(now).saturating_sub(longest);
        match wait.is_zero() {
            true => {
                buckets.set(who, full_at + self.rate.every);
                Ok(())
            }
            false => Err(wait),
        }
    }

    #[cfg(test)]
    fn remembered(&self) -> usize {
        let buckets = self.buckets.lock().unwrap();
        buckets.young.len() + buckets.old.len()
    }
}

/// A bucket is the moment at which it will be full again. An address that is not remembered has a full one.
///
/// There are two generations. When the young one is full it becomes the old one, and the old one is forgotten: an address that
/// comes back is young again, and the ones that are forgotten have not come for as long as it took half of
/// [`Limiter::MOST_ADDRESSES`] others to come.
#[derive(Default)]
struct Buckets {
    young: HashMap<AddressGroup, Instant>,
    old: HashMap<AddressGroup, Instant>,
}

impl Buckets {
    fn full_at(&self, who: AddressGroup) -> Option<Instant> {
        self.young.get(&who).or_else(|| self.old.get(&who)).copied()
    }

    fn set(&mut self, who: AddressGroup, full_at: Instant) {
        if self.young.len() >= Limiter::MOST_ADDRESSES / 2 && !self.young.contains_key(&who) {
            self.old = mem::take(&mut self.young);
        }
        self.young.insert(who, full_at);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ANN: AddressGroup = AddressGroup::V4(1);
    const BOB: AddressGroup = AddressGroup::V6(1);
    const RATE: Rate = Rate { burst: 3, every: Duration::from_secs(10) };

    #[test]
    fn after_a_burst_one_waits_as_long_as_one_is_told() {
        let (limiter, now) = (Limiter::new(RATE), Instant::now());
        for _ in 0..3 {
            assert_eq!(limiter.take(ANN, now), Ok(()));
        }
        assert_eq!(limiter.take(ANN, now), Err(Duration::from_secs(10)));
        assert_eq!(limiter.take(BOB, now), Ok(()));
        assert_eq!(limiter.take(ANN, now + Duration::from_secs(4)), Err(Duration::from_secs(6)));
        assert_eq!(limiter.take(ANN, now + Duration::from_secs(10)), Ok(()));
        assert_eq!(limiter.take(ANN, now + Duration::from_secs(10)), Err(Duration::from_secs(10)));
    }

    #[test]
    fn a_million_addresses_take_no_more_room_than_stated() {
        let (limiter, now) = (Limiter::new(RATE), Instant::now());
        for _ in 0..3 {
            assert_eq!(limiter.take(ANN, now), Ok(()));
        }
        for stranger in 0..1_000_000 {
            assert_eq!(limiter.take(AddressGroup::V6(stranger << 8), now), Ok(()));
            assert!(limiter.remembered() <= Limiter::MOST_ADDRESSES);
            // Who is refused meanwhile is not forgotten, as long as it was allowed something lately.
            if stranger < Limiter::MOST_ADDRESSES as u64 / 2 - 1 {
                assert!(limiter.take(ANN, now).is_err());
            }
        }
        assert!(limiter.remembered() > Limiter::MOST_ADDRESSES / 2);
    }

    proptest! {
        /// In any stretch of time nobody gets more than the burst and what has come back since.
        #[test]
        fn nobody_gets_more_than_the_rate(pauses in prop::collection::vec(0..25_000_u64, 1..60)) {
            let limiter = Limiter::new(RATE);
            let start = Instant::now();
            let mut now = start;
            let mut granted = Vec::new();
            for pause in pauses {
                now += Duration::from_millis(pause);
                match limiter.take(ANN, now) {
                    Ok(()) => granted.push(now),
                    Err(wait) => prop_assert!(wait <= RATE.every && !wait.is_zero()),
                }
            }
            for (index, first) in granted.iter().enumerate() {
                for (count, last) in granted[index..].iter().enumerate() {
                    let back = last.duration_since(*first).as_millis() / RATE.every.as_millis();
                    prop_assert!((count as u128) < u128::from(RATE.burst) + back);
                }
            }
        }
    }
}
