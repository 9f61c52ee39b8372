use outflank_table::Time;
use sqlx::SqliteConnection;

use crate::store::device::scope;
use crate::store::{DeviceLink, MAX_HOLDERS, MAX_LINKED_GAMES, StoreError, codec, sql};
use crate::{GameId, SecretHash};

const FORGET: &str = "DELETE FROM device_links WHERE until <= ?";
const LINK: &str = "\
    INSERT INTO device_links (token, holder, game, until) VALUES (?, ?, ?, ?) \
    ON CONFLICT (holder, game) DO UPDATE SET token = excluded.token, until = excluded.until";
const USE: &str = "DELETE FROM device_links WHERE token = ? AND game = ? AND until > ? RETURNING holder";
/// `?3` are ids as a JSON array. A seat that is full stays as it is.
pub(super) const COPY: &str = "\
    INSERT INTO seats (game, seat, secret) \
    SELECT held.game, held.seat, ?2 FROM json_each(?3) AS named CROSS JOIN seats AS held ON held.game = named.value \
    WHERE held.secret = ?1 \
        AND NOT EXISTS (SELECT 1 FROM seats AS own WHERE own.game = held.game AND own.secret = ?2 AND own.seat = held.seat) \
        AND (SELECT count(*) FROM seats AS others WHERE others.game = held.game AND others.seat = held.seat) < ?4 \
    ORDER BY held.rowid";
const COPIED: &str = "\
    SELECT DISTINCT held.game FROM json_each(?3) AS named CROSS JOIN seats AS held ON held.game = named.value \
    JOIN seats AS own ON own.game = held.game AND own.secret = ?2 AND own.seat = held.seat \
    WHERE held.secret = ?1 ORDER BY held.game";

#[cfg(test)]
pub(super) const QUERIES: [&str; 4] = [FORGET, USE, COPY, COPIED];

pub(super) async fn link(
    connection: &mut SqliteConnection,
    link: DeviceLink,
    now: Time,
    until: Time,
) -> Result<(), StoreError> {
    sqlx::query(FORGET).bind(codec::millis(now)).execute(&mut *connection).await?;
    let DeviceLink { token, holder, game } = link;
    let new = sqlx::query(LINK).bind(token.0.to_vec()).bind(holder.0.to_vec()).bind(scope(game.as_ref()).to_owned());
    new.bind(codec::millis(until)).execute(connection).await?;
    Ok(())
}

pub(super) async fn use_link(
    connection: &mut SqliteConnection,
    token: SecretHash,
    game: Option<GameId>,
    secret: SecretHash,
    now: Time,
) -> Result<Option<Vec<GameId>>, StoreError> {
    let used = sqlx::query_scalar(USE).bind(token.0.to_vec()).bind(scope(game.as_ref()).to_owned());
    let holder: Option<Vec<u8>> = used.bind(codec::millis(now)).fetch_optional(&mut *connection).await?;
    let Some(holder) = holder else { return Ok(None) };
    let games = match game {
        Some(game) => vec![game.to_string()],
        None => {
            let played = sqlx::query_scalar(sql::PLAYED_IDS).bind(&holder).bind(codec::limit(MAX_LINKED_GAMES));
            played.fetch_all(&mut *connection).await?
        }
    };
    let games = serde_json::to_string(&games).expect("ids are valid JSON");
    let copy = sqlx::query(COPY).bind(&holder).bind(secret.0.to_vec()).bind(&games);
    copy.bind(codec::limit(MAX_HOLDERS)).execute(&mut *connection).await?;
    let copied = sqlx::query_scalar(COPIED).bind(&holder).bind(secret.0.to_vec()).bind(&games);
    let copied: Vec<String> = copied.fetch_all(connection).await?;
    codec::read_games(&copied).map(Some)
}
