use std::time::Duration;

use outflank_rules::Color;
use outflank_table::Time;
use sqlx::{PgConnection, PgPool};

use super::{CHANNEL, append, now, read};
use crate::jobs::stored::millis;
use crate::store::entry::{Appended, Entry};
use crate::store::{
    Batch, Creation, Holder, MAX_CHAT_LINES, NewGame, Number, Outage, Player, Renewal, Said, Seated, StoreError, codec,
    holder, sql, stored,
};
use crate::{ChatLine, GameId, Owner, ServerId};

const CREATE: &str = "\
    WITH created AS (\
        INSERT INTO games (id, plan, last, status, list, updated, summary, due, owner, engines, moved) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $13, $14, $15) ON CONFLICT (id) DO NOTHING RETURNING id\
    ), added AS (\
        INSERT INTO events (game, number, content) \
        SELECT id, number, content FROM created, UNNEST($9::text[]) WITH ORDINALITY AS event (content, number)\
    ), seated AS (\
        INSERT INTO seats (game, seat, secret) \
        SELECT id, seat, secret \
        FROM created, UNNEST($10::text[], $11::bytea[]) WITH ORDINALITY AS holder (seat, secret, place) ORDER BY place\
    ) \
    SELECT count(pg_notify($12, id || ':' || $3::bigint)::text) FROM created";
const SEATS: &str = "\
    INSERT INTO seats (game, seat, secret) \
    SELECT $1, seat, secret FROM UNNEST($2::text[], $3::bytea[]) WITH ORDINALITY AS holder (seat, secret, place) \
    ORDER BY place";
const RENEW_LINK: &str = "\
    UPDATE seats SET secret = $3 \
    WHERE game = $1 AND place = (SELECT min(place) FROM seats WHERE game = $1 AND seat = $2)";
const LOCK: &str = "SELECT last FROM games WHERE id = $1 FOR NO KEY UPDATE";
/// Does not lock the game: on a conflict of numbers, the caller tries the next one.
const SAY: &str = "\
    WITH lines AS (\
        SELECT coalesce(max(number), 0) AS last FROM chat WHERE game = $1\
    ), said AS (\
        INSERT INTO chat (game, number, player, at, line) \
        SELECT games.id, lines.last + 1, $2, $3, $4 FROM games, lines WHERE games.id = $1 AND lines.last < $5 \
        ON CONFLICT (game, number) DO NOTHING RETURNING game, number\
    ) \
    SELECT EXISTS (SELECT 1 FROM games WHERE id = $1), last, (SELECT number FROM said), \
        (SELECT pg_notify($6, game || '+' || number)::text FROM said) \
    FROM lines";
const ALIVE: &str = "\
    INSERT INTO alive (sole, at) VALUES (1, $1) ON CONFLICT (sole) DO UPDATE SET at = greatest(alive.at, excluded.at)";
/// Servers wait for each other here, so that one of them finds the outage.
const HEARTBEAT: &str = "\
    WITH before AS (\
        SELECT at FROM alive WHERE sole = 1 FOR UPDATE\
    ), found AS (\
        INSERT INTO outages (since, until) SELECT at, $1 FROM before WHERE at < $1 AND $1 - at >= $2 \
        ON CONFLICT (since) DO NOTHING RETURNING 1\
    ), noted AS (\
        INSERT INTO alive (sole, at) SELECT 1, $1 FROM (SELECT count(*) FROM before) AS locked \
        ON CONFLICT (sole) DO UPDATE SET at = greatest(alive.at, excluded.at)\
    ) \
    SELECT count(*) FROM found";
