//! Queries. A test checks that each uses an index.

use std::time::Duration;

use outflank_table::Time;
use sqlx::{SqliteExecutor, SqlitePool};

use crate::jobs::stored::millis;
use crate::store::summary::PublicList;
use crate::store::{
    EngineGames, Holder, Listing, LoggedEvent, LoggedLine, Number, Page, Plan, StoreError, Summary, codec, sql, stored,
};
use crate::{GameId, Owner};

pub(super) const LAST: &str = "SELECT last FROM games WHERE id = ?";
pub(super) const AHEAD: &str = "\
    SELECT known.value ->> 0 FROM json_each(?) AS known LEFT JOIN games ON games.id = known.value ->> 0 \
    WHERE games.id IS NULL OR games.last > known.value ->> 1 \
        OR (SELECT max(number) FROM chat WHERE chat.game = games.id) > known.value ->> 2";
/// Many games may be abandoned, so the query starts from the recent and the due ones.
pub(super) const ENGINE_GAMES: &str = "\
    SELECT count(*) FILTER (WHERE owner = ?), count(*) FILTER (WHERE owner BETWEEN ? AND ?), count(*) FROM (\
        SELECT id, owner FROM games INDEXED BY games_with_engines \
        WHERE status = 'running' AND engines > 0 AND updated > ? \
        UNION SELECT id, owner FROM games INDEXED BY games_due \
        WHERE due <= ? AND status = 'running' AND engines > 0\
    )";
pub(super) const HOLDERS: &str = "SELECT seat, secret FROM seats WHERE game = ? ORDER BY rowid";
pub(super) const ALIVE: &str = "SELECT at FROM alive WHERE only = 1";
/// Few games are offered, and many may be abandoned, so the query starts from the offers.
pub(super) const OPEN: &str = "\
    SELECT id, summary FROM offers CROSS JOIN games ON games.id = offers.game \
    WHERE until > ? AND list = 'open' AND (updated, id) < (?, ?) \
    ORDER BY updated DESC, id DESC LIMIT ?";

pub(super) async fn last(from: impl SqliteExecutor<'_>, game: GameId) -> Result<Option<Number>, StoreError> {
    let last: Option<i64> = sqlx::query_scalar(LAST).bind(game.as_str()).fetch_optional(from).await?;
    last.map(|last| codec::read_number(last, game.as_str())).transpose()
}

pub(super) async fn engine_games(
    readers: &SqlitePool,
    owner: Owner,
    now: Time,
    within: Duration,
) -> Result<EngineGames, StoreError> {
    let [first, last] = owner.neighbours().map(Owner::to_bits);
    let query = sqlx::query_as(ENGINE_GAMES).bind(owner.to_bits()).bind(first).bind(last);
    let now = codec::millis(now);
    let query = query.bind(now.saturating_sub(millis(within))).bind(now);
    let (of_owner, of_site, total): (i64, i64, i64) = query.fetch_one(readers).await?;
    Ok(codec::engine_games(of_owner, of_site, total))
}

pub(super) async fn plan(from: impl SqliteExecutor<'_>, game: GameId) -> Result<Option<Plan>, StoreError> {
    let plan: Option<String> = sqlx::query_scalar(sql::PLAN).bind(game.as_str()).fetch_optional(from).await?;
    plan.map(|plan| stored::read_plan(&plan, game)).transpose()
}

pub(super) async fn summary(from: impl SqliteExecutor<'_>, game: GameId) -> Result<Option<Summary>, StoreError> {
    let summary: Option<String> = sqlx::query_scalar(sql::SUMMARY).bind(game.as_str()).fetch_optional(from).await?;
    summary.map(|summary| stored::read_summary(&summary, game)).transpose()
}

pub(super) async fn events(
    from: impl SqliteExecutor<'_>,
    game: GameId,
    after: Number,
) -> Result<Vec<LoggedEvent>, StoreError> {
    let events = sqlx::query_as(sql::EVENTS).bind(game.as_str()).bind(i64::from(after)).fetch_all(from);
    codec::read_events(events.await?, game, after)
}

pub(super) async fn chat(
    from: impl SqliteExecutor<'_>,
    game: GameId,
    after: Number,
) -> Result<Vec<LoggedLine>, StoreError> {
    let chat = sqlx::query_as(sql::CHAT).bind(game.as_str()).bind(i64::from(after)).fetch_all(from);
    codec::read_chat(chat.await?, game)
}

pub(super) async fn holders(from: impl SqliteExecutor<'_>, game: GameId) -> Result<Vec<Holder>, StoreError> {
    let rows: Vec<(String, Vec<u8>)> = sqlx::query_as(HOLDERS).bind(game.as_str()).fetch_all(from).await?;
    codec::read_holders(rows, game)
}

pub(super) async fn scan(
    from: impl SqliteExecutor<'_>,
    after: Option<GameId>,
    count: usize,
) -> Result<Vec<Summary>, StoreError> {
    let scan = sqlx::query_as(sql::SCAN).bind(codec::scan_start(after.as_ref())).bind(codec::limit(count));
    codec::read_summaries(scan.fetch_all(from).await?)
}

pub(super) async fn list(
    readers: &SqlitePool,
    listing: &Listing,
    page: &Page,
    now: Time,
) -> Result<Vec<Summary>, StoreError> {
    let query = match listing {
        Listing::Open => sqlx::query_as(OPEN).bind(codec::millis(now)),
        Listing::Running => sqlx::query_as(sql::PUBLIC).bind(codec::public_list(PublicList::Running)),
        Listing::Finished => sqlx::query_as(sql::PUBLIC).bind(codec::public_list(PublicList::Finished)),
        Listing::HeldBy(secret) => sqlx::query_as(sql::HELD_BY).bind(&secret.0[..]),
        Listing::PlayedBy(secret) => sqlx::query_as(sql::PLAYED_BY).bind(&secret.0[..]),
    };
    let (updated, id) = codec::page_start(page);
    let rows: Vec<(String, String)> =
        query.bind(updated).bind(id).bind(codec::limit(page.count)).fetch_all(readers).await?;
    codec::read_summaries(rows)
}
