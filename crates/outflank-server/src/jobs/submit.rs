use std::sync::Arc;

use tokio::sync::Notify;

use super::{Counts, Placed, Queue, State, Submission};
use crate::ReportId;
use crate::store::StoreError;

#[derive(Clone)]
pub(crate) struct ReportService {
    queue: Arc<dyn Queue>,
    /// Wakes idle workers before their next poll.
    wake: Arc<Notify>,
}

impl ReportService {
    pub(crate) fn new(queue: Arc<dyn Queue>, wake: Arc<Notify>) -> ReportService {
        ReportService { queue, wake }
    }

    pub(crate) async fn put(&self, submission: Submission) -> Result<Placed, StoreError> {
        let placed = self.queue.put(submission).await?;
        self.wake.notify_waiters();
        Ok(placed)
    }

    pub(crate) async fn state(&self, report: ReportId) -> Result<Option<State>, StoreError> {
        self.queue.state(report).await
    }

    pub(crate) async fn counts(&self) -> Result<Counts, StoreError> {
        self.queue.counts().await
    }
}
