//! Events are added to many games at once.
//!
//! Every statement is a way to SQLite's thread and back, which costs more than what SQLite does there. So the
//! statements here take any number of games, as one JSON text that was prepared by those who wait.

use std::collections::{HashMap, HashSet};
use std::{fmt, iter};

use serde::Serialize;
use sqlx::SqliteConnection;
use tokio::sync::oneshot;

use super::writer::{mark, undo};
use crate::GameId;
use crate::store::{Batch, Number, StoreError, codec, stored};

/// The statements that add events, with others before and after them. Both take a JSON array. The games whose last event has the expected
/// number get their events, and then take their new values; their names are the answer.
macro_rules! append {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            "INSERT INTO events (game, number, content) \
             SELECT value ->> 0, value ->> 2, value ->> 3 \
             FROM json_each(?) JOIN games ON games.id = value ->> 0 AND games.last = value ->> 1; \
             UPDATE games SET last = new.last, status = new.status, list = new.list, updated = new.updated, \
                 summary = new.summary, due = new.due, leased_until = NULL \
             FROM (\
                 SELECT value ->> 0 AS id, value ->> 1 AS before, value ->> 2 AS last, value ->> 3 AS status, \
                     value ->> 4 AS list, value ->> 5 AS updated, value ->> 6 AS summary, value ->> 7 AS due \
                 FROM json_each(?)\
             ) AS new \
             WHERE games.id = new.id AND games.last = new.before \
             RETURNING id",
            $after
        )
    };
}

/// Within a transaction.
pub(super) const APPEND: &str = append!("", "");

/// As a transaction of its own.
const TRANSACTION: &str = append!("BEGIN IMMEDIATE; ", "; COMMIT");

/// A batch for a game, as it is written. Its holders are left to who writes it.
pub(super) struct Entry {
    game: GameId,
    /// The number of the last event.
    last: i64,
    pub(super) status: &'static str,
    pub(super) list: Option<&'static str>,
    pub(super) updated: i64,
    pub(super) summary: String,
    pub(super) due: Option<i64>,
    /// The number of the event before.
    pub(super) before: i64,
    /// JSON arrays of game, number of the event before, number and content, with commas between them.
    events: String,
}

impl Entry {
    pub(super) fn new(game: GameId, before: Number, batch: Batch) -> Entry {
        let before = i64::from(before);
        let last = before + codec::limit(batch.events.len());
        let mut events = String::new();
        for (number, (event, command)) in (before + 1..).zip(batch.events) {
            add_to_list(&mut events, &json(&(game.as_str(), before, number, stored::write_event(event, command))));
        }
        Entry {
            game,
            last,
            status: batch.summary.status.name(),
            list: batch.summary.public_list().map(codec::public_list),
            updated: codec::millis(batch.summary.updated),
            summary: stored::write_summary(batch.summary),
            due: batch.due.map(codec::millis),
            before,
            events,
        }
    }

    /// The game's new values, as a JSON array.
    fn values(&self) -> String {
        let Entry { game, last, status, list, updated, summary, due, before, events: _ } = self;
        json(&(game.as_str(), before, last, status, list, updated, summary, due))
    }
}

/// An entry that is to be added, with who waits for it.
pub(super) struct Append {
    entry: Entry,
    /// The game's new values, as a JSON array.
    values: String,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
    answer: Result<Appended, StoreError>,
}

/// Whether events were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Appended {
    All,
    Conflict,
    /// There is no place for a holder.
    Full,
}

impl Append {
    pub(super) fn new(entry: Entry, reply: oneshot::Sender<Result<Appended, StoreError>>) -> Append {
        Append { values: entry.values(), entry, reply, answer: Ok(Appended::Conflict) }
    }
}

/// Appends to different games, so that they can be written together.
#[derive(Debug, Default)]
pub(super) struct Wave {
    appends: Vec<Append>,
}

