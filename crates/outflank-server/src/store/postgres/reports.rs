//! Reports that wait in the database and are kept in it. Several servers and workers make them.
//!
//! The table `reports` has what clients see of a report; `jobs` has which worker makes it, and when. Taking a job locks rows only until the
//! transaction ends, and skips rows that others have locked. From then on the lease protects the job.

use std::collections::BTreeMap;
use std::time::Duration;

use async_trait::async_trait;
use outflank_study::report::Document;
use sqlx::{PgConnection, PgPool};

use super::jobs::{Held, Jobs, Payload, millis};
use super::{PostgresStore, now};
use crate::ReportId;
use crate::jobs::stored::{self, FindingColumns, FindingRow};
use crate::jobs::{
    Claim, Counts, Finding, Hold, KEPT_FOR, Key, MOST_FINDINGS, MOST_KEPT, MOST_OF_A_CLIENT, MOST_OPEN, MOST_TRIES,
    Placed, Queue, State, Submission, Taken, UNHEARD,
};
use crate::store::{StoreError, codec};

/// Orders come in one after the other, so that together they do not exceed what one alone may not, and so that each has a later time.
const ONE_AT_A_TIME: &str = "SELECT pg_advisory_xact_lock(hashtext('outflank reports'))";
const OPEN: &str = "\
    SELECT count(*), count(*) FILTER (WHERE client = $1), floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint \
    FROM reports WHERE ended IS NULL";
const PUT: &str = "\
    INSERT INTO reports (id, rank, client, status) SELECT id, $1, $2, 'waiting' \
    FROM UNNEST($3::text[]) WITH ORDINALITY AS come (id, place) ORDER BY place";
/// Asked before anything is locked: most often there is nothing to do.
const IS_ANY: &str = concat!(
    "SELECT EXISTS (SELECT FROM reports WHERE ended IS NULL AND status = 'waiting') \
        OR EXISTS (SELECT FROM reports WHERE until <= ",
    now!(),
    ")"
);
const UNHEARD_OF: &str = concat!(
    "SELECT number, tries, job FROM reports WHERE until <= ",
    now!(),
    " ORDER BY until LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED"
);
const BEGINS: &str = concat!(
    "UPDATE reports SET status = 'running', claims = claims + 1, tries = $2, job = $3, worker = $4, until = ",
    now!(),
    " + $5 WHERE id = $1 AND status = 'waiting' RETURNING claims"
);
const GOES_ON: &str = concat!(
    "UPDATE reports SET until = ",
    now!(),
    " + $3, percent = $4 WHERE id = $1 AND claims = $2 AND status = 'running'"
);
const HELD: &str = "\
    SELECT number, tries, job FROM reports WHERE id = $1 AND claims = $2 AND status = 'running' FOR NO KEY UPDATE";
const IS_OVER: &str = concat!(
    "UPDATE reports SET status = $2, outcome = $3, ended = ",
    now!(),
    ", client = NULL, job = NULL, worker = NULL, until = NULL WHERE number = $1"
);
const WAITS: &str = "UPDATE reports SET status = 'waiting', job = NULL, worker = NULL, until = NULL WHERE number = $1";
const STATE: &str = "\
    SELECT status, percent, outcome, CASE WHEN status <> 'waiting' THEN 0 ELSE (\
        SELECT count(*) FROM reports other \
        WHERE other.ended IS NULL AND other.status = 'waiting' AND (other.rank, other.number) < (mine.rank, mine.number)\
    ) END FROM reports mine WHERE id = $1";
const COUNTS: &str = "SELECT status, count(*) FROM reports GROUP BY status";
const FINDINGS: &str = "\
    SELECT position, plies, patience, score, best, depth, confidence, exact, millis FROM findings \
    WHERE position = ANY ($1)";
const LEARN: &str = "\
    INSERT INTO findings (position, plies, patience, score, best, depth, confidence, exact, millis) \
    SELECT * FROM UNNEST($1::text[], $2::integer[], $3::bigint[], $4::integer[], $5::text[], $6::integer[], \
        $7::integer[], $8::boolean[], $9::bigint[]) \
    ON CONFLICT (position, plies) DO UPDATE SET patience = excluded.patience, score = excluded.score, best = excluded.best, \
    depth = excluded.depth, confidence = excluded.confidence, exact = excluded.exact, millis = excluded.millis \
    WHERE (excluded.exact, excluded.depth, excluded.patience) > (findings.exact, findings.depth, findings.patience)";
const FORGET_OLD: &str = concat!("DELETE FROM reports WHERE ended <= ", now!(), " - $1");
const FORGET_REPORTS: &str = "\
    DELETE FROM reports WHERE number IN (\
        SELECT number FROM reports WHERE ended IS NOT NULL ORDER BY ended DESC OFFSET $1)";
