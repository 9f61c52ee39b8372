//! Who may come in: how many connections there are, and how many of them from where.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::config::{Config, Network};
use crate::http::AddressGroup;
use crate::metrics::Metrics;

/// Counts connections. Cheap to clone.
#[derive(Clone)]
pub(super) struct Door(Arc<Inside>);

struct Inside {
    most: usize,
    most_per_address: usize,
    /// Their users are told apart by what they say, not by their connections.
    trusted_proxies: Vec<Network>,
    /// Not more of them than connections.
    by_address: Mutex<HashMap<AddressGroup, usize>>,
    count: watch::Sender<usize>,
    metrics: Metrics,
}

impl Door {
    pub(super) fn new(config: &Config, metrics: Metrics) -> Door {
        Door(Arc::new(Inside {
            most: config.limits.connections,
            most_per_address: config.limits.connections_per_address,
            trusted_proxies: config.trusted_proxies.clone(),
            by_address: Mutex::default(),
            count: watch::Sender::new(0),
            metrics,
        }))
    }

    /// Lets somebody in, as long as the pass is kept; nobody if there are too many.
    pub(super) fn admit(&self, address: IpAddr) -> Option<Pass> {
        let is_proxy = self.0.trusted_proxies.iter().any(|network| network.contains(address));
        let group = Some(AddressGroup::of(address)).filter(|_| !is_proxy);
        let admitted = self.0.take(group);
        match admitted {
            true => _ = self.0.metrics.connections().inc(),
            false => self.0.metrics.connection_refused(),
        }
        admitted.then(|| Pass { inside: Arc::clone(&self.0), group })
    }

    /// Waits until everybody has left.
    pub(super) async fn emptied(&self) {
        // It fails only if there is no sender, and there is one as long as there is a door.
        _ = self.0.count.subscribe().wait_for(|&count| count == 0).await;
    }
}

impl Inside {
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

    fn give_back(&self, group: Option<AddressGroup>) {
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

/// The right to be connected. Dropping it gives it back.
pub(super) struct Pass {
    inside: Arc<Inside>,
    group: Option<AddressGroup>,
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.inside.give_back(self.group);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Database, Limits};

    fn door(connections: usize, connections_per_address: usize) -> Door {
        let limits = Limits { connections, connections_per_address, ..Limits::default() };
        let trusted_proxies = vec!["10.0.0.1".parse().unwrap()];
        Door::new(&Config { limits, trusted_proxies, ..Config::local(Database::Memory) }, Metrics::new())
    }

    fn admit(door: &Door, address: &str) -> Option<Pass> {
        door.admit(address.parse().unwrap())
    }

    #[test]
    fn an_address_has_its_share_of_connections() {
        let door = door(100, 2);
        let (first, second) = (admit(&door, "192.0.2.1"), admit(&door, "192.0.2.1"));
        assert!(first.is_some() && second.is_some());
        assert!(admit(&door, "192.0.2.1").is_none());
        assert!(admit(&door, "192.0.2.2").is_some());
        drop(first);
        assert!(admit(&door, "192.0.2.1").is_some());
    }

    #[test]
    fn all_together_have_no_more_than_there_are() {
        let door = door(2, 2);
        let passes = [admit(&door, "192.0.2.1"), admit(&door, "192.0.2.2")];
        assert!(passes.iter().all(Option::is_some));
        assert!(admit(&door, "192.0.2.3").is_none());
        assert!(admit(&door, "10.0.0.1").is_none());
        drop(passes);
        assert!(admit(&door, "192.0.2.3").is_some());
        assert!(door.0.by_address.lock().unwrap().is_empty());
    }

    #[test]
    fn a_trusted_proxy_brings_as_many_as_it_has() {
        let door = door(100, 2);
        let passes: Vec<_> = (0..50).map(|_| admit(&door, "10.0.0.1")).collect();
        assert!(passes.iter().all(Option::is_some));
    }
}
