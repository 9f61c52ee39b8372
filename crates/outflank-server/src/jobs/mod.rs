//! Reports on games, made when there is time.
//!
//! Somebody asks for a report and gets its name. It waits in a [`Queue`] until a searcher of a server or of a worker is free, and is
//! kept for a day once it is made.
//!
//! - [`Queue`]: where reports wait and are kept; one suite of tests for every queue. [`MemoryQueue`] is the readable one; a
//!   [`SqliteStore`](crate::store::SqliteStore) is the one of its file, a [`PostgresStore`](crate::store::PostgresStore) that of its database.
//! - [`Submission`], [`ReportRequest`], [`Effort`]: what is asked for. [`State`]: how far it is. [`Taken`], [`Claim`]: what somebody works on.
//! - [`Finding`], [`Canonical`]: what a search found out, kept by position.
//! - `worker`: processes jobs. `submit`: accepts report requests.
//! - [`Worker`]: a process that only makes reports.
//!
//! # Why a report does not depend on who makes it, when, and how often
//!
//! A search asks one thing: what is this position worth when one looks so many plies ahead? It is put to an engine that has forgotten
//! everything, about the position in its [`Canonical`] form. So its answer follows from the question alone, and can be kept for everybody who
//! asks again: for the same game after its worker has gone, and for every game with the same opening. A report is the same with what was
//! kept and without it, except where a search was broken off because it took too long.
//!
//! # Leases
//!
//! Who takes a job has it for a while and says now and then that it goes on. If nothing is heard any more, the next who asks has the job, under
//! another number, and what the first may still say is ignored. Every taking counts as a try; after [`MOST_TRIES`] the report is
//! given up, so that a job that ends its worker each time ends as well. Who stops in good order gives the job back, and the try with it.

mod canonical;
mod finding;
#[cfg(feature = "postgres")]
mod machine;
mod memory;
mod request;
pub(crate) mod stored;
mod submit;
mod worker;

#[cfg(test)]
mod tests;

use std::time::Duration;

use async_trait::async_trait;
use outflank_study::report::Document;

use crate::ReportId;
use crate::store::StoreError;

pub use canonical::{Canonical, Key};
pub use finding::{Finding, SearchRequest};
#[cfg(feature = "postgres")]
pub use machine::{Worker, WorkerConfig};
pub use memory::MemoryQueue;
pub use request::{Effort, ReportRequest, UnreadableRequest};
pub(crate) use submit::ReportService;
pub(crate) use worker::{Pace, ReportWorkers};

/// How often a job is tried before it is given up.
pub const MOST_TRIES: u32 = 5;

/// How many reports may wait or be in the making.
pub const MOST_OPEN: usize = 5_000;

/// How many of them may be one client's.
pub const MOST_OF_A_CLIENT: usize = 200;

/// How long a report is kept.
pub const KEPT_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// How many reports are kept. The oldest go first.
pub const MOST_KEPT: usize = 2_000;

/// How many findings are kept. The oldest go first.
pub const MOST_FINDINGS: usize = 1_000_000;

/// Where reports wait and are kept.
///
/// Leases and pauses go by one clock, which is the queue's. Every answer that is not an error is durable, as far as anything is.
#[async_trait]
pub trait Queue: Send + Sync + 'static {
    /// Takes an order in: all of it, or nothing.
    async fn put(&self, order: Submission) -> Result<Placed, StoreError>;

    /// Gives out the job that is next, for so long: a person's before bulk, and of those the one that came first; one that has failed may
    /// find itself behind those that came since. What was taken before and not heard of is given out again, unless it was tried too
    /// often; then it is given up.
    async fn take(&self, lease: Duration) -> Result<Option<Taken>, StoreError>;

    /// The job goes on: it is held for so long from now.
    async fn renew(&self, claim: &Claim, lease: Duration, percent: u8) -> Result<Hold, StoreError>;

    /// The report is made.
    async fn finish(&self, claim: &Claim, report: &Document) -> Result<Hold, StoreError>;

    /// It could not be made. It is tried again after the pause, unless it was tried often enough.
    async fn fail(&self, claim: &Claim, why: &str, pause: Duration) -> Result<Hold, StoreError>;

    /// The job is left to somebody else, as if it had not been taken.
    async fn give_back(&self, claim: &Claim) -> Result<Hold, StoreError>;

    /// How far a report is; nothing if there is none, or none any more.
    async fn state(&self, report: ReportId) -> Result<Option<State>, StoreError>;

    /// How many reports there are.
    async fn counts(&self) -> Result<Counts, StoreError>;

    /// What was found out about some positions.
    async fn findings(&self, about: &[Key]) -> Result<Vec<Finding>, StoreError>;

    /// Keeps what was found out. Less than what is known about the same question changes nothing.
    async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError>;

    /// Forgets what is too old or too much.
    async fn sweep(&self) -> Result<(), StoreError>;
}

/// Reports that somebody asks for together.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The reports with the names that they are to have.
    pub tasks: Vec<(ReportId, ReportRequest)>,
    /// Who goes first.
    pub rank: Rank,
    /// Who asks.
    pub client: Client,
}

/// Who goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Somebody waits for one game.
    Person,
    /// Many games, for which nobody sits and waits.
    Bulk,
}

/// Who asks, as far as limits go: who has the same number shares them. It is forgotten when the report is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client(pub u128);

/// Whether an order was taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// It was.
    Kept,
    /// The client has too many open ones already.
    TooManyOfYours,
    /// There are too many open ones.
    TooMany,
}

/// The right to work on a job. It ends when another has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The report.
    pub report: ReportId,
    /// How many claims to it there have been.
    pub number: u32,
}

/// A job that somebody works on.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The right to do so.
    pub claim: Claim,
    /// What is asked for. Another version of this program may have written what this one cannot read.
    pub task: Result<ReportRequest, UnreadableRequest>,
    /// How often it was tried, this time counted.
    pub tries: u32,
}

/// Whether a claim still holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It was heard.
    Held,
    /// Somebody else has the job, or it is over. What was said is ignored.
    Lost,
}

/// How far a report is.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// It waits for so many others.
    Waiting {
        /// How many are before it.
        before: usize,
    },
    /// It is being made.
    Running {
        /// How much of it is done, in hundredths.
        percent: u8,
    },
    /// It is made.
    Done(Box<Document>),
    /// There will be none.
    GivenUp {
        /// Why the last try failed: a clause.
        why: String,
    },
}

/// How many reports there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many wait.
    pub waiting: usize,
    /// How many are in the making.
    pub running: usize,
    /// How many are made and kept.
    pub done: usize,
    /// How many were given up, of those that are remembered.
    pub given_up: usize,
}

/// Why a report is given up whose makers were not heard of any more.
pub(crate) const UNHEARD: &str = "whoever made it was not heard of any more";
