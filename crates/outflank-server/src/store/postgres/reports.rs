//! `reports` has what clients see, `jobs` which worker makes a report and when. Taking a job locks rows only until the transaction ends, and
//! skips rows locked by others; then the lease protects the job.

use std::time::Duration;

use async_trait::async_trait;
use outflank_study::report::Document;
use outflank_study::review::{Finding, Key};
use sqlx::{PgConnection, PgPool};

use super::jobs::{Held, Jobs, Payload, millis};
use super::{PostgresStore, now};
use crate::ReportId;
use crate::jobs::stored::{self, FindingRow};
use crate::jobs::{
    Claim, Counts, Hold, KEPT_FOR, LEASE_EXPIRED, MAX_ATTEMPTS, MAX_FINDINGS, MAX_KEPT, Placed, Queue, State,
    Submission, Taken,
};
use crate::store::{StoreError, codec, sql};

/// Submissions are serialized, so that limits hold and each gets a later time.
const SERIALIZE: &str = "SELECT pg_advisory_xact_lock(hashtext('outflank reports'))";
const OPEN: &str = "\
    SELECT count(*), count(*) FILTER (WHERE client = $1), count(*) FILTER (WHERE client LIKE $2), \
    floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM reports WHERE ended IS NULL";
const PUT: &str = "\
    INSERT INTO reports (id, rank, client, status) SELECT id, $1, $2, 'waiting' \
    FROM UNNEST($3::text[]) WITH ORDINALITY AS new (id, place) ORDER BY place";
/// Checked without locks: usually there is nothing to do.
const HAS_WORK: &str = concat!(
    "SELECT EXISTS (SELECT FROM reports WHERE ended IS NULL AND status = 'waiting') \
        OR EXISTS (SELECT FROM reports WHERE until <= ",
    now!(),
    ")"
);
const EXPIRED: &str = concat!(
    "SELECT number, tries, job FROM reports WHERE until <= ",
    now!(),
    " ORDER BY until LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED"
);
const START: &str = concat!(
    "UPDATE reports SET status = 'running', claims = claims + 1, tries = $2, job = $3, worker = $4, until = ",
    now!(),
    " + $5 WHERE id = $1 AND status = 'waiting' RETURNING claims"
);
const RENEW: &str = concat!(
    "UPDATE reports SET until = ",
    now!(),
    " + $3, percent = $4 WHERE id = $1 AND claims = $2 AND status = 'running'"
);
const HELD: &str = "\
    SELECT number, tries, job FROM reports WHERE id = $1 AND claims = $2 AND status = 'running' FOR NO KEY UPDATE";
const END: &str = concat!(
    "UPDATE reports SET status = $2, outcome = $3, ended = ",
    now!(),
    ", client = NULL, job = NULL, worker = NULL, until = NULL WHERE number = $1"
);
const REQUEUE: &str =
    "UPDATE reports SET status = 'waiting', job = NULL, worker = NULL, until = NULL WHERE number = $1";
const STATE: &str = "\
    SELECT status, percent, outcome, CASE WHEN status <> 'waiting' THEN 0 ELSE (\
        SELECT count(*) FROM reports other \
        WHERE other.ended IS NULL AND other.status = 'waiting' AND (other.rank, other.number) < (mine.rank, mine.number)\
    ) END FROM reports mine WHERE id = $1";
const FINDINGS: &str =
    "SELECT position, plies, score, line, exact FROM evaluations WHERE position = ANY ($1) AND engine = $2";
const LEARN: &str = "\
    INSERT INTO evaluations (position, plies, engine, score, line, exact) \
    SELECT position, plies, $1, score, line, exact \
    FROM UNNEST($2::text[], $3::integer[], $4::integer[], $5::text[], $6::boolean[]) AS new (position, plies, score, line, exact) \
    ON CONFLICT DO NOTHING";
const FORGET_OLD: &str = concat!("DELETE FROM reports WHERE ended <= ", now!(), " - $1");
const FORGET_REPORTS: &str = "\
    DELETE FROM reports WHERE number IN (\
        SELECT number FROM reports WHERE ended IS NOT NULL ORDER BY ended DESC OFFSET $1)";

