//! Where reports are asked for.

use std::sync::Arc;

use tokio::sync::Notify;

use super::{Counts, Order, Placed, Queue, State};
use crate::ReportId;
use crate::store::StoreError;

/// Takes orders in, and tells how far they are. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Desk {
    queue: Arc<dyn Queue>,
    /// Told when something has come, so that nobody waits for the next look at the queue.
    wake: Arc<Notify>,
}

impl Desk {
    pub(crate) fn new(queue: Arc<dyn Queue>, wake: Arc<Notify>) -> Desk {
        Desk { queue, wake }
    }

    /// Takes an order in.
    pub(crate) async fn put(&self, order: Order) -> Result<Placed, StoreError> {
        let placed = self.queue.put(order).await?;
        self.wake.notify_waiters();
        Ok(placed)
    }

    /// How far a report is.
    pub(crate) async fn state(&self, report: ReportId) -> Result<Option<State>, StoreError> {
        self.queue.state(report).await
    }

    /// How many there are.
    pub(crate) async fn counts(&self) -> Result<Counts, StoreError> {
        self.queue.counts().await
    }
}
