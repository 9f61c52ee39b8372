use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::config::{Config, Network};
use crate::http::AddressGroup;
use crate::metrics::Metrics;

#[derive(Clone)]
pub(crate) struct ConnectionLimit(Arc<Counts>);

struct Counts {
    most: usize,
    most_per_address: usize,
    /// Their connections belong to many clients and are not limited per address.
    trusted_proxies: Vec<Network>,
    by_address: Mutex<HashMap<AddressGroup, usize>>,
    count: watch::Sender<usize>,
    metrics: Metrics,
}

impl ConnectionLimit {
    pub(crate) fn new(config: &Config, metrics: Metrics) -> ConnectionLimit {
        ConnectionLimit(Arc::new(Counts {
            most: config.limits.connections,
            most_per_address: config.limits.connections_per_address,
            trusted_proxies: config.trusted_proxies.clone(),
            by_address: Mutex::default(),
            count: watch::Sender::new(0),
            metrics,
        }))
    }

    /// None if there are too many connections.
    pub(crate) fn admit(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let is_proxy = self.0.trusted_proxies.iter().any(|network| network.contains(address));
        let group = Some(AddressGroup::of(address)).filter(|_| !is_proxy);
        let admitted = self.0.take(group);
        match admitted {
            true => _ = self.0.metrics.connections().inc(),
            false => self.0.metrics.connection_refused(),
        }
        admitted.then(|| ConnectionPermit { counts: Arc::clone(&self.0), group })
    }

    pub(crate) async fn all_closed(&self) {
        // Fails only without a sender, and `self` has one.
        _ = self.0.count.subscribe().wait_for(|&count| count == 0).await;
    }
}

impl Counts {
    fn take(&self, group: Option<AddressGroup>) -> bool {
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = group.and_then(|group| by_address.get(&group)).copied().unwrap_or(0);
        if *self.count.borrow() >= self.most || mine >= self.most_per_address {
            return false;
        }
        if let Some(group) = group {
            by_address.insert(group, mine + 1);
        }
        self.count.send_modify(|count| *count += 1);
        true
    }

    fn release(&self, group: Option<AddressGroup>) {
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(group) = group {
            match by_address.get_mut(&group) {
                Some(mine) if *mine > 1 => *mine -= 1,
                _ => _ = by_address.remove(&group),
            }
        }
        self.count.send_modify(|count| *count -= 1);
        self.metrics.connections().dec();
    }
}

pub(crate) struct ConnectionPermit {
    counts: Arc<Counts>,
    group: Option<AddressGroup>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.counts.release(self.group);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Database, Limits};

    fn limit(connections: usize, connections_per_address: usize) -> ConnectionLimit {
        let limits = Limits { connections, connections_per_address, ..Limits::default() };
        let trusted_proxies = vec!["10.0.0.1".parse().unwrap()];
        ConnectionLimit::new(&Config { limits, trusted_proxies, ..Config::local(Database::Memory) }, Metrics::new())
    }

    fn admit(limit: &ConnectionLimit, address: &str) -> Option<ConnectionPermit> {
        limit.admit(address.parse().unwrap())
    }

    #[test]
    fn connections_are_limited_per_address() {
        let limit = limit(100, 2);
        let (first, second) = (admit(&limit, "192.0.2.1"), admit(&limit, "192.0.2.1"));
        assert!(first.is_some() && second.is_some());
        assert!(admit(&limit, "192.0.2.1").is_none());
        assert!(admit(&limit, "192.0.2.2").is_some());
        drop(first);
        assert!(admit(&limit, "192.0.2.1").is_some());
    }

    #[test]
    fn connections_are_limited_in_total() {
        let limit = limit(2, 2);
        let permits = [admit(&limit, "192.0.2.1"), admit(&limit, "192.0.2.2")];
        assert!(permits.iter().all(Option::is_some));
        assert!(admit(&limit, "192.0.2.3").is_none());
        assert!(admit(&limit, "10.0.0.1").is_none());
        drop(permits);
        assert!(admit(&limit, "192.0.2.3").is_some());
        assert!(limit.0.by_address.lock().unwrap().is_empty());
    }

    #[test]
    fn a_trusted_proxy_is_not_limited_per_address() {
        let limit = limit(100, 2);
        let permits: Vec<_> = (0..50).map(|_| admit(&limit, "10.0.0.1")).collect();
        assert!(permits.iter().all(Option::is_some));
    }
}