#[async_trait]
impl Queue for PostgresStore {
    async fn put(&self, submission: Submission) -> Result<Placed, StoreError> {
        self.in_time(put(&self.pool, &self.jobs, submission)).await
    }

    async fn take(&self, lease: Duration) -> Result<Option<Taken>, StoreError> {
        self.in_time(async {
            if !sqlx::query_scalar(HAS_WORK).fetch_one(&self.pool).await? {
                return Ok(None);
            }
            let mut transaction = self.pool.begin().await?;
            expire_leases(&mut transaction).await?;
            let taken = take(&mut transaction, &self.jobs, lease).await?;
            transaction.commit().await?;
            Ok::<_, StoreError>(taken)
        })
        .await
    }

    async fn renew(&self, claim: &Claim, lease: Duration, percent: u8) -> Result<Hold, StoreError> {
        let renew = sqlx::query(RENEW).bind(claim.report.to_string()).bind(i64::from(claim.number));
        let renew = renew.bind(millis(lease)).bind(i64::from(percent)).execute(&self.pool);
        Ok(if self.in_time(renew).await?.rows_affected() == 1 { Hold::Held } else { Hold::Lost })
    }

    async fn finish(&self, claim: &Claim, report: &Document) -> Result<Hold, StoreError> {
        self.end(claim, async |transaction, held| held.end(transaction, "done", &stored::report(report)).await).await
    }

    async fn fail(&self, claim: &Claim, why: &str, pause: Duration) -> Result<Hold, StoreError> {
        self.end(claim, async |transaction, held| match held.is_last_attempt() {
            true => held.end(transaction, "given_up", why).await,
            false => {
                held.requeue(&mut *transaction).await?;
                held.job.retry(transaction, why, pause).await
            }
        })
        .await
    }

    async fn give_back(&self, claim: &Claim) -> Result<Hold, StoreError> {
        self.end(claim, async |transaction, held| {
            held.requeue(&mut *transaction).await?;
            held.job.give_back(transaction).await
        })
        .await
    }

    async fn state(&self, report: ReportId) -> Result<Option<State>, StoreError> {
        let row = self.in_time(sqlx::query_as(STATE).bind(report.to_string()).fetch_optional(&self.pool)).await?;
        row.map(|row| stored::read_state(report, row)).transpose()
    }

    async fn counts(&self) -> Result<Counts, StoreError> {
        let rows = self.in_time(sqlx::query_as(sql::REPORT_COUNTS).fetch_all(&self.pool)).await?;
        Ok(stored::read_counts(rows))
    }

    async fn findings(&self, about: &[Key]) -> Result<Vec<Finding>, StoreError> {
        let keys: Vec<&str> = about.iter().map(Key::as_str).collect();
        let rows = self.in_time(sqlx::query_as(FINDINGS).bind(keys).bind(stored::ENGINE).fetch_all(&self.pool)).await?;
        stored::read_findings(rows)
    }

    async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError> {
        self.in_time(learn(&self.pool, findings)).await
    }

    async fn sweep(&self) -> Result<(), StoreError> {
        self.in_time(async {
            sqlx::query(FORGET_OLD).bind(stored::millis(KEPT_FOR)).execute(&self.pool).await?;
            sqlx::query(FORGET_REPORTS).bind(codec::limit(MAX_KEPT)).execute(&self.pool).await?;
            sqlx::query(sql::FORGET_FINDINGS).bind(codec::limit(MAX_FINDINGS)).execute(&self.pool).await?;
            Ok::<_, StoreError>(())
        })
        .await
    }
}

impl PostgresStore {
    async fn end(
        &self,
        claim: &Claim,
        change: impl AsyncFnOnce(&mut PgConnection, &Running) -> Result<(), StoreError>,
    ) -> Result<Hold, StoreError> {
        self.in_time(async {
            let mut transaction = self.pool.begin().await?;
            let held = sqlx::query_as(HELD).bind(claim.report.to_string()).bind(i64::from(claim.number));
            let Some(row) = held.fetch_optional(&mut *transaction).await? else { return Ok(Hold::Lost) };
            let held = Running::from_row(row);
            change(&mut transaction, &held).await?;
            transaction.commit().await?;
            Ok::<_, StoreError>(Hold::Held)
        })
        .await
    }
}

