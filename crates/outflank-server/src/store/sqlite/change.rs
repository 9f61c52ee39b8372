use std::time::Duration;

use outflank_rules::Color;
use outflank_table::Time;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::{append, read};
use crate::jobs::stored::millis;
use crate::store::entry::{Appended, Entry};
use crate::store::{
    Creation, Holder, MAX_CHAT_LINES, NewGame, Number, Renewal, Said, Seated, StoreError, codec, holder, sql, stored,
};
use crate::{ChatLine, GameId, Owner};

pub(super) const CLAIM_DUE: &str = "\
    UPDATE games SET leased_until = ? WHERE id IN (\
        SELECT id FROM games WHERE due <= ? AND (leased_until IS NULL OR leased_until <= ?) \
            AND (id, last) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(?)) ORDER BY due, id LIMIT ?\
    ) RETURNING due, id";
pub(super) const RENEW_OFFERS: &str = "\
    INSERT INTO offers (game, until) \
    SELECT games.id, ? FROM json_each(?) AS named CROSS JOIN games ON games.id = named.value WHERE TRUE \
    ON CONFLICT (game) DO UPDATE SET until = excluded.until";
const CREATE: &str = "\
    INSERT INTO games (id, plan, owner, engines, last, status, list, updated, summary, due, moved) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
    ON CONFLICT (id) DO NOTHING";
const SEATS: &str = "INSERT INTO seats (game, seat, secret) ";
pub(super) const LAST_LINE: &str = "\
    SELECT EXISTS (SELECT 1 FROM games WHERE id = ?), (SELECT coalesce(max(number), 0) FROM chat WHERE game = ?)";
const SAY: &str = "INSERT INTO chat (game, number, player, at, line) VALUES (?, ?, ?, ?, ?)";
pub(super) const RENEW_LINK: &str = "\
    UPDATE seats SET secret = ?3 \
    WHERE rowid = (SELECT min(rowid) FROM seats WHERE game = ?1 AND seat = ?2)";
const ALIVE: &str =
    "INSERT INTO alive (only, at) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = max(at, excluded.at)";
const OUTAGE: &str = "\
    INSERT INTO outages (since, until) SELECT at, ?1 FROM alive WHERE only = 1 AND at < ?1 AND ?1 - at >= ?2 \
    ON CONFLICT (since) DO NOTHING";

pub(super) struct NewRow {
    plan: String,
    owner: Option<i64>,
    engines: i64,
    created: Time,
    holders: Vec<Holder>,
    first: Entry,
}

impl NewRow {
    pub(super) fn of(game: NewGame) -> NewRow {
        NewRow {
            owner: game.owner.map(Owner::to_bits),
            engines: codec::limit(game.plan.engines()),
            created: game.plan.created,
            plan: stored::write_plan(game.plan),
            holders: holder::seat_all(&game.first.holders),
            first: Entry::new(game.id, 0, game.first),
        }
    }
}

pub(super) async fn create(connection: &mut SqliteConnection, new: NewRow) -> Result<Creation, StoreError> {
    let NewRow { plan, owner, engines, created, holders, first } = new;
    let created = sqlx::query(CREATE)
        .bind(first.game.as_str())
        .bind(plan)
        .bind(owner)
        .bind(engines)
        .bind(first.before)
        .bind(first.status)
        .bind(first.list)
        .bind(first.updated)
        .bind(&first.summary)
        .bind(first.due)
        .bind(codec::millis(created))
        .execute(&mut *connection)
        .await?;
    if created.rows_affected() == 0 {
        return Ok(Creation::Exists);
    }
    append::add(connection, &first).await?;
    insert_seats(connection, first.game, &holders).await?;
    Ok(Creation::Created)
}

/// Appends events that give a seat. Rare, and it takes more statements than other events.
pub(super) async fn sit_down(
    connection: &mut SqliteConnection,
    holders: Vec<Holder>,
    entry: Entry,
) -> Result<Appended, StoreError> {
    // There is one writer, so everything can be checked before the change.
    let last = read::last(&mut *connection, entry.game).await?;
    if last.map(i64::from) != Some(entry.before) {
        return Ok(Appended::Conflict);
    }
    let Some(added) = holder::additions(read::holders(&mut *connection, entry.game).await?, &holders) else {
        return Ok(Appended::Full);
    };
    append::add(&mut *connection, &entry).await?;
    insert_seats(connection, entry.game, &added).await?;
    Ok(Appended::Done)
}

