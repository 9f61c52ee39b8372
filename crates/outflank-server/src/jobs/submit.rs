//! Where reports are asked for.

use std::sync::Arc;

use tokio::sync::Notify;

use super::{Counts, Placed, Queue, State, Submission};
use crate::ReportId;
use crate::store::StoreError;

/// Takes orders in, and tells how far they are. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ReportService {
    queue: Arc<dyn Queue>,
    /// Told when something has come, so that nobody waits for the next look at the queue.
    wake: Arc<Notify>,
}

impl ReportService {
    pub(crate) fn new(queue: Arc<dyn Queue>, wake: Arc<Notify>) -> ReportService {
        ReportService { queue, wake }
    }

    /// Takes an order in.
    pub(crate) async fn put(&self, order: Submission) -> Result<Placed, StoreError> {
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