const FORGET_FINDINGS: &str = "DELETE FROM findings WHERE number <= (SELECT max(number) FROM findings) - $1";

#[async_trait]
impl Queue for PostgresStore {
    async fn put(&self, order: Submission) -> Result<Placed, StoreError> {
        self.in_time(put(&self.pool, &self.jobs, order)).await
    }

    async fn take(&self, lease: Duration) -> Result<Option<Taken>, StoreError> {
        self.in_time(async {
            if !sqlx::query_scalar(IS_ANY).fetch_one(&self.pool).await? {
                return Ok(None);
            }
            let mut transaction = self.pool.begin().await?;
            lose_unheard_of(&mut transaction).await?;
            let taken = take(&mut transaction, &self.jobs, lease).await?;
            transaction.commit().await?;
            Ok::<_, StoreError>(taken)
        })
        .await
    }

    async fn renew(&self, claim: &Claim, lease: Duration, percent: u8) -> Result<Hold, StoreError> {
        self.in_time(async {
            let goes_on = sqlx::query(GOES_ON).bind(claim.report.to_string()).bind(i64::from(claim.number));
            let heard = goes_on.bind(millis(lease)).bind(i64::from(percent)).execute(&self.pool).await?;
            Ok::<_, StoreError>(if heard.rows_affected() == 1 { Hold::Held } else { Hold::Lost })
        })
        .await
    }

    async fn finish(&self, claim: &Claim, report: &Document) -> Result<Hold, StoreError> {
        self.end(claim, async |transaction, held| held.is_over(transaction, "done", &stored::report(report)).await)
            .await
    }

    async fn fail(&self, claim: &Claim, why: &str, pause: Duration) -> Result<Hold, StoreError> {
        self.end(claim, async |transaction, held| match held.is_last_try() {
            true => held.is_over(transaction, "given_up", why).await,
            false => {
                held.waits(&mut *transaction).await?;
                held.job.retry(transaction, why, pause).await
            }
        })
        .await
    }

    async fn give_back(&self, claim: &Claim) -> Result<Hold, StoreError> {
        self.end(claim, async |transaction, held| {
            held.waits(&mut *transaction).await?;
            held.job.give_back(transaction).await
        })
        .await
    }

    async fn state(&self, report: ReportId) -> Result<Option<State>, StoreError> {
        self.in_time(async {
            let row = sqlx::query_as(STATE).bind(report.to_string()).fetch_optional(&self.pool).await?;
            row.map(|row| stored::read_state(report, row)).transpose()
        })
        .await
    }

    async fn counts(&self) -> Result<Counts, StoreError> {
        let rows = self.in_time(sqlx::query_as(COUNTS).fetch_all(&self.pool)).await?;
        Ok(stored::read_counts(rows))
    }

    async fn findings(&self, about: &[Key]) -> Result<Vec<Finding>, StoreError> {
        let keys: Vec<&str> = about.iter().map(Key::as_str).collect();
        self.in_time(async {
            let rows: Vec<FindingColumns> = sqlx::query_as(FINDINGS).bind(keys).fetch_all(&self.pool).await?;
            rows.into_iter().map(|columns| FindingRow::from(columns).try_into()).collect::<Result<_, StoreError>>()
        })
        .await
    }

    async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError> {
        self.in_time(learn(&self.pool, findings)).await
    }

    async fn sweep(&self) -> Result<(), StoreError> {
        self.in_time(async {
            sqlx::query(FORGET_OLD).bind(stored::millis(KEPT_FOR)).execute(&self.pool).await?;
            sqlx::query(FORGET_REPORTS).bind(codec::limit(MOST_KEPT)).execute(&self.pool).await?;
            sqlx::query(FORGET_FINDINGS).bind(codec::limit(MOST_FINDINGS)).execute(&self.pool).await?;
            Ok::<_, StoreError>(())
        })
        .await
    }
}

impl PostgresStore {
    /// Lets who has a job say the last word about it.
    async fn end(
        &self,
        claim: &Claim,
        say: impl AsyncFnOnce(&mut PgConnection, &Running) -> Result<(), StoreError>,
    ) -> Result<Hold, StoreError> {
        self.in_time(async {
            let mut transaction = self.pool.begin().await?;
            let held = sqlx::query_as(HELD).bind(claim.report.to_string()).bind(i64::from(claim.number));
            let Some(row) = held.fetch_optional(&mut *transaction).await? else { return Ok(Hold::Lost) };
            let held = Running::from_row(row);
            say(&mut transaction, &held).await?;
            transaction.commit().await?;
            Ok::<_, StoreError>(Hold::Held)
        })
        .await
    }
}

