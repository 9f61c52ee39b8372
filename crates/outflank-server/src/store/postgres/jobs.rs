//! The jobs of the reports: order, worker, attempts. Every function runs in a transaction that also changes the report, so the two never
//! disagree. The caller has locked the report's row or has just taken the job.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};

use crate::ServerId;
use crate::jobs::{MAX_ATTEMPTS, Submission, stored};
use crate::store::StoreError;

/// Other programs may have jobs in the same tables.
const TASK: &str = "outflank report";

const IS_THERE: &str = "SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL";
const CREATE: &str = include_str!("jobs.sql");
const REGISTER: &str = "\
    INSERT INTO graphile_worker._private_tasks (identifier) VALUES ($1) \
    ON CONFLICT (identifier) DO UPDATE SET identifier = excluded.identifier RETURNING id";
/// Of jobs with the same priority, the one with the earlier time is next.
const ADD: &str = "\
    INSERT INTO graphile_worker._private_jobs (task_id, payload, priority, run_at, max_attempts) \
    SELECT $1, payload::json, $2, TIMESTAMPTZ 'epoch' + ($3 + place) * INTERVAL '1 microsecond', $4 \
    FROM UNNEST($5::text[]) WITH ORDINALITY AS added (payload, place) ORDER BY place";
const TAKE: &str = "\
    UPDATE graphile_worker._private_jobs SET attempts = attempts + 1, locked_by = $2, locked_at = now() WHERE id = (\
        SELECT id FROM graphile_worker._private_jobs WHERE is_available AND task_id = $1 AND run_at <= now() \
        ORDER BY priority, run_at LIMIT 1 FOR UPDATE SKIP LOCKED\
    ) RETURNING id, attempts::bigint, payload::text";
const REMOVE: &str = "DELETE FROM graphile_worker._private_jobs WHERE id = $1";
const RETRY: &str = "\
    UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, updated_at = now(), \
    last_error = $2, run_at = now() + $3 * INTERVAL '1 millisecond' WHERE id = $1";
const RELEASE: &str = "\
    UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, updated_at = now(), attempts = $2 WHERE id = $1";

/// A duration as bound to a statement, capped at a hundred years so that no sum overflows.
pub(super) fn millis(time: Duration) -> i64 {
    stored::millis(time).min(1 << 42)
}

#[derive(Debug)]
pub(super) struct Jobs {
    task: i32,
    worker: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) report: String,
    pub(super) task: String,
}

#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) job: i64,
    /// Attempts, including the current one.
    pub(super) tries: i64,
}

impl Jobs {
    pub(super) async fn open(pool: &PgPool) -> Result<Jobs, sqlx::Error> {
        if !sqlx::query_scalar(IS_THERE).fetch_one(pool).await? {
            sqlx::raw_sql(CREATE).execute(pool).await?;
        }
        let task = sqlx::query_scalar(REGISTER).bind(TASK).fetch_one(pool).await?;
        Ok(Jobs { task, worker: format!("outflank {}", ServerId::random()) })
    }

    pub(super) fn worker(&self) -> &str {
        &self.worker
    }

    pub(super) async fn add(
        &self,
        connection: &mut PgConnection,
        submission: &Submission,
        now: i64,
    ) -> Result<(), StoreError> {
        let payloads = submission.tasks.iter().map(|(report, task)| {
            let payload = Payload { report: report.to_string(), task: task.to_json() };
            serde_json::to_string(&payload).expect("two strings are valid JSON")
        });
        let payloads: Vec<String> = payloads.collect();
        let add =
            sqlx::query(ADD).bind(self.task).bind(stored::rank(submission.rank)).bind(now).bind(MAX_ATTEMPTS as i32);
        add.bind(payloads).execute(connection).await?;
        Ok(())
    }

    /// Takes the next job. It stays locked until it is removed or released, or the transaction is rolled back.
    pub(super) async fn take(&self, connection: &mut PgConnection) -> Result<Option<(Held, Payload)>, StoreError> {
        loop {
            let taken = sqlx::query_as(TAKE).bind(self.task).bind(&self.worker).fetch_optional(&mut *connection);
            let Some((job, tries, payload)): Option<(i64, i64, String)> = taken.await? else { return Ok(None) };
            let held = Held { job, tries };
            match serde_json::from_str(&payload) {
                Ok(payload) => return Ok(Some((held, payload))),
                // Not written by any version of ours.
                Err(_) => held.remove(&mut *connection).await?,
            }
        }
    }
}

impl Held {
    pub(super) async fn remove(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        sqlx::query(REMOVE).bind(self.job).execute(connection).await?;
        Ok(())
    }

    pub(super) async fn retry(
        &self,
        connection: &mut PgConnection,
        why: &str,
        pause: Duration,
    ) -> Result<(), StoreError> {
        sqlx::query(RETRY).bind(self.job).bind(why).bind(millis(pause)).execute(connection).await?;
        Ok(())
    }

    /// Restores the job's place; the attempt does not count.
    pub(super) async fn give_back(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        self.release(connection, self.tries - 1).await
    }

    /// Restores the job's place; the attempt counts.
    pub(super) async fn lose(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        self.release(connection, self.tries).await
    }

    async fn release(&self, connection: &mut PgConnection, attempts: i64) -> Result<(), StoreError> {
        sqlx::query(RELEASE).bind(self.job).bind(attempts).execute(connection).await?;
        Ok(())
    }
}
