use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{Account, Bucket, Rate, SITE_SHARE};
use crate::http::AddressGroup;

pub(crate) struct AddressLimiter {
    rate: Rate,
    buckets: Mutex<Buckets>,
}

impl AddressLimiter {
    /// As many as fit into a map of 2^17 slots. At 33 bytes a slot this is 4.3 MB, and twice that while some are forgotten.
    pub(crate) const MAX_ADDRESSES: usize = (1 << 17) / 8 * 7;

    pub(crate) fn new(rate: Rate) -> AddressLimiter {
        AddressLimiter { rate, buckets: Mutex::default() }
    }

    /// Charges the client and its site, or neither of them.
    pub(crate) fn take(&self, client: AddressGroup, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let own = Account::Client(client);
        let own_bucket = buckets.after_taking(own, self.rate, now)?;
        if let Some(site) = client.site().map(Account::Site) {
            let bucket = buckets.after_taking(site, self.rate.times(SITE_SHARE), now)?;
            buckets.set(site, bucket, now);
        }
        buckets.set(own, own_bucket, now);
        Ok(())
    }

    #[cfg(test)]
    fn remembered(&self) -> usize {
        self.buckets.lock().unwrap().0.len()
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        let slots = (self.buckets.lock().unwrap().0.capacity() / 7 * 8).next_power_of_two();
        slots * (size_of::<(Account, Bucket)>() + 1)
    }
}

/// An unknown address has a full bucket. When there are too many, full buckets are forgotten, which changes nothing. If that is not enough, the
/// fullest are forgotten until half are left. The emptiest stay: a flood of other addresses does not let a limited client in again.
#[derive(Default)]
struct Buckets(HashMap<Account, Bucket>);

impl Buckets {
    fn after_taking(&self, account: Account, rate: Rate, now: Instant) -> Result<Bucket, Duration> {
        let mut bucket = self.0.get(&account).copied().unwrap_or(Bucket::full(now));
        bucket.take(rate, now).map(|()| bucket)
    }

    fn set(&mut self, account: Account, bucket: Bucket, now: Instant) {
        if self.0.len() >= AddressLimiter::MAX_ADDRESSES && !self.0.contains_key(&account) {
            self.forget(now);
        }
        self.0.insert(account, bucket);
    }

    fn forget(&mut self, now: Instant) {
        let most = AddressLimiter::MAX_ADDRESSES / 2;
        let mut used: Vec<Bucket> = self.0.values().copied().filter(|bucket| !bucket.is_full(now)).collect();
        // The fullest bucket that is kept. Of those equal to it, only some may fit.
        let limit = match used.len().checked_sub(most) {
            Some(excess @ 1..) => *used.select_nth_unstable(excess).1,
            _ => Bucket::full(now),
        };
        let emptier = used.iter().filter(|&&bucket| bucket > limit).count();
        let mut room = if limit.is_full(now) { 0 } else { most.saturating_sub(emptier) };
        // A map from which much was removed would rather grow than reuse the freed slots.
        let mut kept = HashMap::with_capacity(AddressLimiter::MAX_ADDRESSES);
        kept.extend(self.0.drain().filter(|&(_, bucket)| {
            let fits = bucket == limit && room > 0;
            room -= usize::from(fits);
            bucket > limit || fits
        }));
        self.0 = kept;
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    const ANN: AddressGroup = AddressGroup::V4(1);
    const BOB: AddressGroup = AddressGroup::V6(1);
    const RATE: Rate = Rate { burst: 3, every: Duration::from_secs(10) };

    fn flood(limiter: &AddressLimiter, now: impl Fn(u64) -> Instant) {
        for _ in 0..RATE.burst {
            assert_eq!(limiter.take(ANN, now(0)), Ok(()));
        }
        for stranger in 0..1_000_000 {
            let who = match stranger % 2 {
                0 => AddressGroup::of(IpAddr::from(u32::to_be_bytes(0x0a00_0000 + stranger as u32))),
                _ => AddressGroup::of(IpAddr::from(u128::to_be_bytes(0x2001 << 112 | u128::from(stranger) << 80 | 7))),
            };
            assert_eq!(limiter.take(who, now(stranger)), Ok(()));
            assert!(limiter.remembered() <= AddressLimiter::MAX_ADDRESSES);
            assert!(limiter.take(ANN, now(stranger)).is_err(), "forgotten after {stranger} others");
        }
        assert!(limiter.bytes() < 4_400_000, "{} bytes", limiter.bytes());
    }

    #[test]
    fn a_million_addresses_fit_into_the_bound_and_let_no_limited_client_in() {
        let start = Instant::now();
        // All at the same moment, and within nine seconds: before the first token is back.
        flood(&AddressLimiter::new(RATE), |_| start);
        flood(&AddressLimiter::new(RATE), |stranger| start + Duration::from_micros(9 * stranger));
    }

    #[test]
    fn an_ipv6_network_is_one_client() {
        let (limiter, now) = (AddressLimiter::new(RATE), Instant::now());
        let taken = (0..100_000_u128).filter(|host| {
            let address = IpAddr::from(u128::to_be_bytes(0x2001_0db8 << 96 | host << 20 | 1));
            limiter.take(AddressGroup::of(address), now).is_ok()
        });
        assert_eq!((taken.count(), limiter.remembered()), (RATE.burst as usize, 2));
    }

    #[test]
    fn a_site_full_of_clients_gets_no_more_than_its_share() {
        let (limiter, start) = (AddressLimiter::new(RATE), Instant::now());
        let client = |site: u64, number: u64| AddressGroup::V6(0x2001_0db8_0000_0000 | site << 16 | number);
        let granted = |now| (0..60_000).filter(|&number| limiter.take(client(1, number), now).is_ok()).count();
        assert_eq!(granted(start), (RATE.burst * SITE_SHARE) as usize);
        assert_eq!(granted(start + RATE.every), SITE_SHARE as usize);
        assert_eq!(limiter.take(client(2, 1), start + RATE.every), Ok(()));
        assert_eq!(limiter.take(ANN, start + RATE.every), Ok(()));
    }

    #[test]
    fn a_refused_client_costs_its_site_nothing() {
        let (limiter, now) = (AddressLimiter::new(RATE), Instant::now());
        let granted = (0..1_000).filter(|_| limiter.take(BOB, now).is_ok()).count();
        assert_eq!(granted, RATE.burst as usize);
        let neighbours = (2..1_000).filter(|&bits| limiter.take(AddressGroup::V6(bits), now).is_ok()).count();
        assert_eq!(neighbours, (RATE.burst * (SITE_SHARE - 1)) as usize);
    }

    #[test]
    fn full_buckets_are_forgotten_first() {
        let (limiter, start) = (AddressLimiter::new(RATE), Instant::now());
        for stranger in 0..AddressLimiter::MAX_ADDRESSES as u32 {
            assert_eq!(limiter.take(AddressGroup::V4(stranger), start), Ok(()));
        }
        assert_eq!(limiter.take(AddressGroup::V4(u32::MAX), start + RATE.every), Ok(()));
        assert_eq!(limiter.remembered(), 1);
    }
}
