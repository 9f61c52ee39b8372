//! Events are added to many games at once.

use std::collections::HashSet;

use sqlx::PgConnection;
use tokio::sync::oneshot;

use super::CHANNEL;
use crate::GameId;
use crate::store::{Batch, Number, StoreError, codec, stored};

/// The games whose last event has the expected number take the new values, and their events are added; all this is
/// announced. The answer is their names.
///
/// It is one statement, and so one transaction and one way to the database and back. Before anything is changed the
/// games are locked in the order of their names: two servers that write to the same games cannot wait for each other.
/// Who waited for another finds the game as the other left it, as PostgreSQL looks at the row again before it changes it.
const APPEND: &str = "\
    WITH new AS (\
        SELECT * FROM UNNEST(\
            $1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::bigint[]\
        ) AS new (id, before, last, status, list, updated, summary, due)\
    ), locked AS MATERIALIZED (\
        SELECT id FROM games WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE\
    ), changed AS (\
        UPDATE games SET last = new.last, status = new.status, list = new.list, updated = new.updated, \
            summary = new.summary, due = new.due, leased_until = NULL \
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

/// A batch for a game, as it is written. Its holders are left to who writes it.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) game: GameId,
    /// The number of the event before.
    pub(super) before: i64,
    /// The number of the last event.
    pub(super) last: i64,
    pub(super) status: &'static str,
    pub(super) list: Option<&'static str>,
    pub(super) updated: i64,
    pub(super) summary: String,
    pub(super) due: Option<i64>,
    pub(super) events: Vec<String>,
}

impl Entry {
    pub(super) fn new(game: GameId, before: Number, batch: Batch) -> Entry {
        let before = i64::from(before);
        Entry {
            game,
            before,
            last: before + codec::limit(batch.events.len()),
            status: batch.summary.status.name(),
            list: batch.summary.public_list().map(codec::public_list),
            updated: codec::millis(batch.summary.updated),
            summary: stored::write_summary(batch.summary),
            due: batch.due.map(codec::millis),
            events: batch.events.into_iter().map(|(event, command)| stored::write_event(event, command)).collect(),
        }
    }

    /// The numbers of the events.
    pub(super) fn numbers(&self) -> std::ops::RangeInclusive<i64> {
        self.before + 1..=self.last
    }
}

/// Whether events were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Appended {
    All,
    Conflict,
    /// There is no place for a holder.
    Full,
}

/// An entry that is to be added, with who waits for it.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) entry: Entry,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

impl Append {
    pub(super) fn new(entry: Entry, reply: oneshot::Sender<Result<Appended, StoreError>>) -> Append {
        Append { entry, reply }
    }

    pub(super) fn answer(self, answer: Result<Appended, StoreError>) {
        // Who has stopped waiting need not be told.
        let _ = self.reply.send(answer);
    }
}

/// Adds entries of different games, in one transaction. The answer is the games that were changed: the others have
/// gone on in the meantime, or do not exist.
pub(super) async fn append<'a>(
    connection: &mut PgConnection,
    entries: impl Iterator<Item = &'a Entry> + Clone,
) -> Result<HashSet<GameId>, sqlx::Error> {
    let column = |values: fn(&Entry) -> i64| entries.clone().map(values).collect::<Vec<i64>>();
    let events = entries.clone().flat_map(|entry| {
        entry.numbers().zip(&entry.events).map(|(number, content)| (entry.game.as_str(), number, content.as_str()))
    });
    let (mut games, mut numbers, mut contents) = (Vec::new(), Vec::new(), Vec::new());
    for (game, number, content) in events {
        games.push(game);
        numbers.push(number);
        contents.push(content);
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
        .fetch_one(connection)
        .await?;
    // These are names that were just sent there.
    Ok(changed.iter().filter_map(|id| id.parse().ok()).collect())
}
