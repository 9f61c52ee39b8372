use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use outflank_study::report::Document;
use tokio::time::Instant;

use super::{
    Claim, Client, Counts, Finding, Hold, KEPT_FOR, Key, LEASE_EXPIRED, MAX_ATTEMPTS, MAX_FINDINGS, MAX_KEPT,
    OpenReports, Placed, Queue, Rank, ReportRequest, State, Submission, Taken,
};
use crate::ReportId;
use crate::store::StoreError;

/// Keeps reports in memory, for tests and for servers without a database. The reference implementation of [`Queue`].
#[derive(Debug, Default)]
pub struct MemoryQueue {
    jobs: Mutex<Jobs>,
}

#[derive(Debug, Default)]
struct Jobs {
    by_id: HashMap<ReportId, Job>,
    submitted: u64,
    findings: HashMap<(Key, u8), Finding>,
}

#[derive(Debug)]
struct Job {
    rank: Rank,
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
    /// Can be taken from this time on.
    Waiting(Instant),
    /// Leased until this time.
    Running(Instant),
    Over(Instant, Result<Box<Document>, String>),
}

impl MemoryQueue {
    pub fn new() -> MemoryQueue {
        MemoryQueue::default()
    }

    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with(&self, claim: &Claim, change: impl FnOnce(&mut Job)) -> Hold {
        match self.lock().by_id.get_mut(&claim.report) {
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

    fn is_due(&self, now: Instant) -> bool {
        matches!(self.stage, Stage::Waiting(due) | Stage::Running(due) if due <= now)
    }

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
    async fn put(&self, submission: Submission) -> Result<Placed, StoreError> {
        let mut jobs = self.lock();
        let open = || jobs.by_id.values().filter(|job| job.is_open());
        let site = submission.client.site();
        let counts = OpenReports {
            total: open().count(),
            client: open().filter(|job| job.client == submission.client).count(),
            site: open().filter(|job| site.is_some() && job.client.site() == site).count(),
        };
        let placed = Placed::check(submission.tasks.len(), &counts);
        if placed != Placed::Kept {
            return Ok(placed);
        }
        for (report, task) in submission.tasks {
            let (rank, number, client, stage) =
                (submission.rank, jobs.submitted, submission.client, Stage::Waiting(Instant::now()));
            jobs.by_id.insert(report, Job { rank, number, client, task, tries: 0, claims: 0, percent: 0, stage });
            jobs.submitted += 1;
        }
        Ok(Placed::Kept)
    }

    async fn take(&self, lease: Duration) -> Result<Option<Taken>, StoreError> {
        let (mut jobs, now) = (self.lock(), Instant::now());
        for job in jobs.by_id.values_mut().filter(|job| job.is_due(now) && job.tries >= MAX_ATTEMPTS) {
            job.stage = Stage::Over(now, Err(LEASE_EXPIRED.to_owned()));
        }
        let due = jobs.by_id.iter_mut().filter(|(_, job)| job.is_due(now));
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
            job.stage = match job.tries >= MAX_ATTEMPTS {
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
        let jobs = self.lock();
        Ok(jobs.by_id.get(&report).map(|job| match &job.stage {
            Stage::Waiting(_) => {
                let waits = |other: &&Job| matches!(other.stage, Stage::Waiting(_)) && other.place() < job.place();
                State::Waiting { before: jobs.by_id.values().filter(waits).count() }
            }
            Stage::Running(_) => State::Running { percent: job.percent },
            Stage::Over(_, Ok(report)) => State::Done(report.clone()),
            Stage::Over(_, Err(why)) => State::GivenUp { why: why.clone() },
        }))
    }

    async fn counts(&self) -> Result<Counts, StoreError> {
        let jobs = self.lock();
        let count = |is: fn(&Stage) -> bool| jobs.by_id.values().filter(|job| is(&job.stage)).count();
        Ok(Counts {
            waiting: count(|stage| matches!(stage, Stage::Waiting(_))),
            running: count(|stage| matches!(stage, Stage::Running(_))),
            done: count(|stage| matches!(stage, Stage::Over(_, Ok(_)))),
            given_up: count(|stage| matches!(stage, Stage::Over(_, Err(_)))),
        })
    }

    async fn findings(&self, about: &[Key]) -> Result<Vec<Finding>, StoreError> {
        let jobs = self.lock();
        let (mut about, mut findings) = (about.to_vec(), Vec::new());
        about.sort();
        about.dedup();
        for key in about {
            findings.extend((0..=64).filter_map(|plies| jobs.findings.get(&(key.clone(), plies))).cloned());
        }
        Ok(findings)
    }

    async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError> {
        let mut jobs = self.lock();
        for finding in findings {
            jobs.findings.insert((finding.key.clone(), finding.plies), finding.clone());
        }
        Ok(())
    }

    async fn sweep(&self) -> Result<(), StoreError> {
        let (mut jobs, now) = (self.lock(), Instant::now());
        jobs.by_id.retain(|_, job| job.ended().is_none_or(|ended| now.duration_since(ended) < KEPT_FOR));
        let mut over: Vec<_> =
            jobs.by_id.iter().filter_map(|(&report, job)| Some((Reverse(job.ended()?), report))).collect();
        over.sort_unstable();
        for (_, report) in over.into_iter().skip(MAX_KEPT) {
            jobs.by_id.remove(&report);
        }
        // Discarded findings are searched again; tracking their age would cost more.
        if jobs.findings.len() > MAX_FINDINGS {
            jobs.findings.clear();
        }
        Ok(())
    }
}
