use std::io;

use outflank_rules::{ByColor, Color, Position, Rules};
use outflank_table::{Terms, TimeControl};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Row};
use tempfile::TempDir;

use super::*;
use crate::store::{GameEvent, Occupant, StartKind, Status, migrations, sql};

async fn store() -> (TempDir, SqliteStore) {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.db")).await.unwrap();
    for id in [game(1), game(2)] {
        let start = Position::initial(Rules::Standard);
        let occupants = ByColor::both(Occupant::Creator);
        let created = Time::from_millis(1);
        let terms = Terms::new(start);
        let plan = Plan { terms, start: StartKind::Initial, occupants, public: true, created, rematch_of: None };
        store.create(NewGame { id, plan, owner: None, first: batch(id, "") }).await.unwrap();
    }
    (folder, store)
}

fn game(number: u32) -> GameId {
    format!("{number:010}").parse().unwrap()
}

fn batch(id: GameId, command: &str) -> Batch {
    let summary = Summary {
        id,
        status: Status::Running,
        created: Time::from_millis(1),
        updated: Time::from_millis(1),
        public: true,
        start: StartKind::Initial,
        time: TimeControl::Unlimited,
        occupants: ByColor::both(Occupant::Creator),
        joined: ByColor::both(true),
        names: ByColor::both(None),
        tags: ByColor::both(None),
        position: Position::initial(Rules::Standard),
        placements: 0,
        ending: None,
    };
    let tag = crate::store::CommandTag { by: Color::Black, id: "c".parse().unwrap(), command: command.to_owned() };
    let events = vec![(GameEvent::Cancelled { by: Color::Black }, Some(tag))];
    Batch { events, holders: Vec::new(), summary, due: None }
}

async fn count(store: &SqliteStore, game: GameId) -> usize {
    store.events(game, 0).await.unwrap().len()
}

async fn write(store: &SqliteStore, sql: &'static str) -> Result<(), StoreError> {
    let written = store
        .writer
        .write(move |connection| async move { Ok(sqlx::raw_sql(sql).execute(connection).await.map(drop)?) }.boxed());
    written.await
}

// On one thread, concurrent calls are queued before the writer runs, so they share a commit.

#[tokio::test]
async fn a_failed_commit_is_reported_to_every_caller() {
    let (_folder, store) = store().await;
    // SQLite notices the missing game only at the commit.
    let broken = "PRAGMA defer_foreign_keys = ON; INSERT INTO chat VALUES ('missing', 1, 'black', 1, 'Hello')";
    let (first, second, alive, broken) = tokio::join!(
        store.append(game(1), 1, batch(game(1), "")),
        store.append(game(2), 7, batch(game(2), "")),
        store.note_alive(Time::from_millis(5)),
        write(&store, broken),
    );
    assert!(matches!(first, Err(AppendError::Store(StoreError::Database(_)))), "{first:?}");
    assert!(matches!(second, Err(AppendError::Store(StoreError::Database(_)))), "{second:?}");
    assert!(matches!(alive, Err(StoreError::Database(_))), "{alive:?}");
    assert!(matches!(broken, Err(StoreError::Database(_))), "{broken:?}");
    assert_eq!(count(&store, game(1)).await, 1);
    assert_eq!(store.last_alive().await.unwrap(), None);

    store.append(game(1), 1, batch(game(1), "")).await.unwrap();
    assert_eq!(count(&store, game(1)).await, 2);
}

#[tokio::test]
async fn a_lost_transaction_is_started_again() {
    let (_folder, store) = store().await;
    for last in 1..4 {
        // SQLite does this itself when the disk fails.
        let (lost, append) = tokio::join!(write(&store, "ROLLBACK"), store.append(game(1), last, batch(game(1), "")),);
        assert!(matches!(lost, Err(StoreError::Database(_))), "{lost:?}");
        assert!(matches!(append, Err(AppendError::Store(StoreError::Database(_)))), "{append:?}");
        store.append(game(1), last, batch(game(1), "")).await.unwrap();
        assert_eq!(count(&store, game(1)).await, last as usize + 1);
    }
}

#[tokio::test]
async fn a_failed_change_does_not_affect_others() {
    let (_folder, store) = store().await;
    let half = "UPDATE games SET status = 'over'; INSERT INTO nowhere VALUES (1)";
    let (half, append, alive) = tokio::join!(
        write(&store, half),
        store.append(game(1), 1, batch(game(1), "")),
        store.note_alive(Time::from_millis(5)),
    );
    assert!(matches!(half, Err(StoreError::Database(_))), "{half:?}");
    append.unwrap();
    alive.unwrap();
    assert_eq!(store.summary(game(2)).await.unwrap().unwrap().status, Status::Running);
    assert_eq!(store.last_alive().await.unwrap(), Some(Time::from_millis(5)));
}

#[tokio::test]
async fn a_batch_without_room_does_not_affect_others() {
    let (_folder, store) = store().await;
    write(&store, "PRAGMA max_page_count = 1").await.unwrap();
    let large = "x".repeat(1_000_000);
    let (large, small) =
        tokio::join!(store.append(game(1), 1, batch(game(1), &large)), store.append(game(2), 1, batch(game(2), "")));
    assert!(matches!(large, Err(AppendError::Store(StoreError::Database(_)))), "{large:?}");
    small.unwrap();
    assert_eq!((count(&store, game(1)).await, count(&store, game(2)).await), (1, 2));
}

