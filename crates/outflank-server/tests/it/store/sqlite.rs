use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use outflank_rules::Color;
use outflank_server::GameId;
use outflank_server::store::{Batch, Creation, Listing, NewGame, Number, OpenError, SqliteStore, Store};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;

use crate::store::contract;
use crate::store::made::{self, at, batch, black, first, game, id, line, offer, quiet, secret, summary};
use crate::{at_once, file, sqlite};

async fn execute(path: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true).foreign_keys(false);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn database() -> (TempDir, PathBuf) {
    let (store, folder) = sqlite().await.unwrap();
    contract::a_short_game(&*store).await;
    store.close().await;
    let path = file(&folder);
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
    let (store, folder) = sqlite().await.unwrap();
    let reopen = async || Arc::new(SqliteStore::open(&file(&folder)).await.unwrap());
    contract::the_next_server_finds_everything(store, reopen).await;
}

/// A killed process leaves its files as they are, so a copy of them at any moment must have everything acknowledged before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_events_survive_a_crash() {
    const GAMES: u32 = 20;
    let (store, folder) = sqlite().await.unwrap();
    for crash in 0..5 {
        at_once(&store, 0..GAMES, |store, number| async move {
            store.create(game(id(number))).await.unwrap();
            for last in crash * 10..crash * 10 + 10 {
                store.append(id(number), last, batch(id(number), 1)).await.unwrap();
            }
        })
        .await;

        let copy = folder.path().join(format!("crash-{crash}/games.db"));
        std::fs::create_dir(copy.parent().unwrap()).unwrap();
        for ending in ["db", "db-wal"] {
            std::fs::copy(file(&folder).with_extension(ending), copy.with_extension(ending)).unwrap();
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
        (Arc::new(SqliteStore::open(&path).await.unwrap()), folder)
    };
    contract::damaged_data_is_named(&damaged).await;
    let (store, _folder) = damaged("UPDATE games SET id = 'x', due = 1").await;
    contract::expect_damage(store.claim_due(Duration::ZERO, 1).await.unwrap_err(), r#"the game id "x""#);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_game_does_not_affect_others() {
    let (_folder, path) = database().await;
    execute(&path, contract::WRONG_NUMBER).await;
    contract::a_damaged_game_does_not_affect_others(Arc::new(SqliteStore::open(&path).await.unwrap())).await;
}

/// Everything that is in the files of a database, closed or not, a character for each byte.
fn raw_content(path: &Path) -> String {
    let log = std::fs::read(path.with_extension("db-wal")).unwrap_or_default();
    characters(&std::fs::read(path).unwrap()) + &characters(&log)
}

fn characters(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Games of different sizes, so that pages are split and joined. The last ones stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_left_of_a_removed_game() {
    const GAMES: u8 = 48;
    const REMOVED: u8 = 40;
    let (store, folder) = sqlite().await.unwrap();
    // Digits alone can appear by chance: the byte of a number followed by another id.
    let game_id = |number: u8| format!("private{number:03}").parse::<GameId>().unwrap();
    let chat = |number: u8| format!("line {number:03} is confidential");
    for round in 0..2 {
        for number in 1..=GAMES {
            let game = game_id(number);
            if round == 0 {
                store
                    .create(NewGame {
                        first: Batch { holders: vec![black(number)], ..quiet(summary(game)) },
                        ..made::game(game)
                    })
                    .await
                    .unwrap();
                store.renew_offers(&[game], Duration::from_secs(60)).await.unwrap();
            }
            let events = usize::from(number % 40) + 1;
            let last = store.events(game, 0).await.unwrap().len() as Number;
            store.append(game, last, batch(game, events)).await.unwrap();
            store
                .say(game, Color::Black, at(1), &line(&format!("{}{}", chat(number), "~".repeat(events))))
                .await
                .unwrap();
        }
    }
    let holds = |content: &str, number: u8| {
        [chat(number), characters(&secret(number).0), game_id(number).to_string()].map(|part| content.contains(&part))
    };
    assert_eq!(holds(&raw_content(&file(&folder)), 7), [true; 3]);
    for number in 1..=REMOVED {
        store.remove(game_id(number)).await.unwrap();
    }
    store.compact().await.unwrap();
    let content = raw_content(&file(&folder));
    for number in 1..=GAMES {
        assert_eq!(holds(&content, number), [number > REMOVED; 3], "{number}");
    }
    store.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_files() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let (store, folder) = sqlite().await.unwrap();
    let path = file(&folder);
    let files = ["", "-wal", "-shm", ".lock"].map(|suffix| PathBuf::from(format!("{}{suffix}", path.display())));
    let modes = || files.each_ref().map(|file| file.metadata().unwrap().permissions().mode() & 0o777);
    assert_eq!(modes(), [0o600; 4]);
    // As an earlier version left them after a crash.
    let copy = TempDir::new().unwrap();
    for name in ["games.db", "games.db-wal", "games.db.lock"] {
        std::fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
        std::fs::set_permissions(copy.path().join(name), Permissions::from_mode(0o644)).unwrap();
    }
    store.close().await;
    let store = SqliteStore::open(&file(&copy)).await.unwrap();
    for name in ["games.db", "games.db-wal", "games.db-shm", "games.db.lock"] {
        assert_eq!(copy.path().join(name).metadata().unwrap().permissions().mode() & 0o777, 0o600, "{name}");
    }
    store.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_second_name_of_a_database_is_refused() {
    let (store, folder) = sqlite().await.unwrap();
    let other = folder.path().join("other.db");
    std::fs::hard_link(file(&folder), &other).unwrap();
    let error = SqliteStore::open(&other).await.unwrap_err();
    assert!(matches!(error, OpenError::Linked { names: 2, .. }), "{error}");
    store.create(game(id(1))).await.unwrap();
    store.close().await;
    std::fs::remove_file(&other).unwrap();
    SqliteStore::open(&file(&folder)).await.unwrap().close().await;
}
