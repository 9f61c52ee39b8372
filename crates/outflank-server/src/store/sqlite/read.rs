//! What is asked. Every question is answered by an index; a test asks SQLite for its plans.

use outflank_table::Time;
use sqlx::{SqliteExecutor, SqlitePool};

use crate::store::summary::PublicList;
use crate::store::{
    GameVersion, Holder, Listing, LoggedEvent, LoggedLine, Number, Page, Plan, Seats, StoreError, Summary,
};
use crate::store::{codec, stored};
use crate::{GameId, SecretHash};

pub(super) const PLAN: &str = "SELECT plan FROM games WHERE id = ?";
pub(super) const LAST: &str = "SELECT last FROM games WHERE id = ?";
/// The games, with what is known of them, are one JSON text.
pub(super) const AHEAD: &str = "\
    SELECT games.id FROM json_each(?) AS known CROSS JOIN games ON games.id = known.value ->> 0 \
    WHERE games.last > known.value ->> 1 \
        OR (SELECT max(number) FROM chat WHERE chat.game = games.id) > known.value ->> 2";
pub(super) const EVENTS: &str = "SELECT number, content FROM events WHERE game = ? AND number > ? ORDER BY number";
pub(super) const RUNNING: &str = "SELECT id FROM games WHERE status = 'running'";
pub(super) const SEATS: &str = "SELECT seat FROM seats WHERE game = ? AND secret = ?";
pub(super) const HOLDERS: &str = "SELECT seat, secret FROM seats WHERE game = ? ORDER BY rowid";
pub(super) const CHAT: &str = "SELECT number, player, at, line FROM chat WHERE game = ? AND number > ? ORDER BY number";
pub(super) const ALIVE: &str = "SELECT at FROM alive WHERE only = 1";
pub(super) const PUBLIC: &str = "\
    SELECT id, summary FROM games WHERE list = ? AND (updated, id) < (?, ?) \
    ORDER BY updated DESC, id DESC LIMIT ?";
/// Few games are offered at a time, and many may wait for somebody who will not come back: so the search begins at the offers.
pub(super) const OPEN: &str = "\
    SELECT id, summary FROM offers CROSS JOIN games ON games.id = offers.game \
    WHERE until > ? AND list = 'open' AND (updated, id) < (?, ?) \
    ORDER BY updated DESC, id DESC LIMIT ?";
/// The games of one secret are found by index and then sorted: they are as many as one person has played.
pub(super) const HELD_BY: &str = "\
    SELECT id, summary FROM games \
    WHERE id IN (SELECT game FROM seats WHERE secret = ? AND seat <> 'watch') \
    AND status <> 'cancelled' AND (updated, id) < (?, ?) \
    ORDER BY updated DESC, id DESC LIMIT ?";
pub(super) const PLAYED_BY: &str = "\
    SELECT id, summary FROM games \
    WHERE id IN (SELECT game FROM seats WHERE secret = ? AND seat <> 'watch') \
    AND status IN ('waiting', 'running', 'paused') AND (updated, id) < (?, ?) \
    ORDER BY updated DESC, id DESC LIMIT ?";
pub(super) const SUMMARY: &str = "SELECT summary FROM games WHERE id = ?";

pub(super) async fn plan(readers: &SqlitePool, game: GameId) -> Result<Option<Plan>, StoreError> {
    let plan: Option<String> = sqlx::query_scalar(PLAN).bind(game.as_str()).fetch_optional(readers).await?;
    plan.map(|plan| stored::read_plan(&plan, game)).transpose()
}

pub(super) async fn events(readers: &SqlitePool, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as(EVENTS).bind(game.as_str()).bind(i64::from(after)).fetch_all(readers).await?;
    codec::read_events(rows, game, after)
}

/// The number of the last event of a game.
pub(super) async fn last(from: impl SqliteExecutor<'_>, game: GameId) -> Result<Option<Number>, StoreError> {
    let last: Option<i64> = sqlx::query_scalar(LAST).bind(game.as_str()).fetch_optional(from).await?;
    last.map(|last| codec::read_number(last, game.as_str())).transpose()
}

pub(super) async fn ahead(readers: &SqlitePool, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
    let known: Vec<_> = known.iter().map(|known| (known.game, known.last, known.said)).collect();
    let known = serde_json::to_string(&known).expect("names and numbers are JSON");
    let ids: Vec<String> = sqlx::query_scalar(AHEAD).bind(known).fetch_all(readers).await?;
    codec::read_games(&ids)
}

pub(super) async fn running(readers: &SqlitePool) -> Result<Vec<GameId>, StoreError> {
    let ids: Vec<String> = sqlx::query_scalar(RUNNING).fetch_all(readers).await?;
    let mut games = codec::read_games(&ids)?;
    games.sort_unstable();
    Ok(games)
}

pub(super) async fn seats(readers: &SqlitePool, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
    let seats: Vec<String> =
        sqlx::query_scalar(SEATS).bind(game.as_str()).bind(&secret.0[..]).fetch_all(readers).await?;
    codec::read_seats(&seats, game)
}

pub(super) async fn holders(from: impl SqliteExecutor<'_>, game: GameId) -> Result<Vec<Holder>, StoreError> {
    let rows: Vec<(String, Vec<u8>)> = sqlx::query_as(HOLDERS).bind(game.as_str()).fetch_all(from).await?;
    codec::read_holders(rows, game)
}

pub(super) async fn chat(readers: &SqlitePool, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
    let rows: Vec<(i64, String, i64, String)> =
        sqlx::query_as(CHAT).bind(game.as_str()).bind(i64::from(after)).fetch_all(readers).await?;
    codec::read_chat(rows, game)
}

pub(super) async fn list(
    readers: &SqlitePool,
    listing: &Listing,
    page: &Page,
    now: Time,
) -> Result<Vec<Summary>, StoreError> {
    let query = match listing {
        Listing::Open => sqlx::query_as(OPEN).bind(codec::millis(now)),
        Listing::Running => sqlx::query_as(PUBLIC).bind(codec::public_list(PublicList::Running)),
        Listing::Finished => sqlx::query_as(PUBLIC).bind(codec::public_list(PublicList::Finished)),
        Listing::HeldBy(secret) => sqlx::query_as(HELD_BY).bind(&secret.0[..]),
        Listing::PlayedBy(secret) => sqlx::query_as(PLAYED_BY).bind(&secret.0[..]),
    };
    let (updated, id) = codec::page_start(page);
    let rows: Vec<(String, String)> =
        query.bind(updated).bind(id).bind(codec::limit(page.count)).fetch_all(readers).await?;
    codec::read_summaries(rows)
}

pub(super) async fn summary(readers: &SqlitePool, game: GameId) -> Result<Option<Summary>, StoreError> {
    let summary: Option<String> = sqlx::query_scalar(SUMMARY).bind(game.as_str()).fetch_optional(readers).await?;
    summary.map(|summary| stored::read_summary(&summary, game)).transpose()
}

pub(super) async fn last_alive(readers: &SqlitePool) -> Result<Option<Time>, StoreError> {
    let at: Option<i64> = sqlx::query_scalar(ALIVE).fetch_optional(readers).await?;
    codec::read_alive(at)
}
