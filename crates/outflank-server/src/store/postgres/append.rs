use std::collections::HashSet;

use sqlx::PgConnection;

use super::CHANNEL;
use crate::GameId;
use crate::store::StoreError;
use crate::store::entry::{Appended, Entry};
use crate::store::task::Reply;

/// One statement is one transaction and one round trip. Locking the games in order of their ids first prevents deadlocks
/// between servers. After waiting for a lock PostgreSQL checks the row again.
const APPEND: &str = "\
    WITH new AS (\
        SELECT * FROM UNNEST(\
            $1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::bigint[], \
            $13::bigint[]\
        ) AS new (id, before, last, status, list, updated, summary, due, moved)\
    ), locked AS MATERIALIZED (\
        SELECT id FROM games WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE\
    ), changed AS (\
        UPDATE games SET last = new.last, status = new.status, list = new.list, updated = new.updated, \
            summary = new.summary, due = new.due, leased_until = NULL, moved = coalesce(new.moved, games.moved) \
        FROM new \
        WHERE games.id = new.id AND games.last = new.before AND (SELECT count(*) FROM locked) > 0 \
        RETURNING games.id, games.last\
    ), added AS (\
        INSERT INTO events (game, number, content) \
        SELECT event.game, event.number, event.content \
        FROM UNNEST($9::text[], $10::bigint[], $11::text[]) AS event (game, number, content) \
        JOIN changed ON changed.id = event.game\
    ) \
    SELECT ARRAY(SELECT id FROM changed), \
        (SELECT pg_notify($12, string_agg(id || ':' || last, ' '))::text FROM changed HAVING count(*) > 0)";

pub(super) struct Append {
    pub(super) entry: Entry,
    pub(super) reply: Reply<Appended>,
}

impl Append {
    pub(super) fn answer(self, answer: Result<Appended, StoreError>) {
        let _ = self.reply.send(answer);
    }
}

/// Appends entries of different games in one transaction. Returns the games that had the expected number.
pub(super) async fn append<'a>(
    connection: &mut PgConnection,
    entries: impl Iterator<Item = &'a Entry> + Clone,
) -> Result<HashSet<GameId>, sqlx::Error> {
    let column = |values: fn(&Entry) -> i64| entries.clone().map(values).collect::<Vec<i64>>();
    let (mut games, mut numbers, mut contents) = (Vec::new(), Vec::new(), Vec::new());
    for entry in entries.clone() {
        for (number, content) in entry.numbered_events() {
            games.push(entry.game.as_str());
            numbers.push(number);
            contents.push(content);
        }
    }
    let changed: Vec<String> = sqlx::query_scalar(APPEND)
        .bind(entries.clone().map(|entry| entry.game.as_str()).collect::<Vec<_>>())
        .bind(column(|entry| entry.before))
        .bind(column(|entry| entry.last))
        .bind(entries.clone().map(|entry| entry.status).collect::<Vec<_>>())
        .bind(entries.clone().map(|entry| entry.list).collect::<Vec<_>>())
        .bind(column(|entry| entry.updated))
        .bind(entries.clone().map(|entry| entry.summary.as_str()).collect::<Vec<_>>())
        .bind(entries.clone().map(|entry| entry.due).collect::<Vec<_>>())
        .bind(games)
        .bind(numbers)
        .bind(contents)
        .bind(CHANNEL)
        .bind(entries.clone().map(|entry| entry.moved).collect::<Vec<_>>())
        .fetch_one(connection)
        .await?;
    Ok(changed.iter().filter_map(|id| id.parse().ok()).collect())
}
