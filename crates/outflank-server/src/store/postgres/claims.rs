//! The task that claims games for the engine. Every search renews its claim after a few seconds, so pending claims share a statement: one by
//! one, those of a thousand games would keep all connections busy.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use tokio::sync::{Notify, mpsc};

use super::now;
use super::timeout::in_time;
use crate::jobs::stored::millis;
use crate::store::task::{BackgroundTask, Reply};
use crate::store::{Claim, StoreError};
use crate::{GameId, ServerId};

const MAX_CLAIMS: usize = 500;

/// Rows are locked in order of their ids, so that two servers cannot deadlock.
const CLAIM: &str = concat!(
    "WITH now AS (SELECT ",
    now!(),
    " AS now), asked AS (SELECT * FROM UNNEST($1::text[], $2::bytea[], $3::bigint[]) AS asked (game, by, lease)) \
    INSERT INTO claims (game, node, last, until) \
    SELECT id, by, last, now + least(lease, 9223372036854775807 - now) FROM asked JOIN games ON id = game, now ORDER BY id \
    ON CONFLICT (game) DO UPDATE SET node = excluded.node, last = excluded.last, until = excluded.until \
    WHERE claims.node = excluded.node OR claims.last <> excluded.last OR claims.until <= (SELECT now FROM now) \
    RETURNING game"
);

pub(super) struct ClaimRequest {
    pub(super) game: GameId,
    pub(super) by: ServerId,
    pub(super) lease: Duration,
    pub(super) reply: Reply<Claim>,
}

pub(super) fn start(pool: PgPool) -> BackgroundTask<ClaimRequest> {
    BackgroundTask::start(|queue, closing| run(pool, queue, closing))
}

async fn run(pool: PgPool, mut queue: mpsc::Receiver<ClaimRequest>, closing: Arc<Notify>) {
    let mut waiting = Vec::with_capacity(MAX_CLAIMS);
    loop {
        tokio::select! {
            () = closing.notified() => queue.close(),
            count = queue.recv_many(&mut waiting, MAX_CLAIMS) => match count {
                0 => break,
                _ => while !waiting.is_empty() {
                    answer(&pool, first_of_each_game(&mut waiting)).await;
                },
            },
        }
    }
}

/// A statement cannot change a row twice.
fn first_of_each_game(waiting: &mut Vec<ClaimRequest>) -> Vec<ClaimRequest> {
    let mut games = HashSet::with_capacity(waiting.len());
    let (first, later) = waiting.drain(..).partition(|request| games.insert(request.game));
    *waiting = later;
    first
}

async fn answer(pool: &PgPool, requests: Vec<ClaimRequest>) {
    match in_time(claim(pool, &requests)).await {
        Ok(granted) => requests.into_iter().for_each(|request| {
            let is_granted = granted.contains(request.game.as_str());
            let _ = request.reply.send(Ok(if is_granted { Claim::Granted } else { Claim::Refused }));
        }),
        Err(error) => requests.into_iter().for_each(|request| drop(request.reply.send(Err(error.clone())))),
    }
}

async fn claim(pool: &PgPool, requests: &[ClaimRequest]) -> Result<HashSet<String>, StoreError> {
    let granted: Vec<String> = sqlx::query_scalar(CLAIM)
        .bind(requests.iter().map(|request| request.game.as_str()).collect::<Vec<_>>())
        .bind(requests.iter().map(|request| &request.by.0[..]).collect::<Vec<_>>())
        .bind(requests.iter().map(|request| millis(request.lease)).collect::<Vec<_>>())
        .fetch_all(pool)
        .await?;
    Ok(granted.into_iter().collect())
}
