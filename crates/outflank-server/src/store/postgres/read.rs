use outflank_rules::ByColor;
use outflank_table::Time;
use sqlx::{PgExecutor, PgPool};

use super::now;
use crate::store::summary::PublicList;
use crate::store::{
    GameVersion, Holder, Listing, LoggedEvent, LoggedLine, Number, Page, Plan, Seats, StoreError, Summary,
};
use crate::store::{codec, sql, stored};
use crate::{GameId, SecretHash, ServerId};

const NOW: &str = concat!("SELECT ", now!());
const AHEAD: &str = "\
    SELECT games.id FROM UNNEST($1::text[], $2::bigint[], $3::bigint[]) AS known (game, last, said) \
    JOIN games ON games.id = known.game \
    WHERE games.last > known.last OR (SELECT max(number) FROM chat WHERE chat.game = games.id) > known.said";
const RUNNING: &str = "SELECT id FROM games WHERE status = 'running' ORDER BY id";
const HOLDERS: &str = "SELECT seat, secret FROM seats WHERE game = $1 ORDER BY place";
const ALIVE: &str = "SELECT at FROM alive WHERE sole = 1";
const ATTENDING: &str = concat!("SELECT player FROM attendance WHERE game = $1 AND node <> $2 AND until > ", now!());
/// Few games are offered, and many may be abandoned, so the query starts from the offers.
const OPEN: &str = concat!(
    "WITH offered AS MATERIALIZED (SELECT game FROM offers WHERE until > ",
    now!(),
    ") SELECT id, summary FROM offered JOIN games ON games.id = offered.game \
    WHERE list = $1 AND (updated, id) < ($2, $3) \
    ORDER BY updated DESC, id DESC LIMIT $4"
);

pub(super) async fn plan(pool: &PgPool, game: GameId) -> Result<Option<Plan>, StoreError> {
    let plan: Option<String> = sqlx::query_scalar(sql::PLAN).bind(game.as_str()).fetch_optional(pool).await?;
    plan.map(|plan| stored::read_plan(&plan, game)).transpose()
}

pub(super) async fn events(pool: &PgPool, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
    let rows = sqlx::query_as(sql::EVENTS).bind(game.as_str()).bind(i64::from(after)).fetch_all(pool).await?;
    codec::read_events(rows, game, after)
}

pub(super) async fn now(pool: &PgPool) -> Result<Time, StoreError> {
    let now: i64 = sqlx::query_scalar(NOW).fetch_one(pool).await?;
    Ok(Time::from_millis(u64::try_from(now).unwrap_or_default()))
}

pub(super) async fn ahead(pool: &PgPool, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
    let ids: Vec<String> = sqlx::query_scalar(AHEAD)
        .bind(known.iter().map(|known| known.game.as_str()).collect::<Vec<_>>())
        .bind(known.iter().map(|known| i64::from(known.last)).collect::<Vec<_>>())
        .bind(known.iter().map(|known| i64::from(known.said)).collect::<Vec<_>>())
        .fetch_all(pool)
        .await?;
    codec::read_games(&ids)
}

pub(super) async fn attending(
    pool: &PgPool,
    game: GameId,
    elsewhere_than: ServerId,
) -> Result<ByColor<bool>, StoreError> {
    let players: Vec<String> =
        sqlx::query_scalar(ATTENDING).bind(game.as_str()).bind(&elsewhere_than.0[..]).fetch_all(pool).await?;
    Ok(ByColor::from_fn(|color| players.iter().any(|player| player == codec::color(color))))
}

pub(super) async fn running(pool: &PgPool) -> Result<Vec<GameId>, StoreError> {
    let ids: Vec<String> = sqlx::query_scalar(RUNNING).fetch_all(pool).await?;
    codec::read_games(&ids)
}

pub(super) async fn seats(pool: &PgPool, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
    let seats: Vec<String> =
        sqlx::query_scalar(sql::SEATS).bind(game.as_str()).bind(&secret.0[..]).fetch_all(pool).await?;
    codec::read_seats(&seats, game)
}

pub(super) async fn holders(from: impl PgExecutor<'_>, game: GameId) -> Result<Vec<Holder>, StoreError> {
    codec::read_holders(sqlx::query_as(HOLDERS).bind(game.as_str()).fetch_all(from).await?, game)
}

pub(super) async fn chat(pool: &PgPool, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
    let rows = sqlx::query_as(sql::CHAT).bind(game.as_str()).bind(i64::from(after)).fetch_all(pool).await?;
    codec::read_chat(rows, game)
}

pub(super) async fn list(pool: &PgPool, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
    let query = match listing {
        Listing::Open => sqlx::query_as(OPEN).bind(codec::public_list(PublicList::Open)),
        Listing::Running => sqlx::query_as(sql::PUBLIC).bind(codec::public_list(PublicList::Running)),
        Listing::Finished => sqlx::query_as(sql::PUBLIC).bind(codec::public_list(PublicList::Finished)),
        Listing::HeldBy(secret) => sqlx::query_as(sql::HELD_BY).bind(&secret.0[..]),
        Listing::PlayedBy(secret) => sqlx::query_as(sql::PLAYED_BY).bind(&secret.0[..]),
    };
    let (updated, id) = codec::page_start(page);
    codec::read_summaries(query.bind(updated).bind(id).bind(codec::limit(page.count)).fetch_all(pool).await?)
}

pub(super) async fn summary(pool: &PgPool, game: GameId) -> Result<Option<Summary>, StoreError> {
    let summary: Option<String> = sqlx::query_scalar(sql::SUMMARY).bind(game.as_str()).fetch_optional(pool).await?;
    summary.map(|summary| stored::read_summary(&summary, game)).transpose()
}

pub(super) async fn last_alive(pool: &PgPool) -> Result<Option<Time>, StoreError> {
    codec::read_alive(sqlx::query_scalar(ALIVE).fetch_optional(pool).await?)
}
