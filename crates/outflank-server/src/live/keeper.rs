use std::sync::Arc;
use std::time::Duration;

use tokio::time::MissedTickBehavior;

use super::shared::{Busy, SharedState};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::StoreError;

const MESSAGES: FailureMessages = FailureMessages {
    failing: "cannot ask the database which games are due",
    recovered: "can ask the database which games are due again",
};

const EVERY: Duration = Duration::from_secs(1);

/// Other servers are not given a due game for this long; if this server fails, they take over then.
const LEASE: Duration = Duration::from_secs(5);

const MAX_DUE: usize = 256;

const BETWEEN: Duration = Duration::from_millis(100);

pub(super) async fn keep(shared: Arc<SharedState>, _busy: Busy) {
    let mut closing = shared.closing();
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let throttle = LogThrottle::new(MESSAGES);
    loop {
        tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return,
            _ = every.tick() => {}
        }
        throttle.note(&wake_due(&shared).await);
    }
}

async fn wake_due(shared: &Arc<SharedState>) -> Result<(), StoreError> {
    loop {
        let due = shared.store.claim_due(LEASE, MAX_DUE).await?;
        due.iter().for_each(|&game| shared.wake(game));
        if due.len() < MAX_DUE {
            return Ok(());
        }
        // After a long outage many games are due. Requests come in between.
        tokio::time::sleep(BETWEEN).await;
    }
}