/// Concurrent callers get different games without waiting. Deletes expired claims, too.
const CLAIM_DUE: &str = concat!(
    "WITH now AS (SELECT ",
    now!(),
    " AS now), due AS (\
        SELECT id FROM games \
        WHERE due <= ",
    now!(),
    " AND (leased_until IS NULL OR leased_until <= (SELECT now FROM now)) \
        AND NOT EXISTS (SELECT 1 FROM claims \
            WHERE claims.game = games.id AND claims.last = games.last AND claims.until > (SELECT now FROM now)) \
        ORDER BY due, id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED\
    ), over AS (\
        DELETE FROM claims WHERE game IN (\
            SELECT game FROM claims WHERE until <= (SELECT now FROM now) FOR UPDATE SKIP LOCKED)\
    ) \
    UPDATE games SET leased_until = now + least($1, 9223372036854775807 - now) FROM due, now WHERE games.id = due.id \
    RETURNING games.due, games.id"
);
/// Servers that delete expired rows don't wait for each other.
const ATTENDED: &str = concat!(
    "DELETE FROM attendance WHERE (game, player, node) IN (\
        SELECT game, player, node FROM attendance WHERE until <= ",
    now!(),
    " FOR UPDATE SKIP LOCKED)"
);
const ATTEND: &str = concat!(
    "INSERT INTO attendance (game, player, node, until) \
    SELECT game, player, $1, now + least($4, 9223372036854775807 - now) \
    FROM UNNEST($2::text[], $3::text[]) AS here (game, player), (SELECT ",
    now!(),
    " AS now) AS now \
    ON CONFLICT (game, player, node) DO UPDATE SET until = excluded.until"
);

/// Ordered, so that two servers cannot deadlock.
const RENEW_OFFERS: &str = concat!(
    "INSERT INTO offers (game, until) \
    SELECT id, now + least($2, 9223372036854775807 - now) \
    FROM games, (SELECT ",
    now!(),
    " AS now) AS now WHERE id = ANY($1::text[]) ORDER BY id \
    ON CONFLICT (game) DO UPDATE SET until = excluded.until"
);

pub(super) async fn create(pool: &PgPool, game: NewGame) -> Result<Creation, StoreError> {
    let holders = holder::seat_all(&game.first.holders);
    let (owner, engines) = (game.owner.map(Owner::to_bits), codec::limit(game.plan.engines()));
    let created = codec::millis(game.plan.created);
    let first = Entry::new(game.id, 0, game.first);
    let created: i64 = sqlx::query_scalar(CREATE)
        .bind(game.id.as_str())
        .bind(stored::write_plan(game.plan))
        .bind(first.last)
        .bind(first.status)
        .bind(first.list)
        .bind(first.updated)
        .bind(first.summary)
        .bind(first.due)
        .bind(first.events)
        .bind(seats(&holders))
        .bind(secrets(&holders))
        .bind(CHANNEL)
        .bind(owner)
        .bind(engines)
        .bind(first.moved.unwrap_or(created))
        .fetch_one(pool)
        .await?;
    Ok(match created {
        0 => Creation::Exists,
        _ => Creation::Created,
    })
}

pub(super) async fn sit_down(
    pool: &PgPool,
    game: GameId,
    before: Number,
    batch: Batch,
) -> Result<Appended, StoreError> {
    let holders = batch.holders.clone();
    let entry = Entry::new(game, before, batch);
    let mut transaction = pool.begin().await?;
    if lock(&mut transaction, game).await? != Some(entry.before) {
        return Ok(Appended::Conflict);
    }
    let Some(added) = holder::additions(read::holders(&mut *transaction, game).await?, &holders) else {
        return Ok(Appended::Full);
    };
    append::append(&mut transaction, [&entry].into_iter()).await?;
    insert_seats(&mut transaction, game, &added).await?;
    transaction.commit().await?;
    Ok(Appended::Done)
}

pub(super) async fn give_seat(pool: &PgPool, game: GameId, new: Holder) -> Result<Seated, StoreError> {
    let mut transaction = pool.begin().await?;
    if lock(&mut transaction, game).await?.is_none() {
        return Err(StoreError::NoSuchGame { game });
    }
    let Some(added) = holder::additions(read::holders(&mut *transaction, game).await?, &[new]) else {
        return Ok(Seated::Full);
    };
    insert_seats(&mut transaction, game, &added).await?;
    transaction.commit().await?;
    Ok(Seated::Held)
}

pub(super) async fn renew_link(
    pool: &PgPool,
    game: GameId,
    expected: Number,
    link: Holder,
) -> Result<Renewal, StoreError> {
    let mut transaction = pool.begin().await?;
    if lock(&mut transaction, game).await? != Some(i64::from(expected)) {
        return Ok(Renewal::Conflict);
    }
    let renew = sqlx::query(RENEW_LINK).bind(game.as_str()).bind(codec::seat(link.seat)).bind(&link.secret.0[..]);
    if renew.execute(&mut *transaction).await?.rows_affected() == 0 {
        insert_seats(&mut transaction, game, &[link]).await?;
    }
    transaction.commit().await?;
    Ok(Renewal::Renewed)
}

