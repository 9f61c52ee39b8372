//! Who makes which report, and when: the jobs, which [`graphile_worker`] keeps in tables of its own.
//!
//! It orders them, gives each to one who asks, and counts the tries. Every call is part of a transaction that changes the report as
//! well, so that a job and its report are always of one mind. Who asks is ours: the crate's own worker takes jobs without knowing
//! whether a thread is free, and counts no try of a job that ends its worker.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use chrono::DateTime;
use graphile_worker::errors::GraphileWorkerError;
use graphile_worker::sql::add_job::batch::add_jobs;
use graphile_worker::sql::add_job::types::JobToAdd;
use graphile_worker::sql::complete_job::complete_job;
use graphile_worker::sql::fail_job::single::fail_job;
use graphile_worker::sql::get_job::get_job;
use graphile_worker::sql::return_jobs::batch::return_jobs;
use graphile_worker::sql::task_identifiers::{TaskDetails, get_tasks_details};
use graphile_worker::{Job, JobSpec, WorkerUtils};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};

use crate::Node;
use crate::jobs::{MOST_TRIES, Order, stored};
use crate::store::StoreError;

/// Where the tables are.
const SCHEMA: &str = "graphile_worker";

/// What our jobs are called: others may have theirs in the same tables.
const TASK: &str = "outflank report";

const REST: &str = "\
    SELECT id FROM graphile_worker.reschedule_jobs(ARRAY[$1], run_at => now() + $2 * INTERVAL '1 millisecond')";
const COUNT_TRIES: &str = "SELECT id FROM graphile_worker.reschedule_jobs(ARRAY[$1], attempts => $2::integer)";

/// What a time is bound as. More than a hundred years make no difference, and a sum of them no overflow.
pub(super) fn millis(time: Duration) -> i64 {
    stored::millis(time).min(1 << 42)
}

/// Who asks for jobs.
#[derive(Debug)]
pub(super) struct Jobs {
    tasks: TaskDetails,
    /// Its name in the tables.
    worker: String,
}

/// What a job says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Content {
    /// The name of the report.
    pub(super) report: String,
    /// What is asked for, as it is kept.
    pub(super) task: String,
}

/// A job that somebody has.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) job: i64,
    /// Who has it.
    pub(super) worker: String,
    /// How often it was tried, this time counted.
    pub(super) tries: i64,
}

impl Jobs {
    /// Makes or updates the tables. Only one server may do so at a time.
    pub(super) async fn open(pool: &PgPool) -> Result<Jobs, Box<dyn Error + Send + Sync>> {
        WorkerUtils::new(pool, SCHEMA).migrate().await?;
        let tasks = get_tasks_details(pool, SCHEMA, vec![TASK.to_owned()]).await?;
        Ok(Jobs { tasks, worker: format!("outflank {}", Node::random()) })
    }

    /// Adds the jobs of an order that has come now, in microseconds.
    pub(super) async fn add(&self, connection: &mut PgConnection, order: &Order, now: i64) -> Result<(), StoreError> {
        let jobs = order.tasks.iter().zip(now..).map(|((report, task), at)| {
            let content = Content { report: report.to_string(), task: task.to_json() };
            // Of those with the same priority, the one with the earlier time goes first.
            let run_at = DateTime::from_timestamp_micros(at);
            let (priority, max_attempts) = (Some(stored::rank(order.rank) as i16), Some(MOST_TRIES as i16));
            (content, JobSpec { run_at, priority, max_attempts, ..JobSpec::default() })
        });
        let jobs: Vec<(Content, JobSpec)> = jobs.collect();
        let jobs: Vec<JobToAdd<'_>> = jobs
            .iter()
            .map(|(content, spec)| JobToAdd { identifier: TASK, payload: serde_json::json!(content), spec })
            .collect();
        add_jobs(connection, SCHEMA, &jobs, &self.tasks, false, false).await?;
        Ok(())
    }

    /// Takes the job that is next. Nobody else gets it until something is said about it, or the transaction is undone.
    pub(super) async fn take(&self, connection: &mut PgConnection) -> Result<Option<(Held, Content)>, StoreError> {
        while let Some(job) = get_job(&mut *connection, &self.tasks, SCHEMA, &self.worker, &[], None).await? {
            let held = Held { job: *job.id(), worker: self.worker.clone(), tries: i64::from(*job.attempts()) };
            match serde_json::from_value(job.payload().clone()) {
                Ok(content) => return Ok(Some((held, content))),
                // Nobody of ours has written it.
                Err(_) => held.remove(connection).await?,
            }
        }
        Ok(None)
    }
}

impl Held {
    /// It is over.
    pub(super) async fn remove(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        Ok(complete_job(connection, &self.job(), &self.worker, SCHEMA).await?)
    }

    /// It has failed, and can be taken again after a pause.
    pub(super) async fn rest(
        &self,
        connection: &mut PgConnection,
        why: &str,
        pause: Duration,
    ) -> Result<(), StoreError> {
        fail_job(&mut *connection, &self.job(), SCHEMA, &self.worker, why, None).await?;
        sqlx::query(REST).bind(self.job).bind(millis(pause)).execute(connection).await?;
        Ok(())
    }

    /// It is left to others, who find it where it was, as if it had not been taken.
    pub(super) async fn give_back(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        Ok(return_jobs(connection, &[self.job()], SCHEMA, &self.worker).await?)
    }

    /// It is left to others, who find it where it was; but the try counts.
    pub(super) async fn lose(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        self.give_back(&mut *connection).await?;
        sqlx::query(COUNT_TRIES).bind(self.job).bind(self.tries).execute(connection).await?;
        Ok(())
    }

    /// As much of it as has to be known.
    fn job(&self) -> Job {
        Job::builder().id(self.job).build()
    }
}

impl From<GraphileWorkerError> for StoreError {
    fn from(error: GraphileWorkerError) -> StoreError {
        StoreError::Database(Arc::new(error))
    }
}
