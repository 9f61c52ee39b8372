//! PostgreSQL only: several servers share it, and it can fail. Tests that crash it start their own server.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use outflank_postgres::{Postgres, execute, fresh_database, given};
use outflank_rules::Color;
use outflank_server::store::{
    AgingKind, AppendError, Batch, Change, Changes, Claim, ConnectError, Creation, Expiry, GameEvent, GameVersion,
    Listing, LoggedEvent, Number, Player, PostgresStore, Seat, Status, Store, StoreError, Summary,
};
use outflank_server::{GameId, ServerId};
use sqlx::{Connection, PgConnection};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::store::contract;
use crate::store::made::{at, batch, black, due, first, game, id, left, line, logged, offer, quiet, secret, summary};
use crate::{at_once, connect, postgres};

const LEASE: Duration = Duration::from_secs(3_600);

const TIMEOUT: Duration = Duration::from_secs(60);

/// Cuts all other connections, as a broken network would.
const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_servers_create_the_tables_once() {
    let Some(server) = given() else { return };
    let database = fresh_database(&server).unwrap();
    let stores = at_once(&Arc::new(database), 0..8, |database, number| async move {
        let store = connect(&database).await;
        assert_eq!(store.create(game(id(number))).await.unwrap(), Creation::Created);
        store
    })
    .await;
    offer(&*stores[1], 0..=7).await;
    assert_eq!(stores[0].list(&Listing::Open, &first(99)).await.unwrap().len(), 8);
}

#[tokio::test]
async fn other_programs_databases_are_left_alone() {
    let Some(server) = given() else { return };
    for sql in ["CREATE TABLE games (score INT)", "CREATE VIEW wins AS SELECT 1"] {
        let database = fresh_database(&server).unwrap();
        execute(&database, sql).unwrap();
        let error = PostgresStore::connect(&database).await.unwrap_err();
        assert!(matches!(error, ConnectError::NotOurs { .. }), "{error}");
        assert!(error.to_string().ends_with("is not a database of this program"), "{error}");
        // Creating our tables would fail on this one.
        execute(&database, "CREATE TABLE events (place TEXT)").unwrap();
    }
    let database = fresh_database(&server).unwrap();
    connect(&database).await.close().await;
    execute(
        &database,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'the future', TRUE, '', 1)",
    )
    .unwrap();
    let error = PostgresStore::connect(&database).await.unwrap_err();
    assert!(matches!(error, ConnectError::Newer { .. }), "{error}");
}

#[tokio::test]
async fn errors_never_contain_the_password() {
    let Some(server) = given() else { return };
    let wrong = server.replace("never-to-be-seen", "not-the-password");
    let unreachable = "postgres://ann:not-the-password@127.0.0.1:1/games";
    for url in [&wrong, unreachable, "postgres://ann:not-the-password@host:port/games"] {
        let error = PostgresStore::connect(url).await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains("not-the-password"), "{error:?}");
    }
    let error = PostgresStore::connect(&wrong).await.unwrap_err();
    assert!(error.to_string().contains("password authentication failed"), "{error}");
}

#[tokio::test]
async fn the_next_server_finds_everything() {
    let Some((store, database)) = postgres().await else { return };
    store.create(game(id(2))).await.unwrap();
    assert_eq!(store.claim(id(2), ServerId([1; 16]), LEASE).await.unwrap(), Claim::Granted);
    contract::the_next_server_finds_everything(store, async || connect(&database).await).await;
    let other = connect(&database).await;
    assert_eq!(other.claim(id(2), ServerId([2; 16]), LEASE).await.unwrap(), Claim::Refused);
}