/// A report that is made. Its row is locked.
struct Running {
    number: i64,
    job: Held,
}

impl Running {
    fn from_row((number, tries, job): (i64, i64, i64)) -> Running {
        Running { number, job: Held { job, tries } }
    }

    fn is_last_try(&self) -> bool {
        self.job.tries >= i64::from(MOST_TRIES)
    }

    async fn is_over(&self, connection: &mut PgConnection, status: &str, outcome: &str) -> Result<(), StoreError> {
        let is_over = sqlx::query(IS_OVER).bind(self.number).bind(status).bind(outcome);
        is_over.execute(&mut *connection).await?;
        self.job.remove(connection).await
    }

    async fn waits(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        sqlx::query(WAITS).bind(self.number).execute(connection).await?;
        Ok(())
    }
}

async fn put(pool: &PgPool, jobs: &Jobs, order: Submission) -> Result<Placed, StoreError> {
    let client = order.client.0.to_string();
    let reports: Vec<String> = order.tasks.iter().map(|(report, _)| report.to_string()).collect();
    let mut transaction = pool.begin().await?;
    sqlx::query(ONE_AT_A_TIME).execute(&mut *transaction).await?;
    let (open, theirs, now): (i64, i64, i64) = sqlx::query_as(OPEN).bind(&client).fetch_one(&mut *transaction).await?;
    let come = codec::limit(reports.len());
    if theirs + come > codec::limit(MOST_OF_A_CLIENT) {
        return Ok(Placed::TooManyOfYours);
    }
    if open + come > codec::limit(MOST_OPEN) {
        return Ok(Placed::TooMany);
    }
    let put = sqlx::query(PUT).bind(stored::rank(order.rank)).bind(client).bind(reports);
    put.execute(&mut *transaction).await?;
    jobs.add(&mut transaction, &order, now).await?;
    transaction.commit().await?;
    Ok(Placed::Kept)
}

/// Whoever was not heard of for too long has lost the job; who has done so too often, all others as well.
async fn lose_unheard_of(connection: &mut PgConnection) -> Result<(), StoreError> {
    for row in sqlx::query_as(UNHEARD_OF).fetch_all(&mut *connection).await? {
        let held = Running::from_row(row);
        if held.is_last_try() {
            held.is_over(&mut *connection, "given_up", UNHEARD).await?;
        } else {
            held.waits(&mut *connection).await?;
            held.job.lose(&mut *connection).await?;
        }
    }
    Ok(())
}

async fn take(connection: &mut PgConnection, jobs: &Jobs, lease: Duration) -> Result<Option<Taken>, StoreError> {
    while let Some((held, payload)) = jobs.take(&mut *connection).await? {
        let Payload { report, task } = payload;
        let begins = sqlx::query_scalar(BEGINS).bind(&report).bind(held.tries).bind(held.job).bind(jobs.worker());
        match begins.bind(millis(lease)).fetch_optional(&mut *connection).await? {
            Some(claims) => return stored::read_taken((report, claims, held.tries, task)).map(Some),
            // Nobody waits for it.
            None => held.remove(&mut *connection).await?,
        }
    }
    Ok(None)
}

async fn learn(pool: &PgPool, findings: &[Finding]) -> Result<(), StoreError> {
    // A statement changes a row only once. All who learn change rows in the same order, so that none waits for another who waits for it.
    let mut best: BTreeMap<(&Key, u8), &Finding> = BTreeMap::new();
    for finding in findings {
        let known = best.entry((&finding.key, finding.plies)).or_insert(finding);
        if finding.is_more_than(known) {
            *known = finding;
        }
    }
    if best.is_empty() {
        return Ok(());
    }
    let rows: Vec<FindingRow> = best.into_values().map(FindingRow::from).collect();
    fn column<T>(rows: &[FindingRow], of: impl Fn(&FindingRow) -> T) -> Vec<T> {
        rows.iter().map(of).collect()
    }
    sqlx::query(LEARN)
        .bind(column(&rows, |row| row.position.clone()))
        .bind(column(&rows, |row| row.plies))
        .bind(column(&rows, |row| row.patience))
        .bind(column(&rows, |row| row.score))
        .bind(column(&rows, |row| row.best.clone()))
        .bind(column(&rows, |row| row.depth))
        .bind(column(&rows, |row| row.confidence))
        .bind(column(&rows, |row| row.exact))
        .bind(column(&rows, |row| row.millis))
        .execute(pool)
        .await?;
    Ok(())
}
