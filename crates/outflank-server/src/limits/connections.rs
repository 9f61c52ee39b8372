use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use super::{Account, SITE_SHARE};
use crate::config::{Config, Limits, Network};
use crate::http::AddressGroup;
use crate::metrics::Metrics;

#[derive(Clone)]
pub(crate) struct ConnectionLimit(Arc<Counts>);

struct Counts {
    most: usize,
    most_per_client: usize,
    /// Their connections belong to many clients. Each request that they forward needs a [`Share`] instead.
    trusted_proxies: Vec<Network>,
    shares: Mutex<HashMap<Account, usize>>,
    count: watch::Sender<usize>,
    metrics: Metrics,
}

impl ConnectionLimit {
    pub(crate) fn new(config: &Config, metrics: Metrics) -> ConnectionLimit {
        let Limits { connections, connections_per_address, .. } = config.limits;
        ConnectionLimit::with(connections, connections_per_address, config.trusted_proxies.clone(), metrics)
    }

    /// Limited in total only.
    pub(crate) fn of(most: usize, metrics: Metrics) -> ConnectionLimit {
        ConnectionLimit::with(most, most, Vec::new(), metrics)
    }

    fn with(most: usize, most_per_client: usize, trusted_proxies: Vec<Network>, metrics: Metrics) -> ConnectionLimit {
        let (shares, count) = (Mutex::default(), watch::Sender::new(0));
        ConnectionLimit(Arc::new(Counts { most, most_per_client, trusted_proxies, shares, count, metrics }))
    }

    pub(crate) fn admit(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let is_proxy = self.0.trusted_proxies.iter().any(|network| network.contains(address));
        let share = match is_proxy {
            true => None,
            false => Some(self.share(AddressGroup::of(address))?),
        };
        let is_admitted = self.0.count.send_if_modified(|count| {
            let has_room = *count < self.0.most;
            *count += usize::from(has_room);
            has_room
        });
        if !is_admitted {
            self.0.metrics.connection_refused();
            return None;
        }
        self.0.metrics.connections().inc();
        Some(ConnectionPermit { counts: Arc::clone(&self.0), _share: share })
    }

    pub(crate) fn share(&self, client: AddressGroup) -> Option<Share> {
        let share = self.0.take_share(client).then(|| Share { counts: Arc::clone(&self.0), client });
        if share.is_none() {
            self.0.metrics.connection_refused();
        }
        share
    }

    pub(crate) async fn all_closed(&self) {
        // Fails only without a sender, and `self` has one.
        _ = self.0.count.subscribe().wait_for(|&count| count == 0).await;
    }
}

impl Counts {
    fn accounts(&self, client: AddressGroup) -> impl Iterator<Item = (Account, usize)> {
        let site = client.site().map(|site| (Account::Site(site), self.most_per_client * SITE_SHARE as usize));
        std::iter::once((Account::Client(client), self.most_per_client)).chain(site)
    }

    fn take_share(&self, client: AddressGroup) -> bool {
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |(account, most)| shares.get(&account).is_some_and(|&count| count >= most);
        if self.accounts(client).any(is_full) {
            return false;
        }
        for (account, _) in self.accounts(client) {
            *shares.entry(account).or_default() += 1;
        }
        true
    }

    fn return_share(&self, client: AddressGroup) {
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        for (account, _) in self.accounts(client) {
            match shares.get_mut(&account) {
                Some(count) if *count > 1 => *count -= 1,
                _ => _ = shares.remove(&account),
            }
        }
    }
}

pub(crate) struct ConnectionPermit {
    counts: Arc<Counts>,
    _share: Option<Share>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.counts.count.send_modify(|count| *count -= 1);
        self.counts.metrics.connections().dec();
    }
}

pub(crate) struct Share {
    counts: Arc<Counts>,
    client: AddressGroup,
}

impl Drop for Share {
    fn drop(&mut self) {
        self.counts.return_share(self.client);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Database;

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
    fn connections_are_limited_per_site() {
        let limit = limit(100, 2);
        let permits: Vec<_> =
            (0..50).filter_map(|number| admit(&limit, &format!("2001:db8:1:{number:x}::1"))).collect();
        assert_eq!(permits.len(), 2 * SITE_SHARE as usize);
        assert!(admit(&limit, "2001:db8:2::1").is_some());
        drop(permits);
        assert!(limit.0.shares.lock().unwrap().is_empty());
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
        assert!(limit.0.shares.lock().unwrap().is_empty());
    }

    #[test]
    fn a_trusted_proxy_has_many_connections_and_its_clients_have_few() {
        let limit = limit(100, 2);
        let permits: Vec<_> = (0..50).map(|_| admit(&limit, "10.0.0.1")).collect();
        assert!(permits.iter().all(Option::is_some));
        let client = AddressGroup::of("192.0.2.1".parse().unwrap());
        let shares = [limit.share(client), limit.share(client)];
        assert!(shares.iter().all(Option::is_some));
        assert!(limit.share(client).is_none());
        // With or without the proxy.
        assert!(admit(&limit, "192.0.2.1").is_none());
        drop(shares);
        assert!(limit.share(client).is_some());
    }
}
