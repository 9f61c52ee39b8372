use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use outflank_rules::Color;
use outflank_server::ChatLine;
use outflank_server::store::{
    Batch, Creation, Listing, OpenError, Seat, Seats, SqliteStore, Status, Store, StoreError, Summary,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::store::contract;
use crate::store::made::{at, batch, due, first, game, id, listed, offer, secret, summary};

async fn execute(path: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true).foreign_keys(false);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// A closed database with two events, a chat line and a holder.
async fn database() -> (TempDir, std::path::PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.db");
    let store = SqliteStore::open(&path).await.unwrap();
    store.create(game(id(1))).await.unwrap();
    store.append(id(1), 0, batch(id(1), 2)).await.unwrap();
    store.say(id(1), Color::Black, at(1), &ChatLine::try_from("Hello".to_owned()).unwrap()).await.unwrap();
    store.close().await;
    (folder, path)
}

#[tokio::test]
async fn missing_folders_are_created() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a folder/and ? another#/games.db");
    let store = SqliteStore::open(&path).await.unwrap();
    store.create(game(id(1))).await.unwrap();
    store.close().await;
    assert!(path.is_file());
    assert!(!path.with_extension("db-wal").exists(), "a store that was closed leaves no log");
    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(store.create(game(id(1))).await.unwrap(), Creation::Exists);
}

#[tokio::test]
async fn reopening_finds_everything() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.db");
    let line = ChatLine::try_from("Hello".to_owned()).unwrap();
    let running = Summary { status: Status::Running, ..summary(id(1)) };

    let store = SqliteStore::open(&path).await.unwrap();
    store.create(listed(running.clone())).await.unwrap();
    store.append(id(1), 0, Batch { summary: running.clone(), ..due(id(1), 5) }).await.unwrap();
    store.give_seat(id(1), Seat::Watch, &secret(2)).await.unwrap();
    store.say(id(1), Color::White, at(3), &line).await.unwrap();
    store.note_alive(at(99)).await.unwrap();
    assert_eq!(store.claim_due(Duration::from_secs(3_600), 9).await.unwrap(), [id(1)]);
    store.close().await;

    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 1);
    assert_eq!(store.running().await.unwrap(), [id(1)]);
    assert_eq!(store.list(&Listing::Running, &first(9)).await.unwrap(), [running]);
    assert_eq!(store.seats(id(1), &secret(2)).await.unwrap(), Seats::default().with(Seat::Watch));
    assert_eq!(store.chat(id(1), 0).await.unwrap().len(), 1);
    assert_eq!(store.last_alive().await.unwrap(), Some(at(99)));
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [], "it is leased");
    store.append(id(1), 1, due(id(1), 5)).await.unwrap();
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [id(1)]);
}

/// A killed process leaves its files as they are, so a copy of the files at any moment must have everything
/// acknowledged before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_events_survive_a_crash() {
    const GAMES: u32 = 20;
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.db");
    let store = Arc::new(SqliteStore::open(&path).await.unwrap());
    for crash in 0..5 {
        let mut rooms = JoinSet::new();
        for number in 0..GAMES {
            let store = Arc::clone(&store);
            rooms.spawn(async move {
                store.create(game(id(number))).await.unwrap();
                for last in crash * 10..crash * 10 + 10 {
                    store.append(id(number), last, batch(id(number), 1)).await.unwrap();
                }
            });
        }
        rooms.join_all().await;

        let copy = folder.path().join(format!("crash-{crash}/games.db"));
        std::fs::create_dir(copy.parent().unwrap()).unwrap();
        for ending in ["db", "db-wal"] {
            std::fs::copy(path.with_extension(ending), copy.with_extension(ending)).unwrap();
        }
        let recovered = SqliteStore::open(&copy).await.unwrap();
        for number in 0..GAMES {
            let numbers: Vec<u32> =
                recovered.events(id(number), 0).await.unwrap().iter().map(|logged| logged.number).collect();
            assert_eq!(numbers, (1..=crash * 10 + 10).collect::<Vec<_>>());
        }
        recovered.append(id(0), crash * 10 + 10, batch(id(0), 1)).await.unwrap();
        recovered.close().await;
    }
}

