use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{AddressLimiter, Bucket, Rate};
use crate::config::Limits;
use crate::http::AddressGroup;
use crate::wire::Order;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub client: Rate,
    pub total: Rate,
}

pub(crate) struct Budgets {
    pub(crate) requests: Budget,
    pub(crate) games: Budget,
    pub(crate) moves: Budget,
    pub(crate) takebacks: Budget,
    pub(crate) chat: Budget,
    pub(crate) links: Budget,
    pub(crate) study: Budget,
    pub(crate) pictures: Budget,
    pub(crate) exports: Budget,
}

impl Budgets {
    pub(crate) fn new(limits: &Limits) -> Budgets {
        Budgets {
            requests: Budget::new("requests", limits.requests),
            games: Budget::new("new games", limits.games),
            moves: Budget::new("moves", limits.moves),
            takebacks: Budget::new("takebacks", limits.takebacks),
            chat: Budget::new("chat messages", limits.chat),
            links: Budget::new("links", limits.links),
            study: Budget::new("requests", limits.study),
            pictures: Budget::new("pictures", limits.pictures),
            exports: Budget::new("exports", limits.exports),
        }
    }

    pub(crate) fn take_command(&self, client: AddressGroup, order: &Order) -> Result<(), Spent> {
        match order {
            // Each lets a game grow by further moves.
            Order::TakeBack | Order::AcceptTakeback => self.takebacks.take(client)?,
            _ => {}
        }
        self.moves.take(client)
    }
}

pub(crate) struct Budget {
    /// For messages, in the plural.
    what: &'static str,
    clients: AddressLimiter,
    total: Rate,
    used: Mutex<Bucket>,
}

impl Budget {
    pub(crate) fn new(what: &'static str, allowance: Allowance) -> Budget {
        Budget {
            what,
            clients: AddressLimiter::new(allowance.client),
            total: allowance.total,
            used: Mutex::new(Bucket::full(Instant::now())),
        }
    }

    pub(crate) fn take(&self, client: AddressGroup) -> Result<(), Spent> {
        let now = Instant::now();
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let mut total = *used;
        let spent = |by| move |wait| Spent { what: self.what, by, wait };
        total.take(self.total, now).map_err(spent(SpentBy::Everyone))?;
        self.clients.take(client, now).map_err(spent(SpentBy::Client))?;
        *used = total;
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent {
    what: &'static str,
    pub(crate) by: SpentBy,
    wait: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpentBy {
    /// Or by its site.
    Client,
    Everyone,
}

impl Spent {
    pub(crate) fn seconds(&self) -> u64 {
        self.wait.as_nanos().div_ceil(1_000_000_000).max(1) as u64
    }
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, seconds) = (self.what, self.seconds());
        match self.by {
            SpentBy::Client => write!(f, "too many {what}; wait {seconds} s"),
            SpentBy::Everyone => write!(f, "the server is too busy for more {what}; wait {seconds} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: AddressGroup = AddressGroup::V4(1);

    fn budget(client: u32, total: u32) -> Budget {
        let rate = |burst| Rate { burst, every: Duration::from_secs(10) };
        Budget::new("pictures", Allowance { client: rate(client), total: rate(total) })
    }

    fn granted(budget: &Budget, clients: impl Iterator<Item = AddressGroup>) -> usize {
        clients.filter(|&client| budget.take(client).is_ok()).count()
    }

    #[tokio::test(start_paused = true)]
    async fn clients_together_get_no_more_than_the_total() {
        let budget = budget(2, 5);
        assert_eq!(granted(&budget, (0..100).map(AddressGroup::V4)), 5);
        let spent = budget.take(ANN).unwrap_err();
        assert_eq!(spent.by, SpentBy::Everyone);
        assert_eq!(spent.to_string(), "the server is too busy for more pictures; wait 10 s");
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(budget.take(ANN), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_refused_client_costs_the_others_nothing() {
        let budget = budget(2, 5);
        assert_eq!(granted(&budget, std::iter::repeat_n(ANN, 100)), 2);
        assert_eq!(budget.take(ANN).unwrap_err().to_string(), "too many pictures; wait 10 s");
        assert_eq!(granted(&budget, (10..20).map(AddressGroup::V4)), 3);
    }
}
