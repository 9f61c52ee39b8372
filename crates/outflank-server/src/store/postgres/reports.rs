//! Reports that wait in the database and are kept in it. Several servers and workers take them.
//!
//! Who takes a job locks its row for as long as the statement lasts, and skips rows that others have locked, so that nobody waits. From
//! then on the job is held by its lease, and nothing is locked while it is worked on.

use std::collections::BTreeMap;
use std::time::Duration;

use async_trait::async_trait;
use outflank_study::report::Document;
use sqlx::PgPool;

use super::{PostgresStore, now};
use crate::ReportId;
use crate::jobs::stored::{self, FindingRow};
use crate::jobs::{
    Claim, Counts, Finding, Hold, KEPT_FOR, Key, MOST_FINDINGS, MOST_KEPT, MOST_OF_A_CLIENT, MOST_OPEN, MOST_TRIES,
    Order, Placed, Queue, State, Taken, UNHEARD,
};
use crate::store::{StoreError, column};

/// Orders come in one after the other, so that together they do not exceed what one alone may not.
const ONE_AT_A_TIME: &str = "SELECT pg_advisory_xact_lock(hashtext('outflank reports'))";
const OPEN: &str = "SELECT count(*), count(*) FILTER (WHERE client = $1) FROM reports WHERE due IS NOT NULL";
const PUT: &str = concat!(
    "INSERT INTO reports (id, rank, client, task, status, due) SELECT id, $1, $2, task, 'waiting', ",
    now!(),
    " FROM UNNEST($3::text[], $4::text[]) WITH ORDINALITY AS come (id, task, place) ORDER BY place"
);
/// Those who were tried too often are given up; of the others the next is taken.
const TAKE: &str = concat!(
    "WITH now AS (SELECT ",
    now!(),
    " AS now), over AS (\
        UPDATE reports SET status = 'given_up', due = NULL, ended = (SELECT now FROM now), outcome = $3, client = NULL, \
            task = NULL \
        WHERE number IN (\
            SELECT number FROM reports WHERE due <= (SELECT now FROM now) AND tries >= $2 FOR NO KEY UPDATE SKIP LOCKED)\
    ), next AS (\
        SELECT number FROM reports WHERE due <= (SELECT now FROM now) AND tries < $2 \
        ORDER BY rank, number LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED\
    ) \
    UPDATE reports SET status = 'running', tries = tries + 1, claims = claims + 1, \
        due = now + least($1, 9223372036854775807 - now) \
    FROM next, now WHERE reports.number = next.number RETURNING id, claims, tries, task"
);
const GOES_ON: &str = concat!(
    "UPDATE reports SET due = ",
    now!(),
    " + $3, percent = $4 WHERE id = $1 AND claims = $2 AND status = 'running'"
);
const IS_MADE: &str = concat!(
    "UPDATE reports SET status = 'done', due = NULL, ended = ",
    now!(),
    ", outcome = $3, client = NULL, task = NULL WHERE id = $1 AND claims = $2 AND status = 'running'"
);
const FAILED: &str = concat!(
    "UPDATE reports SET status = CASE WHEN tries >= $5 THEN 'given_up' ELSE 'waiting' END, \
        due = CASE WHEN tries >= $5 THEN NULL ELSE ",
    now!(),
    " + $4 END, ended = CASE WHEN tries >= $5 THEN ",
    now!(),
    " END, outcome = CASE WHEN tries >= $5 THEN $3 END, client = CASE WHEN tries >= $5 THEN NULL ELSE client END, \
        task = CASE WHEN tries >= $5 THEN NULL ELSE task END \
    WHERE id = $1 AND claims = $2 AND status = 'running'"
);
const IS_LEFT: &str = concat!(
    "UPDATE reports SET status = 'waiting', tries = tries - 1, due = ",
    now!(),
    " WHERE id = $1 AND claims = $2 AND status = 'running'"
);
const STATE: &str = "\
    SELECT status, percent, outcome, CASE WHEN status <> 'waiting' THEN 0 ELSE (\
        SELECT count(*) FROM reports other \
        WHERE other.due IS NOT NULL AND other.status = 'waiting' AND (other.rank, other.number) < (mine.rank, mine.number)\
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
    async fn put(&self, order: Order) -> Result<Placed, StoreError> {
        self.in_time(put(&self.pool, order)).await
    }

    async fn take(&self, lease: Duration) -> Result<Option<Taken>, StoreError> {
        self.in_time(async {
            let take = sqlx::query_as(TAKE).bind(stored::millis(lease)).bind(i64::from(MOST_TRIES)).bind(UNHEARD);
            take.fetch_optional(&self.pool).await?.map(stored::read_taken).transpose()
        })
        .await
    }

    async fn renew(&self, claim: &Claim, lease: Duration, percent: u8) -> Result<Hold, StoreError> {
        let word = about(GOES_ON, claim).bind(stored::millis(lease)).bind(i64::from(percent));
        self.heard(word).await
    }

    async fn finish(&self, claim: &Claim, report: &Document) -> Result<Hold, StoreError> {
        self.heard(about(IS_MADE, claim).bind(stored::report(report))).await
    }

    async fn fail(&self, claim: &Claim, why: &str, pause: Duration) -> Result<Hold, StoreError> {
        let word = about(FAILED, claim).bind(why.to_owned()).bind(stored::millis(pause)).bind(i64::from(MOST_TRIES));
        self.heard(word).await
    }

    async fn give_back(&self, claim: &Claim) -> Result<Hold, StoreError> {
        self.heard(about(IS_LEFT, claim)).await
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
            let rows: Vec<FindingRow> = sqlx::query_as(FINDINGS).bind(keys).fetch_all(&self.pool).await?;
            rows.into_iter().map(Finding::try_from).collect::<Result<_, StoreError>>()
        })
        .await
    }

    async fn learn(&self, findings: &[Finding]) -> Result<(), StoreError> {
        self.in_time(learn(&self.pool, findings)).await
    }

    async fn sweep(&self) -> Result<(), StoreError> {
        self.in_time(async {
            sqlx::query(FORGET_OLD).bind(stored::millis(KEPT_FOR)).execute(&self.pool).await?;
            sqlx::query(FORGET_REPORTS).bind(column::limit(MOST_KEPT)).execute(&self.pool).await?;
            sqlx::query(FORGET_FINDINGS).bind(column::limit(MOST_FINDINGS)).execute(&self.pool).await?;
            Ok::<_, StoreError>(())
        })
        .await
    }
}

