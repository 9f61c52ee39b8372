//! Reports that wait and are kept as long as the program runs.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use outflank_study::report::Document;
use tokio::time::Instant;

use super::{
    Claim, Client, Counts, Finding, Hold, KEPT_FOR, Key, MOST_FINDINGS, MOST_KEPT, MOST_OF_A_CLIENT, MOST_OPEN,
    MOST_TRIES, Placed, Queue, Rank, ReportRequest, State, Submission, Taken, UNHEARD,
};
use crate::ReportId;
use crate::store::StoreError;

/// Keeps reports in memory, for tests and for servers that keep nothing. It is also the readable version of what a [`Queue`] does.
#[derive(Debug, Default)]
pub struct MemoryQueue {
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    jobs: HashMap<ReportId, Job>,
    /// How many there have been.
    came: u64,
    findings: HashMap<(Key, u8), Finding>,
}

#[derive(Debug)]
struct Job {
    rank: Rank,
    /// How many came before it.
    number: u64,
    client: Client,
    task: ReportRequest,
    tries: u32,
    claims: u32,
    percent: u8,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// It may be taken from then on.
    Waiting(Instant),
    /// Somebody has it until then.
    Running(Instant),
    /// It ended then.
    Over(Instant, Result<Box<Document>, String>),
}

impl MemoryQueue {
    /// A queue with nothing in it.
    pub fn new() -> MemoryQueue {
        MemoryQueue::default()
    }

    /// Nothing panics while it holds the lock, so that nothing half done can be behind a poisoned one.
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes a job, if the claim to it holds.
    fn with(&self, claim: &Claim, change: impl FnOnce(&mut Job)) -> Hold {
        match self.shelf().jobs.get_mut(&claim.report) {
            Some(job) if job.claims == claim.number && matches!(job.stage, Stage::Running(_)) => {
                change(job);
                Hold::Held
            }
            _ => Hold::Lost,
        }
    }
}

impl Job {
    fn is_open(&self) -> bool {
        !matches!(self.stage, Stage::Over(..))
    }

    /// Whether it waits for somebody to take it.
    fn is_due(&self, now: Instant) -> bool {
        matches!(self.stage, Stage::Waiting(due) | Stage::Running(due) if due <= now)
    }

    /// Its place among those that wait: the least is next.
    fn place(&self) -> (Rank, u64) {
        (self.rank, self.number)
    }

    fn ended(&self) -> Option<Instant> {
        match self.stage {
            Stage::Over(at, _) => Some(at),
            Stage::Waiting(_) | Stage::Running(_) => None,
        }
    }
}

#[async_trait]
impl Queue for MemoryQueue {
    async fn put(&self, order: Submission) -> Result<Placed, StoreError> {
        let mut shelf = self.shelf();
        let open = || shelf.jobs.values().filter(|job| job.is_open());
        if open().filter(|job| job.client == order.client).count() + order.tasks.len() > MOST_OF_A_CLIENT {
            return Ok(Placed::TooManyOfYours);
        }
        if open().count() + order.tasks.len() > MOST_OPEN {
            return Ok(Placed::TooMany);
        }
        for (report, task) in order.tasks {
            let (rank, number, client, stage) = (order.rank, shelf.came, order.client, Stage::Waiting(Instant::now()));
            shelf.jobs.insert(report, Job { rank, number, client, task, tries: 0, claims: 0, percent: 0, stage });
            shelf.came += 1;
        }
        Ok(Placed::Kept)
    }

    async fn take(&self, lease: Duration) -> Result<Option<Taken>, StoreError> {
        let (mut shelf, now) = (self.shelf(), Instant::now());
        for job in shelf.jobs.values_mut().filter(|job| job.is_due(now) && job.tries >= MOST_TRIES) {
            job.stage = Stage::Over(now, Err(UNHEARD.to_owned()));
        }
        let due = shelf.jobs.iter_mut().filter(|(_, job)| job.is_due(now));
        let next = due.min_by_key(|(_, job)| job.place());
        Ok(next.map(|(&report, job)| {
            job.tries += 1;
            job.claims += 1;
            job.stage = Stage::Running(now + lease);
            let claim = Claim { report, number: job.claims };
            Taken { claim, task: Ok(job.task.clone()), tries: job.tries }
        }))
    }

