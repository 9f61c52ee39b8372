use outflank_table::Time;
use sqlx::{SqliteConnection, SqlitePool};

use crate::GameId;
use crate::jobs::stored::millis;
use crate::store::{AgingKind, Expiry, StoreError, codec, removal, sql};

const SINCE: &str = "\
    INSERT INTO retention (only, since, noted) VALUES (1, ?1, ?1) ON CONFLICT (only) DO UPDATE SET \
        since = CASE WHEN excluded.noted - noted > ?2 THEN excluded.since ELSE since END, \
        noted = max(noted, excluded.noted) \
    RETURNING since";
/// Open games without an offer, such as those of an earlier version, begin to age now.
pub(super) const NOTE_OFFERS: &str = "\
    INSERT INTO offers (game, until) \
    SELECT id, ? FROM games WHERE list = 'open' AND NOT EXISTS (SELECT 1 FROM offers WHERE game = id) LIMIT ?";
pub(super) const DROP_OFFERS: &str = "\
    DELETE FROM offers WHERE until <= ? AND NOT EXISTS (SELECT 1 FROM games WHERE id = game AND list = 'open')";
pub(super) const OFFERS: &str = "\
    SELECT id, last FROM offers CROSS JOIN games ON games.id = offers.game \
    WHERE until <= ? AND list = 'open' AND due IS NULL ORDER BY until, game LIMIT ?";
pub(super) const REMOVE: [&str; 5] = [
    "DELETE FROM events WHERE game IN (SELECT value FROM json_each(?))",
    "DELETE FROM seats WHERE game IN (SELECT value FROM json_each(?))",
    "DELETE FROM chat WHERE game IN (SELECT value FROM json_each(?))",
    "DELETE FROM offers WHERE game IN (SELECT value FROM json_each(?))",
    "DELETE FROM games WHERE id IN (SELECT value FROM json_each(?))",
];

const NOTE_REMOVAL: &str = "\
    INSERT INTO removals (only, since_compaction) VALUES (1, 1) \
    ON CONFLICT (only) DO UPDATE SET since_compaction = since_compaction + 1";
const REMOVALS: &str = "SELECT coalesce(sum(since_compaction), 0) FROM removals";
const COMPACTED: &str = "UPDATE removals SET since_compaction = since_compaction - ?";

const MAX_NOTED: i64 = 1_000;

pub(super) fn expired(kind: AgingKind) -> &'static str {
    match kind {
        AgingKind::Offer => OFFERS,
        AgingKind::Unfinished => sql::UNFINISHED,
        AgingKind::Finished => sql::FINISHED,
    }
}

pub(super) async fn retained_since(connection: &mut SqliteConnection, now: Time) -> Result<Time, StoreError> {
    let since = sqlx::query_scalar(SINCE).bind(codec::millis(now)).bind(millis(removal::MAX_GAP));
    let since: i64 = since.fetch_one(connection).await?;
    codec::read_since(since)
}

pub(super) async fn remove_expired(
    connection: &mut SqliteConnection,
    expiry: Expiry,
    now: Time,
    most: usize,
) -> Result<Vec<GameId>, StoreError> {
    if expiry.kind == AgingKind::Offer {
        let now = codec::millis(now);
        sqlx::query(NOTE_OFFERS).bind(now).bind(MAX_NOTED).execute(&mut *connection).await?;
        sqlx::query(DROP_OFFERS).bind(now).execute(&mut *connection).await?;
    }
    let query = sqlx::query_as(expired(expiry.kind)).bind(codec::millis(expiry.before)).bind(codec::limit(most));
    let expired: Vec<(String, i64)> = query.fetch_all(&mut *connection).await?;
    let games = removal::first_batch(codec::read_sizes(expired)?);
    remove(connection, &games).await?;
    Ok(games)
}

pub(super) async fn remove(connection: &mut SqliteConnection, games: &[GameId]) -> Result<u64, StoreError> {
    let ids = serde_json::to_string(games).expect("ids are valid JSON");
    let mut removed = 0;
    if !games.is_empty() {
        for statement in REMOVE {
            removed = sqlx::query(statement).bind(&ids).execute(&mut *connection).await?.rows_affected();
        }
        sqlx::query(NOTE_REMOVAL).execute(connection).await?;
    }
    Ok(removed)
}

pub(super) async fn since_compaction(readers: &SqlitePool) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar(REMOVALS).fetch_one(readers).await?)
}

/// There may have been more removals since.
pub(super) async fn compacted(connection: &mut SqliteConnection, removals: i64) -> Result<(), StoreError> {
    sqlx::query(COMPACTED).bind(removals).execute(connection).await?;
    Ok(())
}