impl Wave {
    /// Puts the first append of every game into the first wave, the second into the second, and so on. There is rarely
    /// a second.
    pub(super) fn of(appends: Vec<Append>) -> Vec<Wave> {
        let mut waves: Vec<Wave> = Vec::new();
        let mut next: HashMap<GameId, usize> = HashMap::with_capacity(appends.len());
        for append in appends {
            let wave = next.entry(append.entry.game).or_default();
            if *wave == waves.len() {
                waves.push(Wave::default());
            }
            waves[*wave].appends.push(append);
            *wave += 1;
        }
        waves
    }

    /// Writes them all and commits them, with one way to SQLite's thread and back, or finds out which of them cannot be written. An error
    /// means that nothing is written at all.
    pub(super) async fn commit(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let Err(error) = write(TRANSACTION, connection, &mut self.appends).await else { return Ok(()) };
        // Where the commit has failed there is nothing to go back to any more, and the error is everybody's.
        let begun = sqlx::query("ROLLBACK; BEGIN IMMEDIATE; SAVEPOINT change").execute(&mut *connection).await;
        begun.map_err(|_| error)?;
        self.write_one_by_one(connection).await?;
        sqlx::query("COMMIT").execute(connection).await?;
        Ok(())
    }

    /// Writes them all within a transaction, or finds out which of them cannot be written. An error means that nothing can be written at
    /// all.
    pub(super) async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let Err(error) = write(APPEND, connection, &mut self.appends).await else { return Ok(()) };
        undo(connection, error.into()).await?;
        self.write_one_by_one(connection).await
    }

    async fn write_one_by_one(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        for append in &mut self.appends {
            match write(APPEND, connection, std::slice::from_mut(append)).await {
                Ok(()) => mark(connection).await?,
                Err(error) => {
                    let error = StoreError::from(error);
                    append.answer = Err(error.clone());
                    undo(connection, error).await?;
                }
            }
        }
        Ok(())
    }

    /// Answers everybody, once it is known whether what was written is committed.
    pub(super) fn answer(self, committed: &Result<(), StoreError>) {
        for Append { reply, answer, .. } in self.appends {
            // Who has stopped waiting need not be told.
            let _ = reply.send(committed.clone().and(answer));
        }
    }
}

/// Writes appends to different games. The caller has to undo what was done if it fails.
async fn write(
    statements: &'static str,
    connection: &mut SqliteConnection,
    appends: &mut [Append],
) -> Result<(), sqlx::Error> {
    let updated =
        execute(statements, connection, appends.iter().map(|append| (&append.entry, &*append.values))).await?;
    let updated: HashSet<&str> = updated.iter().map(String::as_str).collect();
    for append in appends {
        append.answer = match updated.contains(append.entry.game.as_str()) {
            true => Ok(Appended::All),
            false => Ok(Appended::Conflict),
        };
    }
    Ok(())
}

/// Adds the events of an entry whose game is known to have the expected number.
pub(super) async fn add(connection: &mut SqliteConnection, entry: &Entry) -> Result<(), StoreError> {
    execute(APPEND, connection, iter::once((entry, &*entry.values()))).await?;
    Ok(())
}

/// Executes the statements for entries, each with its values; the names of the games that have changed.
async fn execute<'a>(
    statements: &'static str,
    connection: &mut SqliteConnection,
    entries: impl Iterator<Item = (&'a Entry, &'a str)>,
) -> Result<Vec<String>, sqlx::Error> {
    let (mut events, mut values) = (String::new(), String::new());
    for (entry, new) in entries {
        if !entry.events.is_empty() {
            add_to_list(&mut events, &entry.events);
        }
        add_to_list(&mut values, new);
    }
    let query = sqlx::query_scalar(statements).bind(format!("[{events}]")).bind(format!("[{values}]"));
    query.fetch_all(connection).await
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("these values have nothing that JSON cannot say")
}

fn add_to_list(list: &mut String, item: &str) {
    if !list.is_empty() {
        list.push(',');
    }
    list.push_str(item);
}

impl fmt::Debug for Append {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Append").field("game", &self.entry.game).finish_non_exhaustive()
    }
}
