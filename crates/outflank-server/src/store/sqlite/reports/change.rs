use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use crate::jobs::stored::{self, FindingRow};
use crate::jobs::{
    Claim, Hold, KEPT_FOR, LEASE_EXPIRED, MAX_ATTEMPTS, MAX_FINDINGS, MAX_KEPT, Placed, Submission, Taken,
};
use crate::store::{StoreError, codec, sql};

pub(super) const OPEN: &str = "\
    SELECT count(*), count(*) FILTER (WHERE client = ?), count(*) FILTER (WHERE client LIKE ?) \
    FROM reports WHERE due IS NOT NULL";
const PUT: &str = "INSERT INTO reports (id, rank, client, task, status, due) VALUES (?, ?, ?, ?, 'waiting', ?)";
pub(super) const END_EXPIRED: &str = "\
    UPDATE reports SET status = 'given_up', due = NULL, ended = ?, outcome = ?, client = NULL, task = NULL \
    WHERE due <= ? AND tries >= ?";
pub(super) const TAKE: &str = "\
    UPDATE reports SET status = 'running', tries = tries + 1, claims = claims + 1, due = ? \
    WHERE number = (SELECT number FROM reports WHERE due <= ? ORDER BY rank, number LIMIT 1) \
    RETURNING id, claims, tries, task";
pub(super) const RENEW: &str =
    "UPDATE reports SET due = ?, percent = ? WHERE id = ? AND claims = ? AND status = 'running'";
pub(super) const END: &str = "\
    UPDATE reports SET status = ?, due = NULL, ended = ?, outcome = ?, client = NULL, task = NULL \
    WHERE id = ? AND claims = ? AND status = 'running'";
pub(super) const REQUEUE: &str = "\
    UPDATE reports SET status = 'waiting', due = ?, tries = tries - ? \
    WHERE id = ? AND claims = ? AND status = 'running'";
pub(super) const TRIES: &str = "SELECT tries FROM reports WHERE id = ? AND claims = ? AND status = 'running'";
const LEARN: &str = "INSERT INTO evaluations (position, plies, engine, score, line, exact) ";
pub(super) const FORGET_OLD: &str = "DELETE FROM reports WHERE ended <= ?";
pub(super) const FORGET_REPORTS: &str = "\
    DELETE FROM reports WHERE number IN (\
        SELECT number FROM reports WHERE ended IS NOT NULL ORDER BY ended DESC LIMIT -1 OFFSET ?)";

/// SQLite limits the number of bound values.
const MAX_ROWS: usize = 500;

pub(super) async fn put(
    connection: &mut SqliteConnection,
    submission: Submission,
    now: i64,
) -> Result<Placed, StoreError> {
    let (client, site) = (stored::client(submission.client), stored::site(submission.client));
    let open = sqlx::query_as(OPEN).bind(&client).bind(site).fetch_one(&mut *connection).await?;
    let placed = stored::check_limits(submission.tasks.len(), open);
    if placed != Placed::Kept {
        return Ok(placed);
    }
    for (report, task) in &submission.tasks {
        let put = sqlx::query(PUT).bind(report.to_string()).bind(stored::rank(submission.rank));
        put.bind(&client).bind(task.to_json()).bind(now).execute(&mut *connection).await?;
    }
    Ok(Placed::Kept)
}

pub(super) async fn take(connection: &mut SqliteConnection, now: i64, until: i64) -> Result<Option<Taken>, StoreError> {
    let end = sqlx::query(END_EXPIRED).bind(now).bind(LEASE_EXPIRED).bind(now).bind(i64::from(MAX_ATTEMPTS));
    end.execute(&mut *connection).await?;
    let row = sqlx::query_as(TAKE).bind(until).bind(now).fetch_optional(&mut *connection).await?;
    row.map(stored::read_taken).transpose()
}

pub(super) enum JobUpdate {
    Renewed { until: i64, percent: u8 },
    Done { report: String, now: i64 },
    Failed { why: String, now: i64, again: i64 },
    GivenBack { now: i64 },
}

pub(super) async fn update(
    connection: &mut SqliteConnection,
    claim: Claim,
    update: JobUpdate,
) -> Result<Hold, StoreError> {
    let (id, number) = (claim.report.to_string(), i64::from(claim.number));
    let over = |status, now: i64, outcome: String| sqlx::query(END).bind(status).bind(now).bind(outcome);
    let query = match update {
        JobUpdate::Renewed { until, percent } => sqlx::query(RENEW).bind(until).bind(i64::from(percent)),
        JobUpdate::Done { report, now } => over("done", now, report),
        JobUpdate::GivenBack { now } => sqlx::query(REQUEUE).bind(now).bind(1),
        JobUpdate::Failed { why, now, again } => {
            let tries: Option<i64> =
                sqlx::query_scalar(TRIES).bind(&id).bind(number).fetch_optional(&mut *connection).await?;
            match tries.is_some_and(|tries| tries >= i64::from(MAX_ATTEMPTS)) {
                true => over("given_up", now, why),
                false => sqlx::query(REQUEUE).bind(again).bind(0),
            }
        }
    };
    let updated = query.bind(id).bind(number).execute(connection).await?;
    Ok(if updated.rows_affected() == 1 { Hold::Held } else { Hold::Lost })
}

pub(super) async fn learn(connection: &mut SqliteConnection, rows: Vec<FindingRow>) -> Result<(), StoreError> {
    for rows in rows.chunks(MAX_ROWS) {
        let mut insert = QueryBuilder::<Sqlite>::new(LEARN);
        insert.push_values(rows, |mut values, row| {
            values
                .push_bind(row.position.clone())
                .push_bind(row.plies)
                .push_bind(stored::ENGINE)
                .push_bind(row.score)
                .push_bind(row.line.clone())
                .push_bind(row.exact);
        });
        insert.push(" ON CONFLICT DO NOTHING");
        insert.build().execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn sweep(connection: &mut SqliteConnection, now: i64) -> Result<(), StoreError> {
    let oldest = now.saturating_sub(stored::millis(KEPT_FOR));
    sqlx::query(FORGET_OLD).bind(oldest).execute(&mut *connection).await?;
    sqlx::query(FORGET_REPORTS).bind(codec::limit(MAX_KEPT)).execute(&mut *connection).await?;
    sqlx::query(sql::FORGET_FINDINGS).bind(codec::limit(MAX_FINDINGS)).execute(&mut *connection).await?;
    Ok(())
}