/// After a failover, connections may be good and still lead to a read-only server.
#[tokio::test]
async fn writes_resume_after_a_read_only_phase() {
    let Some(server) = given() else { return };
    let database = fresh_database(&server).unwrap();
    let name = database.rsplit_once('/').unwrap().1;
    let store = connect(&database).await;
    store.create(game(id(1))).await.unwrap();
    execute(&server, &format!("ALTER DATABASE {name} SET default_transaction_read_only = on")).unwrap();
    execute(&database, CUT).unwrap();
    for _ in 0..3 {
        assert!(matches!(store.create(game(id(2))).await, Err(StoreError::Database(_))));
        assert!(matches!(store.append(id(1), 0, batch(id(1), 1)).await, Err(AppendError::Store(_))));
        assert_eq!(store.events(id(1), 0).await.unwrap(), []);
    }
    execute(&server, &format!("ALTER DATABASE {name} RESET default_transaction_read_only")).unwrap();
    // An old connection may be used once; then all of them are replaced.
    let mut failures = 0;
    for number in 2..20 {
        failures += usize::from(store.create(game(id(number))).await.is_err());
    }
    assert!(failures <= 1, "{failures}");
    store.append(id(1), 0, batch(id(1), 1)).await.unwrap();
}

/// In opposite orders: every event is appended once, and the servers don't deadlock.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_append_each_event_once() {
    const GAMES: u32 = 100;
    const ROUNDS: Number = 10;
    let Some((store, database)) = postgres().await else { return };
    let stores = [store, connect(&database).await];
    for number in 0..GAMES {
        stores[0].create(game(id(number))).await.unwrap();
    }
    for round in 0..ROUNDS {
        let mut rooms = JoinSet::new();
        for place in 0..GAMES {
            for (node, store) in stores.iter().enumerate() {
                let number = if node == 0 { place } else { GAMES - 1 - place };
                let store = Arc::clone(store);
                rooms.spawn(async move {
                    let events = vec![(GameEvent::Table(left(node as u64)), None)];
                    let answer = store.append(id(number), round, Batch { events, ..quiet(summary(id(number))) }).await;
                    match answer {
                        Ok(()) => Some((number, node as u64)),
                        Err(AppendError::Conflict) => None,
                        Err(error) => panic!("{error}"),
                    }
                });
            }
        }
        let added: Vec<_> = rooms.join_all().await.into_iter().flatten().collect();
        assert_eq!(added.iter().map(|(game, _)| game).collect::<BTreeSet<_>>().len(), GAMES as usize);
        assert_eq!(added.len(), GAMES as usize);
        for (number, node) in added {
            assert_eq!(stores[0].events(id(number), round).await.unwrap(), [logged(round + 1, left(node))]);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_due_games() {
    let Some((store, database)) = postgres().await else { return };
    let stores = [store, connect(&database).await];
    contract::servers_share_due_games(stores).await;
}

async fn next(changes: &mut Changes) -> Change {
    timeout(TIMEOUT, changes.next()).await.expect("a hint")
}

#[tokio::test]
async fn servers_hear_of_each_others_changes() {
    let Some((ann, database)) = postgres().await else { return };
    let ben = connect(&database).await;
    contract::changes_are_heard(ann, ben).await;
}

#[tokio::test]
async fn lost_hints_are_reported() {
    let Some((ann, database)) = postgres().await else { return };
    let ben = connect(&database).await;
    ann.create(game(id(1))).await.unwrap();
    let mut heard = ben.changes();
    execute(&database, CUT).unwrap();
    let known = [GameVersion { game: id(1), last: 0, said: 0 }];
    assert_eq!(read(&*ben, id(1), 0).await, []);
    append_again(&*ann, id(1), 0).await;
    assert_eq!(ben.ahead(&known).await.unwrap(), [id(1)]);
    // The hint may still have arrived, if the connection was back in time.
    let mut change = next(&mut heard).await;
    while change != Change::Missed {
        change = next(&mut heard).await;
    }
    append_again(&*ann, id(1), 1).await;
    while next(&mut heard).await != Change::Game(GameVersion { game: id(1), last: 2, said: 0 }) {}
}

async fn read(store: &dyn Store, game: GameId, after: Number) -> Vec<LoggedEvent> {
    let begun = Instant::now();
    loop {
        match store.events(game, after).await {
            Ok(events) => return events,
            Err(error) => assert!(begun.elapsed() < TIMEOUT, "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn append_again(store: &dyn Store, game: GameId, last: Number) {
    let begun = Instant::now();
    while store.append(game, last, batch(game, 1)).await.is_err() {
        assert!(begun.elapsed() < TIMEOUT);
        if read(store, game, last).await.len() == 1 {
            return;
        }
    }
}

async fn play(store: Arc<PostgresStore>, game: GameId, over: watch::Receiver<bool>) -> Vec<LoggedEvent> {
    let (mut last, mut attempt) = (0, 0);
    let mut acknowledged = Vec::new();
    let mut in_doubt = Vec::new();
    let begun = Instant::now();
    while !*over.borrow() {
        attempt += 1;
        assert!(begun.elapsed() < 4 * TIMEOUT);
        let event = left(attempt);
        let events = vec![(GameEvent::Table(event), None)];
        match store.append(game, last, Batch { events, ..quiet(summary(game)) }).await {
            Ok(()) => {
                last += 1;
                acknowledged.push(logged(last, event));
                in_doubt.clear();
                continue;
            }
            Err(AppendError::Store(_)) => in_doubt.push(event),
            Err(AppendError::Conflict) => assert!(!in_doubt.is_empty(), "there is one writer"),
            Err(AppendError::Full) => panic!("no seats are given"),
        }
        match &read(&*store, game, last).await[..] {
            [] => {}
            [one] if in_doubt.iter().any(|&event| *one == logged(last + 1, event)) => {
                last += 1;
                in_doubt.clear();
            }
            missed => panic!("{missed:?} of {in_doubt:?}"),
        }
    }
    acknowledged
}

/// Plays many games through disasters, and checks that all acknowledged events are stored once.
async fn nothing_is_lost(url: &str, games: u32, disasters: impl AsyncFnOnce()) {
    let stores = [connect(url).await, connect(url).await];
    let over = watch::Sender::new(false);
    let mut rooms = JoinSet::new();
    for number in 0..games {
        stores[0].create(game(id(number))).await.unwrap();
        let (store, over) = (Arc::clone(&stores[number as usize % 2]), over.subscribe());
        rooms.spawn(async move { (id(number), play(store, id(number), over).await) });
    }
    disasters().await;
    over.send_replace(true);
    let mut acknowledged_at_all = 0;
    while let Some(room) = rooms.join_next().await {
        let (game, acknowledged) = room.unwrap();
        let log = read(&*stores[0], game, 0).await;
        // The store guarantees numbers without gaps. No attempt may appear twice.
        let attempts: BTreeSet<String> = log.iter().map(|logged| format!("{:?}", logged.event)).collect();
        assert_eq!(attempts.len(), log.len());
        for event in &acknowledged {
            assert_eq!(log.get(event.number as usize - 1), Some(event));
        }
        acknowledged_at_all += acknowledged.len();
    }
    assert!(acknowledged_at_all > games as usize, "too little happened: {acknowledged_at_all}");
}

async fn played_on(url: &str, game: GameId) {
    let store = connect(url).await;
    let at = read(&*store, game, 0).await.len();
    let begun = Instant::now();
    while read(&*store, game, 0).await.len() < at + 3 {
        assert!(begun.elapsed() < TIMEOUT, "{game} does not go on");
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_connections_lose_nothing() {
    let Some(server) = given() else { return };
    let database = fresh_database(&server).unwrap();
    nothing_is_lost(&database, 50, async || {
        for _ in 0..20 {
            played_on(&database, id(0)).await;
            played_on(&database, id(1)).await;
            execute(&database, CUT).unwrap();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crashing_database_loses_nothing() {
    if given().is_none() {
        return;
    }
    let mut server = Postgres::start().unwrap();
    let database = fresh_database(&server.url()).unwrap();
    nothing_is_lost(&database, 50, async || {
        for _ in 0..5 {
            played_on(&database, id(0)).await;
            played_on(&database, id(1)).await;
            server.crash().unwrap();
            server.begin().unwrap();
        }
        played_on(&database, id(0)).await;
        played_on(&database, id(1)).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_recovers_when_the_database_returns() {
    if given().is_none() {
        return;
    }
    let mut server = Postgres::start().unwrap();
    let database = fresh_database(&server.url()).unwrap();
    let store = connect(&database).await;
    let mut heard = store.changes();
    store.create(game(id(1))).await.unwrap();
    assert!(matches!(next(&mut heard).await, Change::Game(_)));
    server.crash().unwrap();
    let away = store.append(id(1), 0, batch(id(1), 1)).await;
    assert!(matches!(away, Err(AppendError::Store(StoreError::Database(_)))), "{away:?}");
    let away = store.events(id(1), 0).await;
    assert!(matches!(away, Err(StoreError::Database(_))), "{away:?}");
    assert!(matches!(store.now().await, Err(StoreError::Database(_))));

    server.begin().unwrap();
    assert_eq!(read(&*store, id(1), 0).await, []);
    append_again(&*store, id(1), 0).await;
    assert_eq!(next(&mut heard).await, Change::Missed);
}

#[tokio::test]
async fn damaged_data_is_named() {
    let Some(server) = given() else { return };
    contract::damaged_data_is_named(async |sql| {
        let database = fresh_database(&server).unwrap();
        let store = connect(&database).await;
        contract::a_short_game(&*store).await;
        execute(&database, sql).unwrap();
        (store, database)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_game_does_not_affect_others() {
    let Some((store, database)) = postgres().await else { return };
    contract::a_short_game(&*store).await;
    execute(&database, contract::WRONG_NUMBER).unwrap();
    contract::a_damaged_game_does_not_affect_others(store).await;
}

/// PostgreSQL counts sequential scans.
#[tokio::test]
async fn every_query_uses_an_index() {
    let Some(server) = given() else { return };
    let database = fresh_database(&server).unwrap();
    connect(&database).await.close().await;
    let counted = |sql: &str| execute(&database, &format!("SELECT 1 / ({sql})::int")).is_ok();
    let alone =
        "SELECT count(*) = 0 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    wait_until(|| counted(alone)).await;
    execute(&database, "SELECT pg_stat_reset()").unwrap();

    let store = connect(&database).await;
    for number in 0..20 {
        store.create(game(id(number))).await.unwrap();
        store.append(id(number), 0, due(id(number), 1)).await.unwrap();
    }
    let sits = Batch { holders: vec![black(9)], ..batch(id(1), 1) };
    store.append(id(1), 1, sits).await.unwrap();
    let secret = secret(1);
    store.give_seat(id(1), Seat::Watch, &secret).await.unwrap();
    store.say(id(1), Color::Black, at(1), &line("Hello")).await.unwrap();
    store.claim_due(LEASE, 9).await.unwrap();
    store.claim(id(1), ServerId([1; 16]), LEASE).await.unwrap();
    store.ahead(&[GameVersion { game: id(1), last: 0, said: 0 }]).await.unwrap();
    offer(&*store, 0..=9).await;
    store.plan(id(1)).await.unwrap();
    store.events(id(1), 0).await.unwrap();
    store.chat(id(1), 0).await.unwrap();
    store.heartbeat(at(1), LEASE, at(0)).await.unwrap();
    store.outages(at(0)).await.unwrap();
    store.seats(id(1), &secret).await.unwrap();
    store.holders(id(1)).await.unwrap();
    store.summary(id(1)).await.unwrap();
    for listing in [Listing::Open, Listing::HeldBy(secret), Listing::PlayedBy(secret)] {
        store.list(&listing, &first(9)).await.unwrap();
    }
    store.close().await;

    wait_until(|| counted(alone)).await;
    let tables = "FROM pg_stat_user_tables WHERE relname IN ('games', 'events', 'seats', 'chat', 'outages')";
    assert!(counted(&format!("SELECT sum(idx_scan) > 20 {tables}")), "nothing was counted");
    assert!(counted(&format!("SELECT sum(seq_scan) = 0 {tables}")), "a whole table was read");
}

async fn wait_until(so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < TIMEOUT);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn dump(database: &str) -> String {
    let mut connection = PgConnection::connect(database).await.unwrap();
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables \
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert!(tables.len() > 8, "{tables:?}");
    let mut text = String::new();
    for table in tables {
        let rows = sqlx::AssertSqlSafe(format!("SELECT row::text FROM {table} AS row"));
        let rows: Vec<String> = sqlx::query_scalar(rows).fetch_all(&mut connection).await.unwrap();
        text.push_str(&rows.join("\n"));
    }
    connection.close().await.unwrap();
    text
}

#[tokio::test]
async fn nothing_is_left_of_a_removed_game() {
    let Some((store, database)) = postgres().await else { return };
    store.create(game(id(1))).await.unwrap();
    store.append(id(1), 0, batch(id(1), 3)).await.unwrap();
    store.say(id(1), Color::Black, at(1), &line("this is confidential")).await.unwrap();
    store.renew_offers(&[id(1)], LEASE).await.unwrap();
    store.attend(ServerId::random(), &[Player { game: id(1), color: Color::Black }], LEASE).await.unwrap();
    assert_eq!(store.claim(id(1), ServerId::random(), LEASE).await.unwrap(), Claim::Granted);
    let parts = ["confidential".to_owned(), "01".repeat(32), id(1).to_string()];
    let text = dump(&database).await;
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    assert!(store.remove(id(1)).await.unwrap());
    let text = dump(&database).await;
    assert!(!parts.iter().any(|part| text.contains(part)), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_at_a_time_removes_games() {
    let Some((store, database)) = postgres().await else { return };
    for number in 1..=40 {
        store.create(game(id(number))).await.unwrap();
        store.append(id(number), 0, quiet(Summary { status: Status::Over, ..summary(id(number)) })).await.unwrap();
    }
    let other = connect(&database).await;
    let expiry = Expiry { kind: AgingKind::Finished, before: at(1) };
    let stores = Arc::new([store.clone(), other]);
    let removed = at_once(&stores, 0..8_usize, move |stores, number| async move {
        let mut removed = Vec::new();
        // A server that finds another one at work gets none, and asks again later.
        while stores[0].count_expired(expiry).await.unwrap() > 0 {
            removed.extend(stores[number % 2].remove_expired(expiry, 3).await.unwrap());
        }
        removed
    });
    let removed: Vec<GameId> = removed.await.concat();
    assert_eq!(removed.len(), 40, "none is removed twice");
    assert_eq!(removed.into_iter().collect::<BTreeSet<_>>(), (1..=40).map(id).collect());
    // While one removes games, the others leave them alone.
    store.create(game(id(50))).await.unwrap();
    store.append(id(50), 0, quiet(Summary { status: Status::Over, ..summary(id(50)) })).await.unwrap();
    let mut connection = PgConnection::connect(&database).await.unwrap();
    sqlx::query("SELECT pg_advisory_lock(x'4f666c6c'::bigint)").execute(&mut connection).await.unwrap();
    assert_eq!(store.remove_expired(expiry, 3).await.unwrap(), []);
    sqlx::query("SELECT pg_advisory_unlock(x'4f666c6c'::bigint)").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    assert_eq!(store.remove_expired(expiry, 3).await.unwrap(), [id(50)]);
}