#[tokio::test]
async fn a_full_disk_is_survived() {
    let (_folder, store) = store().await;
    write(&store, "PRAGMA max_page_count = 1").await.unwrap();
    let large = "x".repeat(1_000_000);
    for _ in 0..3 {
        let answer = store.append(game(1), 1, batch(game(1), &large)).await;
        assert!(matches!(answer, Err(AppendError::Store(StoreError::Database(_)))), "{answer:?}");
        assert_eq!(count(&store, game(1)).await, 1);
    }
    write(&store, "PRAGMA max_page_count = 1000000").await.unwrap();
    store.append(game(1), 1, batch(game(1), &large)).await.unwrap();
    assert_eq!(count(&store, game(1)).await, 2);
}

#[tokio::test]
async fn batches_of_one_game_in_one_commit_follow_each_other() {
    let (_folder, store) = store().await;
    let (first, late, second, other) = tokio::join!(
        store.append(game(1), 1, batch(game(1), "first")),
        store.append(game(1), 1, batch(game(1), "late")),
        store.append(game(1), 2, batch(game(1), "second")),
        store.append(game(2), 1, batch(game(2), "other")),
    );
    first.unwrap();
    assert!(matches!(late, Err(AppendError::Conflict)));
    second.unwrap();
    other.unwrap();
    let commands: Vec<String> = store
        .events(game(1), 0)
        .await
        .unwrap()
        .into_iter()
        .filter_map(|logged| logged.command.map(|tag| tag.command))
        .collect();
    assert_eq!(commands, ["", "first", "second"]);
}

#[tokio::test]
async fn readers_cannot_write() {
    let (_folder, store) = store().await;
    assert!(sqlx::query("DELETE FROM games").execute(&store.readers).await.is_err());
}

pub(super) async fn query_plan(store: &SqliteStore, sql: &str) -> Vec<String> {
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
    let rows = sqlx::query(explain).fetch_all(&store.readers).await.unwrap();
    rows.iter().map(|row| row.get("detail")).collect()
}

#[tokio::test]
async fn every_query_uses_an_index() {
    let (_folder, store) = store().await;
    let sorted = [read::HOLDERS, sql::HELD_BY, sql::PLAYED_BY, sql::PLAYED_IDS, read::OPEN, device::COPY];
    let appends = append::APPEND.split("; ");
    let queries = [
        sql::PLAN,
        sql::OWNER,
        read::ENGINE_GAMES,
        sql::EVENTS,
        sql::OUTAGES,
        sql::FORGET_OUTAGES,
        sql::SEATS,
        read::HOLDERS,
        sql::CHAT,
        read::ALIVE,
        sql::PUBLIC,
        sql::HELD_BY,
        sql::PLAYED_BY,
        sql::PLAYED_IDS,
        sql::SUMMARY,
        read::OPEN,
        change::RENEW_OFFERS,
        sql::SCAN,
        sql::UNFINISHED,
        sql::FINISHED,
        removal::NOTE_OFFERS,
        removal::DROP_OFFERS,
        removal::OFFERS,
        change::CLAIM_DUE,
        change::LAST_LINE,
        change::RENEW_LINK,
        read::LAST,
        read::AHEAD,
    ];
    for sql in appends.chain(queries).chain(removal::REMOVE).chain(device::QUERIES) {
        let steps = query_plan(&store, sql).await;
        for table in ["games", "events", "seats", "chat", "alive", "offers", "device_links"] {
            let scan = format!("SCAN {table}");
            assert!(!steps.iter().any(|step| step.starts_with(&scan)), "{sql}\n{steps:#?}");
        }
        let sorts = steps.iter().any(|step| step.contains("TEMP B-TREE FOR ORDER BY"));
        assert_eq!(sorts, sorted.contains(&sql), "{sql}\n{steps:#?}");
    }
}

#[tokio::test]
async fn time_goes_on_when_the_system_clock_was_set_back_between_two_runs() {
    let (folder, store) = store().await;
    let ahead = store.now().await.unwrap().after(Duration::from_secs(3_600));
    store.heartbeat(ahead, Duration::MAX, ahead).await.unwrap();
    store.close().await;
    let store = SqliteStore::open(&folder.path().join("games.db")).await.unwrap();
    let now = store.now().await.unwrap();
    assert!((Duration::ZERO..Duration::from_secs(600)).contains(&now.since(ahead)) && now >= ahead, "{now:?}");
    // A game that is due by then is due.
    store.append(game(1), 1, Batch { due: Some(ahead), ..batch(game(1), "") }).await.unwrap();
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [game(1)]);
}

#[tokio::test]
async fn starting_on_a_full_disk_fails_with_one_sentence() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql("PRAGMA max_page_count = 2").execute(&mut connection).await.unwrap();
    let error = migrations::sqlite().run(&mut connection).await.unwrap_err();
    let expected = format!("{}: no space left on the disk; free some and start again", path.display());
    assert_eq!(OpenError::of(&path, error).to_string(), expected);
    let full = io::Error::from(io::ErrorKind::StorageFull);
    assert_eq!(OpenError::file(&path, full).to_string(), expected);
    let denied = io::Error::from(io::ErrorKind::PermissionDenied);
    assert_eq!(OpenError::file(&path, denied).to_string(), format!("{}: permission denied", path.display()));
    let error = sqlx::query("SELECT nothing").execute(&mut connection).await.unwrap_err();
    assert!(matches!(OpenError::of(&path, error), OpenError::Database { .. }));
}
