//! How often an address may do something.

use std::collections::HashMap;
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
    /// How many addresses are remembered at most, however many come: as many as fit into a map of 2^17 places. At 33 bytes for each place, that
    /// is 4.3 MB, and twice as much for the moment in which some are forgotten.
    pub(crate) const MOST_ADDRESSES: usize = (1 << 17) / 8 * 7;

    pub(crate) fn new(rate: Rate) -> Limiter {
        Limiter { rate, buckets: Mutex::default() }
    }

    /// Takes a token, or tells how long it takes until there is one.
    pub(crate) fn take(&self, who: AddressGroup, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = buckets.full_at.get(&who).copied().unwrap_or(now).max(now);
        // With the last token taken, it takes a burst's time until the bucket is full again.
        let longest = self.rate.every * self.rate.burst;
        let wait = (full_at + self.rate.every).duration_since(now).saturating_sub(longest);
        match wait.is_zero() {
            true => {
                buckets.set(who, full_at + self.rate.every, now);
                Ok(())
            }
            false => Err(wait),
        }
    }

    #[cfg(test)]
    fn remembered(&self) -> usize {
        self.buckets.lock().unwrap().full_at.len()
    }

    /// How many bytes the map takes.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        let places = (self.buckets.lock().unwrap().full_at.capacity() / 7 * 8).next_power_of_two();
        places * (size_of::<(AddressGroup, Instant)>() + 1)
    }
}

/// A bucket is the moment at which it will be full again. An address that is not remembered has a full one.
///
/// When there are too many, those that are full again are forgotten, which changes nothing; and if that is not enough, those that are nearest to
/// it, until half are left. Who has taken the most is remembered the longest: a flood of others that take a token each does not let it in again.
#[derive(Default)]
struct Buckets {
    full_at: HashMap<AddressGroup, Instant>,
}

impl Buckets {
    fn set(&mut self, who: AddressGroup, full_at: Instant, now: Instant) {
        if self.full_at.len() >= Limiter::MOST_ADDRESSES && !self.full_at.contains_key(&who) {
            self.forget(now);
        }
        self.full_at.insert(who, full_at);
    }

    fn forget(&mut self, now: Instant) {
        let most = Limiter::MOST_ADDRESSES / 2;
        let mut moments: Vec<Instant> = self.full_at.values().copied().filter(|&full_at| full_at > now).collect();
        // The moment from which on addresses are kept. Of those with just this moment, only some may find room.
        let limit = match moments.len().checked_sub(most) {
            Some(too_many @ 1..) => *moments.select_nth_unstable(too_many).1,
            _ => now,
        };
        let later = moments.iter().filter(|&&full_at| full_at > limit).count();
        let mut room = if limit > now { most.saturating_sub(later) } else { 0 };
        // A map of its own: one from which much was taken would rather grow than use the freed places again.
        let mut kept = HashMap::with_capacity(Limiter::MOST_ADDRESSES);
        kept.extend(self.full_at.drain().filter(|&(_, full_at)| {
            let finds_room = full_at == limit && room > 0;
            room -= usize::from(finds_room);
            full_at > limit || finds_room
        }));
        self.full_at = kept;
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

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

    /// A million addresses of both kinds, and one that has taken too much already and asks again and again.
    fn flood(limiter: &Limiter, now: impl Fn(u64) -> Instant) {
        for _ in 0..RATE.burst {
            assert_eq!(limiter.take(ANN, now(0)), Ok(()));
        }
        for stranger in 0..1_000_000 {
            let who = match stranger % 2 {
                0 => AddressGroup::of(IpAddr::from(u32::to_be_bytes(0x0a00_0000 + stranger as u32))),
                // Another network each time, and another address in it.
                _ => AddressGroup::of(IpAddr::from(u128::to_be_bytes(
                    0x2001_0db8 << 96 | u128::from(stranger) << 64 | 7,
                ))),
            };
            assert_eq!(limiter.take(who, now(stranger)), Ok(()));
            assert!(limiter.remembered() <= Limiter::MOST_ADDRESSES);
            assert!(limiter.take(ANN, now(stranger)).is_err(), "forgotten after {stranger} others");
        }
        assert!(limiter.bytes() < 4_400_000, "{} bytes", limiter.bytes());
    }

    #[test]
    fn a_million_addresses_take_no_more_room_than_stated_and_nobody_is_let_in_by_them() {
        let start = Instant::now();
        // All at the same moment, and within nine seconds: before the first token is back.
        flood(&Limiter::new(RATE), |_| start);
        flood(&Limiter::new(RATE), |stranger| start + Duration::from_micros(9 * stranger));
    }

    #[test]
    fn one_network_of_ipv6_is_one_guest_however_many_addresses_it_has() {
        let (limiter, now) = (Limiter::new(RATE), Instant::now());
        let taken = (0..100_000_u128).filter(|host| {
            let address = IpAddr::from(u128::to_be_bytes(0x2001_0db8 << 96 | host << 20 | 1));
            limiter.take(AddressGroup::of(address), now).is_ok()
        });
        assert_eq!((taken.count(), limiter.remembered()), (RATE.burst as usize, 1));
    }

    #[test]
    fn who_has_a_full_bucket_is_forgotten_first() {
        let (limiter, start) = (Limiter::new(RATE), Instant::now());
        for stranger in 0..Limiter::MOST_ADDRESSES as u64 {
            assert_eq!(limiter.take(AddressGroup::V6(stranger << 8), start), Ok(()));
        }
        assert_eq!(limiter.take(BOB, start + RATE.every), Ok(()));
        assert_eq!(limiter.remembered(), 1);
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
