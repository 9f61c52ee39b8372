use sqlx::{PgExecutor, PgPool};

use super::now;
use crate::GameId;
use crate::store::summary::PublicList;
use crate::store::{Holder, Listing, Page, StoreError, Summary, codec, sql};

pub(super) const NOW: &str = concat!("SELECT ", now!());
pub(super) const AHEAD: &str = "\
    SELECT known.game FROM UNNEST($1::text[], $2::bigint[], $3::bigint[]) AS known (game, last, said) \
    LEFT JOIN games ON games.id = known.game \
    WHERE games.id IS NULL OR games.last > known.last OR (SELECT max(number) FROM chat WHERE chat.game = games.id) > known.said";
pub(super) const RUNNING: &str = "SELECT id FROM games WHERE status = 'running' ORDER BY id";
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

pub(super) async fn holders(from: impl PgExecutor<'_>, game: GameId) -> Result<Vec<Holder>, StoreError> {
    codec::read_holders(sqlx::query_as(HOLDERS).bind(game.as_str()).fetch_all(from).await?, game)
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