pub(super) async fn give_seat(
    connection: &mut SqliteConnection,
    game: GameId,
    holder: Holder,
) -> Result<Seated, StoreError> {
    if read::last(&mut *connection, game).await?.is_none() {
        return Err(StoreError::NoSuchGame { game });
    }
    let Some(added) = holder::additions(read::holders(&mut *connection, game).await?, &[holder]) else {
        return Ok(Seated::Full);
    };
    insert_seats(connection, game, &added).await?;
    Ok(Seated::Held)
}

pub(super) async fn renew_link(
    connection: &mut SqliteConnection,
    game: GameId,
    expected: Number,
    link: Holder,
) -> Result<Renewal, StoreError> {
    if read::last(&mut *connection, game).await? != Some(expected) {
        return Ok(Renewal::Conflict);
    }
    let renew = sqlx::query(RENEW_LINK).bind(game.as_str()).bind(codec::seat(link.seat)).bind(link.secret.0.to_vec());
    if renew.execute(&mut *connection).await?.rows_affected() == 0 {
        insert_seats(connection, game, &[link]).await?;
    }
    Ok(Renewal::Renewed)
}

pub(super) async fn say(
    connection: &mut SqliteConnection,
    game: GameId,
    by: Color,
    at: Time,
    text: ChatLine,
) -> Result<Said, StoreError> {
    let id = game.as_str();
    let (exists, last): (bool, i64) = sqlx::query_as(LAST_LINE).bind(id).bind(id).fetch_one(&mut *connection).await?;
    if !exists {
        return Err(StoreError::NoSuchGame { game });
    }
    if last >= i64::from(MAX_CHAT_LINES) {
        return Ok(Said::Full);
    }
    let say = sqlx::query(SAY).bind(id).bind(last + 1).bind(codec::color(by)).bind(codec::millis(at));
    say.bind(text.as_str()).execute(connection).await?;
    codec::read_number(last + 1, id).map(Said::Kept)
}

pub(super) async fn note_alive(connection: &mut SqliteConnection, now: Time) -> Result<(), StoreError> {
    sqlx::query(ALIVE).bind(codec::millis(now)).execute(connection).await?;
    Ok(())
}

pub(super) async fn heartbeat(
    connection: &mut SqliteConnection,
    now: Time,
    silence: Duration,
) -> Result<(), StoreError> {
    let outage = sqlx::query(OUTAGE).bind(codec::millis(now)).bind(millis(silence)).execute(&mut *connection).await?;
    if outage.rows_affected() > 0 {
        sqlx::query(sql::FORGET_OUTAGES).bind(codec::outages_kept_from(now)).execute(&mut *connection).await?;
    }
    note_alive(connection, now).await
}

pub(super) async fn renew_offers(
    connection: &mut SqliteConnection,
    games: String,
    until: Time,
) -> Result<(), StoreError> {
    sqlx::query(RENEW_OFFERS).bind(codec::millis(until)).bind(games).execute(connection).await?;
    Ok(())
}

/// Skips claimed games, given with their last event numbers as JSON.
pub(super) async fn claim_due(
    connection: &mut SqliteConnection,
    now: Time,
    until: Time,
    claimed_json: String,
    most: usize,
) -> Result<Vec<GameId>, StoreError> {
    let (now, until) = (codec::millis(now), codec::millis(until));
    let claim = sqlx::query_as(CLAIM_DUE).bind(until).bind(now).bind(now).bind(claimed_json);
    let mut claimed: Vec<(i64, String)> = claim.bind(codec::limit(most)).fetch_all(connection).await?;
    claimed.sort_unstable();
    claimed.iter().map(|(_, id)| codec::read_game(id)).collect()
}

/// None of the holders may hold these seats already.
async fn insert_seats(connection: &mut SqliteConnection, game: GameId, holders: &[Holder]) -> Result<(), StoreError> {
    if holders.is_empty() {
        return Ok(());
    }
    let mut insert = QueryBuilder::<Sqlite>::new(SEATS);
    insert.push_values(holders, |mut row, holder| {
        row.push_bind(game.as_str().to_owned()).push_bind(codec::seat(holder.seat)).push_bind(holder.secret.0.to_vec());
    });
    insert.build().execute(connection).await?;
    Ok(())
}
