//! What can be written about reports.

use async_trait::async_trait;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::super::writer::Change;
use crate::jobs::stored::{self, FindingRow};
use crate::jobs::{
    Claim, Hold, KEPT_FOR, MOST_FINDINGS, MOST_KEPT, MOST_OF_A_CLIENT, MOST_OPEN, MOST_TRIES, Placed, Submission,
    Taken, UNHEARD,
};
use crate::store::{StoreError, codec};

pub(super) const OPEN: &str = "SELECT count(*), count(*) FILTER (WHERE client = ?) FROM reports WHERE due IS NOT NULL";
const PUT: &str = "INSERT INTO reports (id, rank, client, task, status, due) VALUES (?, ?, ?, ?, 'waiting', ?)";
pub(super) const UNHEARD_OF: &str = "\
    UPDATE reports SET status = 'given_up', due = NULL, ended = ?, outcome = ?, client = NULL, task = NULL \
    WHERE due <= ? AND tries >= ?";
pub(super) const TAKE: &str = "\
    UPDATE reports SET status = 'running', tries = tries + 1, claims = claims + 1, due = ? \
    WHERE number = (SELECT number FROM reports WHERE due <= ? ORDER BY rank, number LIMIT 1) \
    RETURNING id, claims, tries, task";
pub(super) const GOES_ON: &str =
    "UPDATE reports SET due = ?, percent = ? WHERE id = ? AND claims = ? AND status = 'running'";
pub(super) const IS_OVER: &str = "\
    UPDATE reports SET status = ?, due = NULL, ended = ?, outcome = ?, client = NULL, task = NULL \
    WHERE id = ? AND claims = ? AND status = 'running'";
pub(super) const WAITS: &str = "\
    UPDATE reports SET status = 'waiting', due = ?, tries = tries - ? \
    WHERE id = ? AND claims = ? AND status = 'running'";
pub(super) const TRIES: &str = "SELECT tries FROM reports WHERE id = ? AND claims = ? AND status = 'running'";
const LEARN: &str = "INSERT INTO findings (position, plies, patience, score, best, depth, confidence, exact, millis) ";
const IF_IT_IS_MORE: &str = "\
    ON CONFLICT (position, plies) DO UPDATE SET patience = excluded.patience, score = excluded.score, best = excluded.best, \
    depth = excluded.depth, confidence = excluded.confidence, exact = excluded.exact, millis = excluded.millis \
    WHERE (excluded.exact, excluded.depth, excluded.patience) > (findings.exact, findings.depth, findings.patience)";
pub(super) const FORGET_OLD: &str = "DELETE FROM reports WHERE ended <= ?";
pub(super) const FORGET_REPORTS: &str = "\
    DELETE FROM reports WHERE number IN (\
        SELECT number FROM reports WHERE ended IS NOT NULL ORDER BY ended DESC LIMIT -1 OFFSET ?)";
pub(super) const FORGET_FINDINGS: &str = "DELETE FROM findings WHERE number <= (SELECT max(number) FROM findings) - ?";

/// How many findings go into one statement: SQLite has a limit to what is bound.
const MOST_IN_A_STATEMENT: usize = 500;

/// An order comes in.
pub(super) struct Put {
    pub(super) order: Submission,
    pub(super) now: i64,
}

#[async_trait]
impl Change for Put {
    type Answer = Placed;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Placed, StoreError> {
        let Put { order, now } = self;
        let client = order.client.0.to_string();
        let (open, theirs): (i64, i64) = sqlx::query_as(OPEN).bind(&client).fetch_one(&mut *connection).await?;
        let come = codec::limit(order.tasks.len());
        if theirs + come > codec::limit(MOST_OF_A_CLIENT) {
            return Ok(Placed::TooManyOfYours);
        }
        if open + come > codec::limit(MOST_OPEN) {
            return Ok(Placed::TooMany);
        }
        for (report, task) in &order.tasks {
            sqlx::query(PUT)
                .bind(report.to_string())
                .bind(stored::rank(order.rank))
                .bind(&client)
                .bind(task.to_json())
                .bind(now)
                .execute(&mut *connection)
                .await?;
        }
        Ok(Placed::Kept)
    }
}

