use std::time::Duration;

use outflank_table::Time;
use sqlx::{PgExecutor, PgPool};

use super::{database_clock, now};
use crate::jobs::stored::millis;
use crate::store::summary::PublicList;
use crate::store::{EngineGames, Holder, Listing, Outage, Page, StoreError, Summary, codec, sql};
use crate::{GameId, Owner};

pub(super) const NOW: &str = concat!("SELECT ", database_clock!());
pub(super) const AHEAD: &str = "\
    SELECT known.game FROM UNNEST($1::text[], $2::bigint[], $3::bigint[]) AS known (game, last, said) \
    LEFT JOIN games ON games.id = known.game \
    WHERE games.id IS NULL OR games.last > known.last OR (SELECT max(number) FROM chat WHERE chat.game = games.id) > known.said";
/// Many games may be abandoned, so the query starts from the recent and the due ones.
const ENGINE_GAMES: &str = concat!(
    "SELECT count(*) FILTER (WHERE owner = $1), count(*) FILTER (WHERE owner BETWEEN $2 AND $3), count(*) FROM (\
        SELECT id, owner FROM games WHERE status = 'running' AND engines > 0 AND updated > ",
    now!(),
    " - $4 UNION SELECT id, owner FROM games WHERE due <= ",
    now!(),
    " AND status = 'running' AND engines > 0) AS busy"
);
const HOLDERS: &str = "SELECT seat, secret FROM seats WHERE game = $1 ORDER BY place";
pub(super) const ALIVE: &str = "SELECT at FROM alive WHERE sole = 1";
pub(super) const ATTENDING: &str =
    concat!("SELECT player FROM attendance WHERE game = $1 AND node <> $2 AND until > ", now!());
/// Few games are offered, and many may be abandoned, so the query starts from the offers.
const OPEN: &str = concat!(
    "WITH offered AS MATERIALIZED (SELECT game FROM offers WHERE until > ",
    now!(),
    ") SELECT id, summary FROM offered JOIN games ON games.id = offered.game \
    WHERE list = $1 AND (updated, id) < ($2, $3) \
    ORDER BY updated DESC, id DESC LIMIT $4"
);

pub(super) async fn engine_games(pool: &PgPool, owner: Owner, within: Duration) -> Result<EngineGames, StoreError> {
    let [first, last] = owner.neighbours().map(Owner::to_bits);
    let query = sqlx::query_as(ENGINE_GAMES).bind(owner.to_bits()).bind(first).bind(last).bind(millis(within));
    let (of_owner, of_site, total): (i64, i64, i64) = query.fetch_one(pool).await?;
    Ok(codec::engine_games(of_owner, of_site, total))
}

pub(super) async fn holders(from: impl PgExecutor<'_>, game: GameId) -> Result<Vec<Holder>, StoreError> {
    codec::read_holders(sqlx::query_as(HOLDERS).bind(game.as_str()).fetch_all(from).await?, game)
}

pub(super) async fn outages(from: impl PgExecutor<'_>, after: Time) -> Result<Vec<Outage>, StoreError> {
    let rows: Vec<(i64, i64)> = sqlx::query_as(sql::OUTAGES).bind(codec::millis(after)).fetch_all(from).await?;
    codec::read_outages(&rows)
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
