//! The time from a server's start to its first response. Every clock in the database ran out while the server was down, so each such game is due.

#![allow(clippy::unwrap_used, reason = "a benchmark stops where something is missing")]

#[allow(dead_code, unreachable_pub, reason = "not all of it is needed here")]
#[path = "../tests/it/store/made.rs"]
mod made;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use outflank_postgres::{Postgres, fresh_database};
use outflank_rules::ByColor;
use outflank_server::store::{
    Batch, Creation, GameEvent, NewGame, Occupant, Plan, PostgresStore, SqliteStore, Status, Store, Summary,
};
use outflank_server::{Config, Database, Server};
use outflank_table::{Table, Terms, Time, TimeControl};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

const FEW: u32 = 10;
const MANY: u32 = 50_000;
const AT_ONCE: usize = 64;

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let postgres = Postgres::start().unwrap();
    for time in
        [TimeControl::Unlimited, TimeControl::Fischer { main: Duration::from_secs(600), increment: Duration::ZERO }]
    {
        for games in [FEW, MANY] {
            let path = folder.path().join(format!("{games}-{}.db", time.main().is_some()));
            let url = fresh_database(&postgres.url()).unwrap();
            let (sqlite, in_postgres) = runtime.block_on(async {
                fill(Arc::new(SqliteStore::open(&path).await.unwrap()), games, time).await;
                fill(Arc::new(PostgresStore::connect(&url).await.unwrap()), games, time).await;
                (
                    time_to_first_response(Database::Sqlite(path.clone())).await,
                    time_to_first_response(url.parse().unwrap()).await,
                )
            });
            let clock = if time.main().is_some() { "with clocks" } else { "without clocks" };
            println!("{games:>6} games {clock:<14}: SQLite {sqlite:.2?}, PostgreSQL {in_postgres:.2?}");
        }
    }
}

async fn fill(store: Arc<dyn Store>, games: u32, time: TimeControl) {
    let yesterday = Time::from_millis(store.now().await.unwrap().as_millis() - 86_400_000);
    let created = stream::iter(0..games).map(|number| store.create(unfinished(number, time, yesterday)));
    created
        .buffer_unordered(AT_ONCE)
        .for_each(|created| async { assert_eq!(created.unwrap(), Creation::Created) })
        .await;
    store.note_alive(yesterday).await.unwrap();
    store.close().await;
}

fn unfinished(number: u32, time: TimeControl, at: Time) -> NewGame {
    let plan = made::plan();
    let terms = Terms { time, ..plan.terms };
    let plan = Plan { terms, occupants: ByColor::both(Occupant::Creator), created: at, ..plan };
    let (table, opened) = Table::open(terms, at);
    let id = made::id(number);
    let joined = ByColor::both(true);
    let summary = Summary { status: Status::Running, time, joined, updated: at, ..made::summary(id) };
    let events = opened.into_iter().map(|event| (GameEvent::Table(event), None)).collect();
    let due = table.deadline();
    NewGame {
        id,
        plan,
        owner: None,
        first: Batch { events, due, holders: vec![made::black(1)], ..made::quiet(summary) },
    }
}

async fn time_to_first_response(database: Database) -> Duration {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address: SocketAddr = free.local_addr().unwrap();
    drop(free);
    let begun = Instant::now();
    let server = Server::bind(Config { listen: vec![address], ..Config::local(database) }).await.unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async { drop(stopped.await) }));
    let mut connection = TcpStream::connect(address).await.unwrap();
    let request =
        format!("GET /api/game/{} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n", made::id(FEW - 1));
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    connection.read_to_string(&mut response).await.unwrap();
    let took = begun.elapsed();
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    drop(stop);
    running.await.unwrap();
    took
}
