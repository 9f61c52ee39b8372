use std::time::Duration;

use sqlx::PgPool;

use super::now;
use crate::jobs::stored::millis;
use crate::store::device::scope;
use crate::store::{DeviceLink, MAX_HOLDERS, MAX_LINKED_GAMES, StoreError, codec, sql};
use crate::{GameId, SecretHash};

/// Servers that delete expired rows don't wait for each other.
const FORGET: &str = concat!(
    "DELETE FROM device_links WHERE token IN (SELECT token FROM device_links WHERE until <= ",
    now!(),
    " FOR UPDATE SKIP LOCKED)"
);
const LINK: &str = concat!(
    "INSERT INTO device_links (token, holder, game, until) \
    SELECT $1, $2, $3, now + least($4, 9223372036854775807 - now) FROM (SELECT ",
    now!(),
    " AS now) AS now \
    ON CONFLICT (holder, game) DO UPDATE SET token = excluded.token, until = excluded.until"
);
const USE: &str =
    concat!("DELETE FROM device_links WHERE token = $1 AND game = $2 AND until > ", now!(), " RETURNING holder");
/// In the order of appends, so that two servers cannot deadlock.
const LOCK: &str = "SELECT id FROM games WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE";
/// A seat that is full stays as it is.
const COPY: &str = "\
    INSERT INTO seats (game, seat, secret) \
    SELECT held.game, held.seat, $2 FROM seats AS held WHERE held.game = ANY($3::text[]) AND held.secret = $1 \
        AND NOT EXISTS (SELECT 1 FROM seats AS own WHERE own.game = held.game AND own.secret = $2 AND own.seat = held.seat) \
        AND (SELECT count(*) FROM seats AS others WHERE others.game = held.game AND others.seat = held.seat) < $4 \
    ORDER BY held.place";
const COPIED: &str = "\
    SELECT DISTINCT held.game FROM seats AS held \
    JOIN seats AS own ON own.game = held.game AND own.secret = $2 AND own.seat = held.seat \
    WHERE held.game = ANY($3::text[]) AND held.secret = $1 ORDER BY held.game";

pub(super) async fn link(pool: &PgPool, link: DeviceLink, lease: Duration) -> Result<(), StoreError> {
    sqlx::query(FORGET).execute(pool).await?;
    let DeviceLink { token, holder, game } = link;
    let new = sqlx::query(LINK).bind(&token.0[..]).bind(&holder.0[..]).bind(scope(game.as_ref()));
    new.bind(millis(lease)).execute(pool).await?;
    Ok(())
}

pub(super) async fn use_link(
    pool: &PgPool,
    token: &SecretHash,
    game: Option<GameId>,
    secret: &SecretHash,
) -> Result<Option<Vec<GameId>>, StoreError> {
    let mut transaction = pool.begin().await?;
    let used = sqlx::query_scalar(USE).bind(&token.0[..]).bind(scope(game.as_ref()));
    let holder: Option<Vec<u8>> = used.fetch_optional(&mut *transaction).await?;
    let Some(holder) = holder else { return Ok(None) };
    let games: Vec<String> = match game {
        Some(game) => vec![game.to_string()],
        None => {
            let played = sqlx::query_scalar(sql::PLAYED_IDS).bind(&holder).bind(codec::limit(MAX_LINKED_GAMES));
            played.fetch_all(&mut *transaction).await?
        }
    };
    // The others were removed.
    let games: Vec<String> = sqlx::query_scalar(LOCK).bind(games).fetch_all(&mut *transaction).await?;
    let copy = sqlx::query(COPY).bind(&holder).bind(&secret.0[..]).bind(&games);
    copy.bind(codec::limit(MAX_HOLDERS)).execute(&mut *transaction).await?;
    let copied = sqlx::query_scalar(COPIED).bind(&holder).bind(&secret.0[..]).bind(&games);
    let copied: Vec<String> = copied.fetch_all(&mut *transaction).await?;
    transaction.commit().await?;
    codec::read_games(&copied).map(Some)
}