type Statement = sqlx::query::Query<'static, sqlx::Postgres, sqlx::postgres::PgArguments>;

/// What who has a job says about it.
fn about(sql: &'static str, claim: &Claim) -> Statement {
    sqlx::query(sql).bind(claim.report.to_string()).bind(i64::from(claim.number))
}

impl PostgresStore {
    async fn heard(&self, word: Statement) -> Result<Hold, StoreError> {
        self.in_time(async {
            let heard = word.execute(&self.pool).await?;
            Ok::<_, StoreError>(if heard.rows_affected() == 1 { Hold::Held } else { Hold::Lost })
        })
        .await
    }
}

async fn put(pool: &PgPool, order: Order) -> Result<Placed, StoreError> {
    let client = order.client.0.to_string();
    let (reports, tasks): (Vec<String>, Vec<String>) =
        order.tasks.iter().map(|(report, task)| (report.to_string(), task.to_json())).unzip();
    let mut transaction = pool.begin().await?;
    sqlx::query(ONE_AT_A_TIME).execute(&mut *transaction).await?;
    let (open, theirs): (i64, i64) = sqlx::query_as(OPEN).bind(&client).fetch_one(&mut *transaction).await?;
    let come = column::limit(reports.len());
    if theirs + come > column::limit(MOST_OF_A_CLIENT) {
        return Ok(Placed::TooManyOfYours);
    }
    if open + come > column::limit(MOST_OPEN) {
        return Ok(Placed::TooMany);
    }
    sqlx::query(PUT)
        .bind(stored::rank(order.rank))
        .bind(client)
        .bind(reports)
        .bind(tasks)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(Placed::Kept)
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
