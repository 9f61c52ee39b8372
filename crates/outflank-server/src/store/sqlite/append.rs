//! A round trip to SQLite's thread costs more than the work there, so each statement takes many games as one JSON text.

use std::collections::{HashMap, HashSet};
use std::iter;

use serde::Serialize;
use sqlx::SqliteConnection;

use super::writer::{roll_back, savepoint};
use crate::GameId;
use crate::store::StoreError;
use crate::store::entry::{Appended, Entry};
use crate::store::task::Reply;

macro_rules! append {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            "INSERT INTO events (game, number, content) \
             SELECT value ->> 0, value ->> 2, value ->> 3 \
             FROM json_each(?) JOIN games ON games.id = value ->> 0 AND games.last = value ->> 1; \
             UPDATE games SET last = new.last, status = new.status, list = new.list, updated = new.updated, \
                 summary = new.summary, due = new.due, leased_until = NULL, moved = coalesce(new.moved, games.moved) \
             FROM (\
                 SELECT value ->> 0 AS id, value ->> 1 AS before, value ->> 2 AS last, value ->> 3 AS status, \
                     value ->> 4 AS list, value ->> 5 AS updated, value ->> 6 AS summary, value ->> 7 AS due, \
                     value ->> 8 AS moved \
                 FROM json_each(?)\
             ) AS new \
             WHERE games.id = new.id AND games.last = new.before \
             RETURNING id",
            $after
        )
    };
}

pub(super) const APPEND: &str = append!("", "");

const TRANSACTION: &str = append!("BEGIN IMMEDIATE; ", "; COMMIT");

pub(super) struct Append {
    json: EntryJson,
    game: GameId,
    reply: Reply<Appended>,
    answer: Result<Appended, StoreError>,
}

struct EntryJson {
    /// Arrays of game, number before the batch, number and content, separated by commas.
    events: String,
    values: String,
}

impl EntryJson {
    fn new(entry: &Entry) -> EntryJson {
        let Entry { game, before, last, status, list, updated, summary, due, moved, events: _ } = entry;
        let mut events = String::new();
        for (number, content) in entry.numbered_events() {
            add_to_list(&mut events, &json(&(game.as_str(), before, number, content)));
        }
        EntryJson { events, values: json(&(game.as_str(), before, last, status, list, updated, summary, due, moved)) }
    }
}

impl Append {
    pub(super) fn new(entry: Entry, reply: Reply<Appended>) -> Append {
        Append { json: EntryJson::new(&entry), game: entry.game, reply, answer: Ok(Appended::Conflict) }
    }
}

/// At most one append per game, so one statement can write them all.
#[derive(Default)]
pub(super) struct Wave {
    appends: Vec<Append>,
}

impl Wave {
    /// The first append of each game, then the second, and so on. A second one is rare.
    pub(super) fn of(appends: Vec<Append>) -> Vec<Wave> {
        let mut waves: Vec<Wave> = Vec::new();
        let mut next: HashMap<GameId, usize> = HashMap::with_capacity(appends.len());
        for append in appends {
            let wave = next.entry(append.game).or_default();
            if *wave == waves.len() {
                waves.push(Wave::default());
            }
            waves[*wave].appends.push(append);
            *wave += 1;
        }
        waves
    }

    /// Writes and commits in one round trip or, if that fails, one by one to find the culprit. After an error nothing is written.
    pub(super) async fn commit(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let Err(error) = write(TRANSACTION, connection, &mut self.appends).await else { return Ok(()) };
        // After a failed commit there is no transaction left, and the error concerns every append.
        let begun = sqlx::query("ROLLBACK; BEGIN IMMEDIATE; SAVEPOINT change").execute(&mut *connection).await;
        begun.map_err(|_| error)?;
        self.write_one_by_one(connection).await?;
        sqlx::query("COMMIT").execute(connection).await?;
        Ok(())
    }

    pub(super) async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let Err(error) = write(APPEND, connection, &mut self.appends).await else { return Ok(()) };
        roll_back(connection, error.into()).await?;
        self.write_one_by_one(connection).await
    }

    async fn write_one_by_one(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        for append in &mut self.appends {
            match write(APPEND, connection, std::slice::from_mut(append)).await {
                Ok(()) => savepoint(connection).await?,
                Err(error) => {
                    let error = StoreError::from(error);
                    append.answer = Err(error.clone());
                    roll_back(connection, error).await?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn answer(self, committed: &Result<(), StoreError>) {
        for Append { reply, answer, .. } in self.appends {
            let _ = reply.send(committed.clone().and(answer));
        }
    }
}

async fn write(
    statements: &'static str,
    connection: &mut SqliteConnection,
    appends: &mut [Append],
) -> Result<(), sqlx::Error> {
    let updated = execute(statements, connection, appends.iter().map(|append| &append.json)).await?;
    let updated: HashSet<&str> = updated.iter().map(String::as_str).collect();
    for append in appends {
        append.answer = match updated.contains(append.game.as_str()) {
            true => Ok(Appended::Done),
            false => Ok(Appended::Conflict),
        };
    }
    Ok(())
}

/// The game must have the expected number.
pub(super) async fn add(connection: &mut SqliteConnection, entry: &Entry) -> Result<(), StoreError> {
    execute(APPEND, connection, iter::once(&EntryJson::new(entry))).await?;
    Ok(())
}

async fn execute<'a>(
    statements: &'static str,
    connection: &mut SqliteConnection,
    entries: impl Iterator<Item = &'a EntryJson>,
) -> Result<Vec<String>, sqlx::Error> {
    let (mut events, mut values) = (String::new(), String::new());
    for entry in entries {
        if !entry.events.is_empty() {
            add_to_list(&mut events, &entry.events);
        }
        add_to_list(&mut values, &entry.values);
    }
    let query = sqlx::query_scalar(statements).bind(format!("[{events}]")).bind(format!("[{values}]"));
    query.fetch_all(connection).await
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers are valid JSON")
}

fn add_to_list(list: &mut String, item: &str) {
    if !list.is_empty() {
        list.push(',');
    }
    list.push_str(item);
}