struct Running {
    number: i64,
    job: Held,
}

impl Running {
    fn from_row((number, tries, job): (i64, i64, i64)) -> Running {
        Running { number, job: Held { job, tries } }
    }

    fn is_last_attempt(&self) -> bool {
        self.job.tries >= i64::from(MAX_ATTEMPTS)
    }

    async fn end(&self, connection: &mut PgConnection, status: &str, outcome: &str) -> Result<(), StoreError> {
        let end = sqlx::query(END).bind(self.number).bind(status).bind(outcome);
        end.execute(&mut *connection).await?;
        self.job.remove(connection).await
    }

    async fn requeue(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        sqlx::query(REQUEUE).bind(self.number).execute(connection).await?;
        Ok(())
    }
}

async fn put(pool: &PgPool, jobs: &Jobs, submission: Submission) -> Result<Placed, StoreError> {
    let (client, site) = (stored::client(submission.client), stored::site(submission.client));
    let reports: Vec<String> = submission.tasks.iter().map(|(report, _)| report.to_string()).collect();
    let mut transaction = pool.begin().await?;
    sqlx::query(SERIALIZE).execute(&mut *transaction).await?;
    let open = sqlx::query_as(OPEN).bind(&client).bind(site).fetch_one(&mut *transaction).await?;
    let (total, theirs, of_site, now): (i64, i64, i64, i64) = open;
    let placed = stored::check_limits(reports.len(), (total, theirs, of_site));
    if placed != Placed::Kept {
        return Ok(placed);
    }
    let put = sqlx::query(PUT).bind(stored::rank(submission.rank)).bind(client).bind(reports);
    put.execute(&mut *transaction).await?;
    jobs.add(&mut transaction, &submission, now).await?;
    transaction.commit().await?;
    Ok(Placed::Kept)
}

/// Expired leases return to the queue, or end the report after the last attempt.
async fn expire_leases(connection: &mut PgConnection) -> Result<(), StoreError> {
    for row in sqlx::query_as(EXPIRED).fetch_all(&mut *connection).await? {
        let held = Running::from_row(row);
        if held.is_last_attempt() {
            held.end(&mut *connection, "given_up", LEASE_EXPIRED).await?;
        } else {
            held.requeue(&mut *connection).await?;
            held.job.lose(&mut *connection).await?;
        }
    }
    Ok(())
}

async fn take(connection: &mut PgConnection, jobs: &Jobs, lease: Duration) -> Result<Option<Taken>, StoreError> {
    while let Some((held, payload)) = jobs.take(&mut *connection).await? {
        let Payload { report, task } = payload;
        let start = sqlx::query_scalar(START).bind(&report).bind(held.tries).bind(held.job).bind(jobs.worker());
        match start.bind(millis(lease)).fetch_optional(&mut *connection).await? {
            Some(claims) => return stored::read_taken((report, claims, held.tries, task)).map(Some),
            None => held.remove(&mut *connection).await?,
        }
    }
    Ok(None)
}

async fn learn(pool: &PgPool, findings: &[Finding]) -> Result<(), StoreError> {
    if findings.is_empty() {
        return Ok(());
    }
    let mut rows: Vec<FindingRow> = findings.iter().map(FindingRow::from).collect();
    // Concurrent writers cannot deadlock.
    rows.sort_by(|a, b| (&a.position, a.plies).cmp(&(&b.position, b.plies)));
    fn column<T>(rows: &[FindingRow], of: impl Fn(&FindingRow) -> T) -> Vec<T> {
        rows.iter().map(of).collect()
    }
    sqlx::query(LEARN)
        .bind(stored::ENGINE)
        .bind(column(&rows, |row| row.position.clone()))
        .bind(column(&rows, |row| row.plies))
        .bind(column(&rows, |row| row.score))
        .bind(column(&rows, |row| row.line.clone()))
        .bind(column(&rows, |row| row.exact))
        .execute(pool)
        .await?;
    Ok(())
}