#[tokio::test]
async fn dropping_a_store_releases_the_file() {
    let (_folder, path) = database().await;
    let store = SqliteStore::open(&path).await.unwrap();
    store.append(id(1), 2, batch(id(1), 1)).await.unwrap();
    drop(store);
    let store = loop {
        match SqliteStore::open(&path).await {
            Ok(store) => break store,
            Err(OpenError::InUse { .. }) => tokio::task::yield_now().await,
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_file_has_one_server() {
    let (folder, path) = database().await;
    let store = SqliteStore::open(&path).await.unwrap();
    let error = SqliteStore::open(&path).await.unwrap_err();
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    assert!(error.to_string().ends_with("games.db is in use by another server"), "{error}");
    #[cfg(unix)]
    {
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(matches!(SqliteStore::open(&link).await, Err(OpenError::InUse { .. })));
    }
    drop(folder);
    store.close().await;
}

#[tokio::test]
async fn other_programs_files_are_left_alone() {
    let folder = TempDir::new().unwrap();
    let text = folder.path().join("letter.txt");
    std::fs::write(&text, "Dear Ann, ".repeat(200)).unwrap();
    let error = SqliteStore::open(&text).await.unwrap_err();
    assert!(matches!(error, OpenError::NotOurs { .. }), "{error}");
    assert_eq!(std::fs::read_to_string(&text).unwrap(), "Dear Ann, ".repeat(200));

    let other = folder.path().join("other.db");
    execute(&other, "CREATE TABLE games (id TEXT)").await;
    let before = std::fs::read(&other).unwrap();
    let error = SqliteStore::open(&other).await.unwrap_err();
    assert!(matches!(error, OpenError::NotOurs { .. }), "{error}");
    assert!(error.to_string().ends_with("other.db is not a database of this program"), "{error}");
    assert_eq!(std::fs::read(&other).unwrap(), before);
    let mut left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["letter.txt", "other.db"]);

    let error = SqliteStore::open(folder.path()).await.unwrap_err();
    assert!(matches!(error, OpenError::File { .. }), "{error}");
}

#[tokio::test]
async fn a_later_version_is_rejected() {
    let (_folder, path) = database().await;
    execute(
        &path,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'the future', TRUE, x'00', 1)",
    )
    .await;
    let error = SqliteStore::open(&path).await.unwrap_err();
    assert!(matches!(error, OpenError::Newer { .. }), "{error}");
}

#[tokio::test]
async fn a_file_without_offers_is_migrated() {
    let (_folder, path) = database().await;
    execute(&path, "DROP TABLE offers; DELETE FROM _sqlx_migrations WHERE version = 3").await;
    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 2);
    assert_eq!(store.list(&Listing::Open, &first(9)).await.unwrap(), [], "its creator is not there");
    offer(&store, 1..=1).await;
    assert_eq!(store.list(&Listing::Open, &first(9)).await.unwrap(), [summary(id(1))]);
}

#[tokio::test]
async fn damaged_data_is_named() {
    let damaged = async |sql: &'static str| {
        let (folder, path) = database().await;
        execute(&path, sql).await;
        (folder, SqliteStore::open(&path).await.unwrap())
    };
    let says = |error: StoreError, what: &str| {
        assert!(matches!(&error, StoreError::Damaged { what: said } if said.contains(what)), "{error}");
    };

    let (_folder, store) =
        damaged(r#"UPDATE events SET content = replace(content, '"version":1', '"version":2') WHERE number = 2"#).await;
    says(store.events(id(1), 0).await.unwrap_err(), "event 2 of game 0000000001 has version 2");
    assert_eq!(store.events(id(1), 2).await.unwrap(), []);

    let (_folder, store) = damaged("UPDATE events SET content = substr(content, 9)").await;
    says(store.events(id(1), 0).await.unwrap_err(), "event 1 of game 0000000001: ");

    let (_folder, store) = damaged("DELETE FROM events WHERE number = 1").await;
    says(store.events(id(1), 0).await.unwrap_err(), "event 1 of game 0000000001 is missing");

    let (_folder, store) = damaged("UPDATE games SET plan = '{}', summary = 'null'").await;
    says(store.plan(id(1)).await.unwrap_err(), "the plan of game 0000000001: ");
    offer(&store, 1..=1).await;
    says(store.list(&Listing::Open, &first(9)).await.unwrap_err(), "the summary of game 0000000001: ");

    let (_folder, store) = damaged("UPDATE games SET id = 'x', status = 'running'").await;
    says(store.running().await.unwrap_err(), r#"the game id "x""#);

    let (_folder, store) = damaged("UPDATE chat SET line = ''").await;
    says(store.chat(id(1), 0).await.unwrap_err(), "line 1 of game 0000000001: ");

    let (_folder, store) = damaged("UPDATE chat SET at = -1").await;
    says(store.chat(id(1), 0).await.unwrap_err(), "the time -1 of game 0000000001");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_game_does_not_affect_others() {
    let (_folder, path) = database().await;
    execute(&path, contract::WRONG_NUMBER).await;
    contract::a_damaged_game_does_not_affect_others(Arc::new(SqliteStore::open(&path).await.unwrap())).await;
}
