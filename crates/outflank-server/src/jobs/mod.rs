//! Queued game reports.
//!
//! A report waits in a [`Queue`] until a search thread of a server or [`Worker`] is free, and is kept for a day.
//!
//! Reports are reproducible: a [`Finding`] depends only on position and depth, and games with that position share it.
//!
//! A job is leased. A worker that stops renewing loses it to the next one, and its later messages are ignored because
//! the claim number has changed. After [`MAX_ATTEMPTS`] attempts the report is given up, in case it crashes its worker.
//! A worker that shuts down returns the job, and the attempt does not count. See docs/queue.md.

#[cfg(feature = "postgres")]
mod machine;
mod memory;
mod request;
pub(crate) mod stored;
mod worker;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use outflank_study::report::Document;
use outflank_study::review::{Finding, Key};
use tokio::sync::Notify;

use crate::ReportId;
use crate::http::Site;
use crate::limits::SITE_SHARE;
use crate::store::StoreError;

#[cfg(feature = "postgres")]
pub use machine::{Worker, WorkerConfig};
pub use memory::MemoryQueue;
pub use request::{ReportRequest, UnreadableRequest};
pub(crate) use worker::{Pace, ReportWorkers};

pub const MAX_ATTEMPTS: u32 = 5;

pub const MAX_OPEN: usize = 5_000;

pub const MAX_PER_CLIENT: usize = 200;

pub const MAX_PER_SITE: usize = MAX_PER_CLIENT * SITE_SHARE as usize;

pub const KEPT_FOR: Duration = Duration::from_secs(24 * 60 * 60);

pub const MAX_KEPT: usize = 2_000;

pub const MAX_FINDINGS: usize = 1_000_000;

/// Leases and delays follow the queue's clock. Every successful call is durable, unless the queue is in memory.
#[async_trait]
pub trait Queue: Send + Sync + 'static {
    async fn put(&self, submission: Submission) -> Result<Placed, StoreError>;

    /// Leases the next job: [`Rank::Person`] before [`Rank::Bulk`], then in order of submission; a failed job may end
    /// up behind later ones. Expired leases are taken over, or the report is given up after too many attempts.
    async fn take(&self, lease: Duration) -> Result<Option<Taken>, StoreError>;

    async fn renew(&self, claim: &Claim, lease: Duration, percent: u8) -> Result<Hold, StoreError>;

    async fn finish(&self, claim: &Claim, report: &Document) -> Result<Hold, StoreError>;

    /// Queues the job again after `pause`, or gives it up after too many attempts.
    async fn fail(&self, claim: &Claim, why: &str, pause: Duration) -> Result<Hold, StoreError>;

    /// Queues the job again without counting the attempt.
    async fn give_back(&self, claim: &Claim) -> Result<Hold, StoreError>;

    async fn state(&self, report: ReportId) -> Result<Option<State>, StoreError>;

    async fn counts(&self) -> Result<Counts, StoreError>;

    async fn findings(&self, about: &[Key]) -> Result<Vec<Finding>, StoreError>;

    async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError>;

    async fn sweep(&self) -> Result<(), StoreError>;
}

#[derive(Clone, Debug)]
pub struct Submission {
    pub tasks: Vec<(ReportId, ReportRequest)>,
    pub rank: Rank,
    pub client: Client,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    Person,
    Bulk,
}

/// Clients with the same number share limits. Forgotten when the report is done.
///
/// IPv6 clients have the first 64 bits of their address in the upper half. Those that agree in the first 48 form a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client(pub u128);

impl Client {
    pub(crate) fn site(self) -> Option<Site> {
        Site::of_number(self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    Kept,
    TooManyOfYours,
    TooMany,
}

impl Placed {
    pub(crate) fn check(new: usize, open: &OpenReports) -> Placed {
        let OpenReports { total, client, site } = *open;
        if client.saturating_add(new) > MAX_PER_CLIENT || site.saturating_add(new) > MAX_PER_SITE {
            Placed::TooManyOfYours
        } else if total.saturating_add(new) > MAX_OPEN {
            Placed::TooMany
        } else {
            Placed::Kept
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenReports {
    pub(crate) total: usize,
    pub(crate) client: usize,
    /// Of the client's site. Zero if it has none.
    pub(crate) site: usize,
}

/// Fences a lease: a new lease has a new number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub report: ReportId,
    pub number: u32,
}

#[derive(Clone, Debug)]
pub struct Taken {
    pub claim: Claim,
    /// Unreadable if another version of the program wrote it.
    pub task: Result<ReportRequest, UnreadableRequest>,
    /// Includes this attempt.
    pub tries: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    Held,
    /// Another worker has the job, or it is done. The call had no effect.
    Lost,
}

#[derive(Clone, Debug, PartialEq)]
pub enum State {
    Waiting { before: usize },
    Running { percent: u8 },
    Done(Box<Document>),
    GivenUp { why: String },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub waiting: usize,
    pub running: usize,
    pub done: usize,
    pub given_up: usize,
}

pub(crate) const LEASE_EXPIRED: &str = "the worker stopped responding";

#[derive(Clone)]
pub(crate) struct ReportService {
    queue: Arc<dyn Queue>,
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

    pub(crate) async fn findings(&self, about: &[Key]) -> Result<Vec<Finding>, StoreError> {
        self.queue.findings(about).await
    }

    pub(crate) async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError> {
        self.queue.learn(findings).await
    }
}