pub(super) async fn say(pool: &PgPool, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
    // Each failure means that another line was added, and their number is limited, or that the game was removed.
    loop {
        let said = sqlx::query_as(SAY)
            .bind(game.as_str())
            .bind(codec::color(by))
            .bind(codec::millis(at))
            .bind(text.as_str())
            .bind(i64::from(MAX_CHAT_LINES))
            .bind(CHANNEL)
            .fetch_one(pool)
            .await;
        let (exists, last, number, _): (bool, i64, Option<i64>, Option<String>) = match said {
            Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => continue,
            said => said?,
        };
        match number {
            Some(number) => return codec::read_number(number, game.as_str()).map(Said::Kept),
            None if !exists => return Err(StoreError::NoSuchGame { game }),
            None if last >= i64::from(MAX_CHAT_LINES) => return Ok(Said::Full),
            None => {}
        }
    }
}

pub(super) async fn note_alive(pool: &PgPool, now: Time) -> Result<(), StoreError> {
    sqlx::query(ALIVE).bind(codec::millis(now)).execute(pool).await?;
    Ok(())
}

pub(super) async fn heartbeat(
    pool: &PgPool,
    now: Time,
    silence: Duration,
    after: Time,
) -> Result<Vec<Outage>, StoreError> {
    let mut connection = pool.acquire().await?;
    let heartbeat = sqlx::query_scalar(HEARTBEAT).bind(codec::millis(now)).bind(millis(silence));
    let found: i64 = heartbeat.fetch_one(&mut *connection).await?;
    if found > 0 {
        let forget = sqlx::query(sql::FORGET_OUTAGES).bind(codec::outages_kept_from(now));
        forget.execute(&mut *connection).await?;
    }
    // A statement of its own, to see what other servers found while this one waited for them.
    read::outages(&mut *connection, after).await
}

pub(super) async fn claim_due(pool: &PgPool, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
    let mut claimed: Vec<(i64, String)> =
        sqlx::query_as(CLAIM_DUE).bind(millis(lease)).bind(codec::limit(most)).fetch_all(pool).await?;
    claimed.sort_unstable();
    claimed.iter().map(|(_, id)| codec::read_game(id)).collect()
}

pub(super) async fn attend(pool: &PgPool, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError> {
    sqlx::query(ATTENDED).execute(pool).await?;
    sqlx::query(ATTEND)
        .bind(&at.0[..])
        .bind(players.iter().map(|player| player.game.as_str()).collect::<Vec<_>>())
        .bind(players.iter().map(|player| codec::color(player.color)).collect::<Vec<_>>())
        .bind(millis(lease))
        .execute(pool)
        .await?;
    Ok(())
}

pub(super) async fn renew_offers(pool: &PgPool, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
    let games: Vec<&str> = games.iter().map(GameId::as_str).collect();
    sqlx::query(RENEW_OFFERS).bind(games).bind(millis(lease)).execute(pool).await?;
    Ok(())
}

async fn lock(connection: &mut PgConnection, game: GameId) -> Result<Option<i64>, StoreError> {
    Ok(sqlx::query_scalar(LOCK).bind(game.as_str()).fetch_optional(connection).await?)
}

/// None of the holders may hold these seats already.
async fn insert_seats(connection: &mut PgConnection, game: GameId, holders: &[Holder]) -> Result<(), StoreError> {
    if !holders.is_empty() {
        let insert = sqlx::query(SEATS).bind(game.as_str()).bind(seats(holders)).bind(secrets(holders));
        insert.execute(connection).await?;
    }
    Ok(())
}

fn seats(holders: &[Holder]) -> Vec<&'static str> {
    holders.iter().map(|holder| codec::seat(holder.seat)).collect()
}

fn secrets(holders: &[Holder]) -> Vec<&[u8]> {
    holders.iter().map(|holder| &holder.secret.0[..]).collect()
}
