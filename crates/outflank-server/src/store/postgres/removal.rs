use outflank_table::Time;
use sqlx::{PgConnection, PgPool};

use super::{CHANNEL, now};
use crate::GameId;
use crate::jobs::stored::millis;
use crate::store::{AgingKind, Expiry, Number, StoreError, codec, removal, sql};

/// Held while a server removes expired games: the others leave it to that one.
const LOCK: i64 = 0x4f66_6c6c;

const TRY_LOCK: &str = "SELECT pg_try_advisory_xact_lock($1)";
const SINCE: &str = concat!(
    "INSERT INTO retention (sole, since, noted) SELECT 1, now, now FROM (SELECT ",
    now!(),
    " AS now) AS now ON CONFLICT (sole) DO UPDATE SET \
        since = CASE WHEN excluded.noted - retention.noted > $1 THEN excluded.since ELSE retention.since END, \
        noted = greatest(retention.noted, excluded.noted) \
    RETURNING since"
);
/// Open games without an offer, such as those of an earlier version, begin to age now.
const NOTE_OFFERS: &str = concat!(
    "INSERT INTO offers (game, until) SELECT id, ",
    now!(),
    " FROM games WHERE list = 'open' AND NOT EXISTS (SELECT 1 FROM offers WHERE game = id) LIMIT $1 \
    ON CONFLICT (game) DO NOTHING"
);
const DROP_OFFERS: &str = concat!(
    "DELETE FROM offers WHERE game IN (SELECT game FROM offers WHERE until <= ",
    now!(),
    " AND NOT EXISTS (SELECT 1 FROM games WHERE id = game AND list = 'open') FOR UPDATE SKIP LOCKED)"
);
/// The query starts from the offers, which are in the order of their ends.
const OFFERS: &str = "\
    SELECT id, last FROM offers JOIN games ON games.id = offers.game \
    WHERE until <= $1 AND list = 'open' AND due IS NULL ORDER BY until, game LIMIT $2";
const REMOVE: [&str; 7] = [
    "DELETE FROM events WHERE game = ANY($1)",
    "DELETE FROM seats WHERE game = ANY($1)",
    "DELETE FROM chat WHERE game = ANY($1)",
    "DELETE FROM offers WHERE game = ANY($1)",
    "DELETE FROM claims WHERE game = ANY($1)",
    "DELETE FROM attendance WHERE game = ANY($1)",
    "DELETE FROM games WHERE id = ANY($1)",
];
/// Moves and chat wait for a locked game, and then find that it does not exist.
const LOCK_GAME: &str = "SELECT id FROM games WHERE id = $1 FOR UPDATE";
const ANNOUNCE: &str = "SELECT pg_notify($1, $2)";

const MAX_NOTED: i64 = 1_000;

/// Bounds the size of the notification, which is at most 8,000 bytes.
const MAX_REMOVED: usize = 256;

pub(super) async fn retained_since(pool: &PgPool) -> Result<Time, StoreError> {
    codec::read_since(sqlx::query_scalar(SINCE).bind(millis(removal::MAX_GAP)).fetch_one(pool).await?)
}

pub(super) async fn count_expired(pool: &PgPool, expiry: Expiry) -> Result<u64, StoreError> {
    let query = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM ({}) AS expired", expired(expiry.kind)));
    let count: i64 =
        sqlx::query_scalar(query).bind(codec::millis(expiry.before)).bind(i64::MAX).fetch_one(pool).await?;
    Ok(count.unsigned_abs())
}

pub(super) async fn remove_expired(pool: &PgPool, expiry: Expiry, most: usize) -> Result<Vec<GameId>, StoreError> {
    let mut transaction = pool.begin().await?;
    if !sqlx::query_scalar::<_, bool>(TRY_LOCK).bind(LOCK).fetch_one(&mut *transaction).await? {
        return Ok(Vec::new());
    }
    if expiry.kind == AgingKind::Offer {
        sqlx::query(NOTE_OFFERS).bind(MAX_NOTED).execute(&mut *transaction).await?;
        sqlx::query(DROP_OFFERS).execute(&mut *transaction).await?;
    }
    // A game that is locked has just changed.
    let query = sqlx::AssertSqlSafe(format!("{} FOR UPDATE OF games SKIP LOCKED", expired(expiry.kind)));
    let query = sqlx::query_as(query).bind(codec::millis(expiry.before)).bind(codec::limit(most.min(MAX_REMOVED)));
    let expired: Vec<(String, i64)> = query.fetch_all(&mut *transaction).await?;
    let games = removal::first_batch(codec::read_sizes(expired)?);
    delete(&mut transaction, &games).await?;
    transaction.commit().await?;
    Ok(games)
}

pub(super) async fn remove(pool: &PgPool, game: GameId) -> Result<bool, StoreError> {
    let mut transaction = pool.begin().await?;
    let found = sqlx::query(LOCK_GAME).bind(game.as_str()).fetch_optional(&mut *transaction).await?;
    delete(&mut transaction, &[game]).await?;
    transaction.commit().await?;
    Ok(found.is_some())
}

async fn delete(connection: &mut PgConnection, games: &[GameId]) -> Result<(), StoreError> {
    if games.is_empty() {
        return Ok(());
    }
    let ids: Vec<&str> = games.iter().map(GameId::as_str).collect();
    for statement in REMOVE {
        sqlx::query(statement).bind(&ids).execute(&mut *connection).await?;
    }
    let words: Vec<String> = ids.iter().map(|id| format!("{id}:{}", Number::MAX)).collect();
    sqlx::query(ANNOUNCE).bind(CHANNEL).bind(words.join(" ")).execute(connection).await?;
    Ok(())
}

fn expired(kind: AgingKind) -> &'static str {
    match kind {
        AgingKind::Offer => OFFERS,
        AgingKind::Unfinished => sql::UNFINISHED,
        AgingKind::Finished => sql::FINISHED,
    }
}
