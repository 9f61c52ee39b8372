//! What is asked. Every question is answered by an index; a test asks SQLite for its plans.

use outflank_table::Time;
use sqlx::{SqliteExecutor, SqlitePool};

use super::column;
use crate::store::stored;
use crate::store::summary::PublicList;
use crate::store::{Holder, Listing, LoggedEvent, LoggedLine, Number, Page, Plan, Seats, StoreError, Summary};
use crate::{ChatLine, GameId, SecretHash};

pub(super) const PLAN: &str = "SELECT plan FROM games WHERE id = ?";
pub(super) const EVENTS: &str = "SELECT number, content FROM events WHERE game = ? AND number > ? ORDER BY number";
pub(super) const RUNNING: &str = "SELECT id FROM games WHERE status = 'running'";
pub(super) const SEATS: &str = "SELECT seat FROM seats WHERE game = ? AND secret = ?";
pub(super) const HOLDERS: &str = "SELECT seat, secret FROM seats WHERE game = ? ORDER BY rowid";
pub(super) const CHAT: &str = "SELECT number, player, at, line FROM chat WHERE game = ? AND number > ? ORDER BY number";
pub(super) const ALIVE: &str = "SELECT at FROM alive WHERE only = 1";
pub(super) const PUBLIC: &str = "\
    SELECT id, summary FROM games WHERE list = ? AND (updated, id) < (?, ?) \
    ORDER BY updated DESC, id DESC LIMIT ?";
/// The games of one secret are found by index and then sorted: they are as many as one person has played.
pub(super) const HELD_BY: &str = "\
    SELECT id, summary FROM games \
    WHERE id IN (SELECT game FROM seats WHERE secret = ? AND seat <> 'watch') \
    AND status <> 'cancelled' AND (updated, id) < (?, ?) \
    ORDER BY updated DESC, id DESC LIMIT ?";

pub(super) async fn plan(readers: &SqlitePool, game: GameId) -> Result<Option<Plan>, StoreError> {
    let plan: Option<String> = sqlx::query_scalar(PLAN).bind(game.as_str()).fetch_optional(readers).await?;
    plan.map(|plan| stored::read_plan(&plan, game)).transpose()
}

pub(super) async fn events(readers: &SqlitePool, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as(EVENTS).bind(game.as_str()).bind(i64::from(after)).fetch_all(readers).await?;
    let numbered = (i64::from(after) + 1..).zip(rows);
    numbered
        .map(|(expected, (number, content))| match number == expected {
            true => stored::read_event(&content, game, column::read_number(number, game.as_str())?),
            false => Err(StoreError::Damaged { what: format!("event {expected} of game {game} is missing") }),
        })
        .collect()
}

pub(super) async fn running(readers: &SqlitePool) -> Result<Vec<GameId>, StoreError> {
    let ids: Vec<String> = sqlx::query_scalar(RUNNING).fetch_all(readers).await?;
    let mut games = ids.iter().map(|id| column::read_game(id)).collect::<Result<Vec<GameId>, StoreError>>()?;
    games.sort_unstable();
    Ok(games)
}

pub(super) async fn seats(readers: &SqlitePool, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
    let seats: Vec<String> =
        sqlx::query_scalar(SEATS).bind(game.as_str()).bind(&secret.0[..]).fetch_all(readers).await?;
    seats.iter().try_fold(Seats::default(), |seats, seat| Ok(seats.with(column::read_seat(seat, game.as_str())?)))
}

pub(super) async fn holders(from: impl SqliteExecutor<'_>, game: GameId) -> Result<Vec<Holder>, StoreError> {
    let rows: Vec<(String, Vec<u8>)> = sqlx::query_as(HOLDERS).bind(game.as_str()).fetch_all(from).await?;
    let holder = |(seat, secret): (String, Vec<u8>)| {
        let seat = column::read_seat(&seat, game.as_str())?;
        Ok(Holder { seat, secret: column::read_secret(&secret, game.as_str())? })
    };
    rows.into_iter().map(holder).collect()
}

pub(super) async fn chat(readers: &SqlitePool, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
    let rows: Vec<(i64, String, i64, String)> =
        sqlx::query_as(CHAT).bind(game.as_str()).bind(i64::from(after)).fetch_all(readers).await?;
    let line = |(number, player, at, line): (i64, String, i64, String)| {
        let text = ChatLine::try_from(line)
            .map_err(|error| StoreError::Damaged { what: format!("line {number} of game {game}: {error}") })?;
        Ok(LoggedLine {
            number: column::read_number(number, game.as_str())?,
            by: column::read_color(&player, game.as_str())?,
            at: column::read_time(at, game.as_str())?,
            text,
        })
    };
    rows.into_iter().map(line).collect()
}

pub(super) async fn list(readers: &SqlitePool, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
    let query = match listing {
        Listing::Open => sqlx::query_as(PUBLIC).bind(column::public_list(PublicList::Open)),
        Listing::Running => sqlx::query_as(PUBLIC).bind(column::public_list(PublicList::Running)),
        Listing::Finished => sqlx::query_as(PUBLIC).bind(column::public_list(PublicList::Finished)),
        Listing::HeldBy(secret) => sqlx::query_as(HELD_BY).bind(&secret.0[..]),
    };
    let (updated, id) = match &page.after {
        Some(after) => (column::millis(after.updated), after.game.as_str()),
        // Before every game, as names have only letters and digits.
        None => (i64::MAX, "~"),
    };
    let rows: Vec<(String, String)> =
        query.bind(updated).bind(id).bind(column::limit(page.count)).fetch_all(readers).await?;
    rows.into_iter().map(|(id, summary)| stored::read_summary(&summary, column::read_game(&id)?)).collect()
}

pub(super) async fn last_alive(readers: &SqlitePool) -> Result<Option<Time>, StoreError> {
    let at: Option<i64> = sqlx::query_scalar(ALIVE).fetch_optional(readers).await?;
    let damaged = |_| StoreError::Damaged { what: "the time at which the server last ran".to_owned() };
    at.map(|at| u64::try_from(at).map(Time::from_millis).map_err(damaged)).transpose()
}