/// Somebody is free.
pub(super) struct Take {
    pub(super) now: i64,
    pub(super) until: i64,
}

#[async_trait]
impl Change for Take {
    type Answer = Option<Taken>;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Option<Taken>, StoreError> {
        let Take { now, until } = self;
        sqlx::query(UNHEARD_OF)
            .bind(now)
            .bind(UNHEARD)
            .bind(now)
            .bind(i64::from(MOST_TRIES))
            .execute(&mut *connection)
            .await?;
        let row = sqlx::query_as(TAKE).bind(until).bind(now).fetch_optional(&mut *connection).await?;
        row.map(stored::read_taken).transpose()
    }
}

/// What who has a job says about it.
pub(super) enum Word {
    GoesOn { until: i64, percent: u8 },
    IsMade { report: String, now: i64 },
    Failed { why: String, now: i64, again: i64 },
    IsLeft { now: i64 },
}

/// Who has a job says something about it.
pub(super) struct Tell {
    pub(super) claim: Claim,
    pub(super) word: Word,
}

#[async_trait]
impl Change for Tell {
    type Answer = Hold;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Hold, StoreError> {
        let (id, number) = (self.claim.report.to_string(), i64::from(self.claim.number));
        let over =
            |status, now: i64, outcome: &str| sqlx::query(IS_OVER).bind(status).bind(now).bind(outcome.to_owned());
        let said = match &self.word {
            Word::GoesOn { until, percent } => sqlx::query(GOES_ON).bind(until).bind(i64::from(*percent)),
            Word::IsMade { report, now } => over("done", *now, report),
            Word::IsLeft { now } => sqlx::query(WAITS).bind(now).bind(1),
            Word::Failed { why, now, again } => {
                let tries: Option<i64> =
                    sqlx::query_scalar(TRIES).bind(&id).bind(number).fetch_optional(&mut *connection).await?;
                match tries.is_some_and(|tries| tries >= i64::from(MOST_TRIES)) {
                    true => over("given_up", *now, why),
                    false => sqlx::query(WAITS).bind(again).bind(0),
                }
            }
        };
        let heard = said.bind(id).bind(number).execute(connection).await?;
        Ok(if heard.rows_affected() == 1 { Hold::Held } else { Hold::Lost })
    }
}

/// Something was found out.
pub(super) struct Learn {
    pub(super) rows: Vec<FindingRow>,
}

#[async_trait]
impl Change for Learn {
    type Answer = ();

    async fn write(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        for rows in self.rows.chunks(MOST_IN_A_STATEMENT) {
            let mut insert = QueryBuilder::<Sqlite>::new(LEARN);
            insert.push_values(rows, |mut values, row| {
                values
                    .push_bind(row.position.clone())
                    .push_bind(row.plies)
                    .push_bind(row.patience)
                    .push_bind(row.score)
                    .push_bind(row.best.clone())
                    .push_bind(row.depth)
                    .push_bind(row.confidence)
                    .push_bind(row.exact)
                    .push_bind(row.millis);
            });
            insert.push(IF_IT_IS_MORE);
            insert.build().execute(&mut *connection).await?;
        }
        Ok(())
    }
}

/// What is too old or too much goes.
pub(super) struct Sweep {
    pub(super) now: i64,
}

#[async_trait]
impl Change for Sweep {
    type Answer = ();

    async fn write(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let oldest = self.now.saturating_sub(stored::millis(KEPT_FOR));
        sqlx::query(FORGET_OLD).bind(oldest).execute(&mut *connection).await?;
        sqlx::query(FORGET_REPORTS).bind(codec::limit(MOST_KEPT)).execute(&mut *connection).await?;
        sqlx::query(FORGET_FINDINGS).bind(codec::limit(MOST_FINDINGS)).execute(&mut *connection).await?;
        Ok(())
    }
}
