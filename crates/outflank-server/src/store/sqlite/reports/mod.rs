//! The report queue of a file. Its tables are in the game database and written by the same task: backups include both.

mod change;
#[cfg(test)]
mod tests;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use futures_util::FutureExt as _;
use outflank_study::report::Document;
use outflank_study::review::{Finding, Key};
use sqlx::{QueryBuilder, Sqlite};

use self::change::JobUpdate;
use super::SqliteStore;
use crate::ReportId;
use crate::jobs::stored::{self, FindingRow};
use crate::jobs::{Claim, Counts, Hold, Placed, Queue, State, Submission, Taken};
use crate::store::{StoreError, sql};

const IS_DUE: &str = "SELECT EXISTS (SELECT 1 FROM reports WHERE due <= ?)";
const STATE: &str = "\
    SELECT status, percent, outcome, (\
        SELECT count(*) FROM reports other \
        WHERE other.due IS NOT NULL AND other.status = 'waiting' AND (other.rank, other.number) < (mine.rank, mine.number)\
    ) FROM reports mine WHERE id = ?";
const FINDINGS: &str = "SELECT position, plies, score, line, exact FROM evaluations WHERE engine = ";

#[async_trait]
impl Queue for SqliteStore {
    async fn put(&self, submission: Submission) -> Result<Placed, StoreError> {
        let now = now();
        self.writer.write(move |connection| change::put(connection, submission, now).boxed()).await
    }

    async fn take(&self, lease: Duration) -> Result<Option<Taken>, StoreError> {
        if !sqlx::query_scalar(IS_DUE).bind(now()).fetch_one(&self.readers).await? {
            return Ok(None);
        }
        let (now, until) = (now(), after(lease));
        self.writer.write(move |connection| change::take(connection, now, until).boxed()).await
    }

    async fn renew(&self, claim: &Claim, lease: Duration, percent: u8) -> Result<Hold, StoreError> {
        self.update(claim, JobUpdate::Renewed { until: after(lease), percent }).await
    }

    async fn finish(&self, claim: &Claim, report: &Document) -> Result<Hold, StoreError> {
        self.update(claim, JobUpdate::Done { report: stored::report(report), now: now() }).await
    }

    async fn fail(&self, claim: &Claim, why: &str, pause: Duration) -> Result<Hold, StoreError> {
        self.update(claim, JobUpdate::Failed { why: why.to_owned(), now: now(), again: after(pause) }).await
    }

    async fn give_back(&self, claim: &Claim) -> Result<Hold, StoreError> {
        self.update(claim, JobUpdate::GivenBack { now: now() }).await
    }

    async fn state(&self, report: ReportId) -> Result<Option<State>, StoreError> {
        let row = sqlx::query_as(STATE).bind(report.to_string()).fetch_optional(&self.readers).await?;
        row.map(|row| stored::read_state(report, row)).transpose()
    }

    async fn counts(&self) -> Result<Counts, StoreError> {
        Ok(stored::read_counts(sqlx::query_as(sql::REPORT_COUNTS).fetch_all(&self.readers).await?))
    }

    async fn findings(&self, about: &[Key]) -> Result<Vec<Finding>, StoreError> {
        if about.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::<Sqlite>::new(FINDINGS);
        query.push_bind(stored::ENGINE).push(" AND position IN (");
        let mut keys = query.separated(", ");
        for key in about {
            keys.push_bind(key.as_str().to_owned());
        }
        query.push(")");
        stored::read_findings(query.build_query_as().fetch_all(&self.readers).await?)
    }

    async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError> {
        if findings.is_empty() {
            return Ok(());
        }
        let rows = findings.iter().map(FindingRow::from).collect();
        self.writer.write(|connection| change::learn(connection, rows).boxed()).await
    }

    async fn sweep(&self) -> Result<(), StoreError> {
        let now = now();
        self.writer.write(move |connection| change::sweep(connection, now).boxed()).await
    }
}

impl SqliteStore {
    async fn update(&self, claim: &Claim, update: JobUpdate) -> Result<Hold, StoreError> {
        let claim = *claim;
        self.writer.write(move |connection| change::update(connection, claim, update).boxed()).await
    }
}

/// The system clock is enough for one process. If it jumps forward, leases end early and cost an attempt.
fn now() -> i64 {
    stored::millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn after(time: Duration) -> i64 {
    now().saturating_add(stored::millis(time))
}