    async fn renew(&self, claim: &Claim, lease: Duration, percent: u8) -> Result<Hold, StoreError> {
        Ok(self.with(claim, |job| {
            job.percent = percent;
            job.stage = Stage::Running(Instant::now() + lease);
        }))
    }

    async fn finish(&self, claim: &Claim, report: &Document) -> Result<Hold, StoreError> {
        Ok(self.with(claim, |job| job.stage = Stage::Over(Instant::now(), Ok(Box::new(report.clone())))))
    }

    async fn fail(&self, claim: &Claim, why: &str, pause: Duration) -> Result<Hold, StoreError> {
        Ok(self.with(claim, |job| {
            let now = Instant::now();
            job.stage = match job.tries >= MOST_TRIES {
                true => Stage::Over(now, Err(why.to_owned())),
                false => Stage::Waiting(now + pause),
            };
        }))
    }

    async fn give_back(&self, claim: &Claim) -> Result<Hold, StoreError> {
        Ok(self.with(claim, |job| {
            job.tries -= 1;
            job.stage = Stage::Waiting(Instant::now());
        }))
    }

    async fn state(&self, report: ReportId) -> Result<Option<State>, StoreError> {
        let shelf = self.shelf();
        Ok(shelf.jobs.get(&report).map(|job| match &job.stage {
            Stage::Waiting(_) => {
                let waits = |other: &&Job| matches!(other.stage, Stage::Waiting(_)) && other.place() < job.place();
                State::Waiting { before: shelf.jobs.values().filter(waits).count() }
            }
            Stage::Running(_) => State::Running { percent: job.percent },
            Stage::Over(_, Ok(report)) => State::Done(report.clone()),
            Stage::Over(_, Err(why)) => State::GivenUp { why: why.clone() },
        }))
    }

    async fn counts(&self) -> Result<Counts, StoreError> {
        let shelf = self.shelf();
        let count = |is: fn(&Stage) -> bool| shelf.jobs.values().filter(|job| is(&job.stage)).count();
        Ok(Counts {
            waiting: count(|stage| matches!(stage, Stage::Waiting(_))),
            running: count(|stage| matches!(stage, Stage::Running(_))),
            done: count(|stage| matches!(stage, Stage::Over(_, Ok(_)))),
            given_up: count(|stage| matches!(stage, Stage::Over(_, Err(_)))),
        })
    }

    async fn findings(&self, about: &[Key]) -> Result<Vec<Finding>, StoreError> {
        let shelf = self.shelf();
        let (mut about, mut findings) = (about.to_vec(), Vec::new());
        about.sort();
        about.dedup();
        for key in about {
            findings.extend((0..=64).filter_map(|plies| shelf.findings.get(&(key.clone(), plies))).cloned());
        }
        Ok(findings)
    }

    async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError> {
        let mut shelf = self.shelf();
        for finding in findings {
            let question = (finding.key.clone(), finding.plies);
            if shelf.findings.get(&question).is_none_or(|known| finding.is_more_than(known)) {
                shelf.findings.insert(question, finding.clone());
            }
        }
        Ok(())
    }

    async fn sweep(&self) -> Result<(), StoreError> {
        let (mut shelf, now) = (self.shelf(), Instant::now());
        shelf.jobs.retain(|_, job| job.ended().is_none_or(|ended| now.duration_since(ended) < KEPT_FOR));
        let mut over: Vec<_> =
            shelf.jobs.iter().filter_map(|(&report, job)| Some((Reverse(job.ended()?), report))).collect();
        over.sort_unstable();
        for (_, report) in over.into_iter().skip(MOST_KEPT) {
            shelf.jobs.remove(&report);
        }
        // What is forgotten is found out again. To remember their order would take more than they are worth.
        if shelf.findings.len() > MOST_FINDINGS {
            shelf.findings.clear();
        }
        Ok(())
    }
}
