//! Looks after games that nobody is in.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::MissedTickBehavior;

use super::shared::{Busy, SharedState};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::StoreError;

const WORDS: FailureMessages = FailureMessages {
    fails: "the store cannot be asked which games are due",
    works: "the store is asked again which games are due",
};

/// How late a flag falls that nobody looks at.
const EVERY: Duration = Duration::from_secs(1);

/// For how long nobody else is given a game that is due. It is also how long it takes until another server looks after it, if this one fails.
const LEASE: Duration = Duration::from_secs(5);

/// How many games are looked after at once.
const MOST_DUE: usize = 256;

/// Keeps the shared until it closes.
pub(super) async fn keep(shared: Arc<SharedState>, _busy: Busy) {
    let mut closing = shared.closing();
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let alarm = LogThrottle::new(WORDS);
    loop {
        tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return,
            _ = every.tick() => {}
        }
        // Without a heartbeat it is not known what is due.
        if !shared.monitor.is_steady() {
            continue;
        }
        alarm.note(&look_around(&shared).await);
    }
}

async fn look_around(shared: &Arc<SharedState>) -> Result<(), StoreError> {
    loop {
        let due = shared.store.claim_due(LEASE, MOST_DUE).await?;
        due.iter().for_each(|&game| shared.wake(game));
        if due.len() < MOST_DUE {
            return Ok(());
        }
    }
}
