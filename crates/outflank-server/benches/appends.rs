//! How many events a store takes a second when 1,000 games wait for their last event each. Stores take turns, and the best run of each counts.
//! SQLite has a file in the folder that cargo builds in; PostgreSQL is started for this, with its usual settings.

#![allow(clippy::unwrap_used, reason = "a benchmark stops where something is missing")]

#[allow(dead_code, unreachable_pub, reason = "not all of it is needed here")]
#[path = "../tests/it/store/made.rs"]
mod made;

use std::sync::Arc;
use std::time::Duration;

use outflank_postgres::{Postgres, fresh_database};
use outflank_server::store::{PostgresStore, SqliteStore, Store};
use tokio::task::JoinSet;
use tokio::time::Instant;

const GAMES: u32 = 1_000;
const RUNS: usize = 3;
const WARM_UP: Duration = Duration::from_secs(1);
const MEASURED: Duration = Duration::from_secs(5);

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let postgres = Postgres::start().unwrap();
    let (mut best_sqlite, mut best_postgres) = (Figures::default(), Figures::default());
    for run in 0..RUNS {
        let figures = runtime.block_on(async {
            let store = SqliteStore::open(&folder.path().join(format!("{run}.db"))).await.unwrap();
            measure(Arc::new(store)).await
        });
        best_sqlite = best_sqlite.better(figures);
        let database = fresh_database(&postgres.url()).unwrap();
        let figures = runtime.block_on(async {
            let store = PostgresStore::connect(&database).await.unwrap();
            measure(Arc::new(store)).await
        });
        best_postgres = best_postgres.better(figures);
    }
    for (name, Figures { a_second, median, p99 }) in [("SQLite", best_sqlite), ("PostgreSQL", best_postgres)] {
        println!("{name:<11} {a_second:>7} appends a second; each takes {median:.1?}, one in a hundred over {p99:.1?}");
    }
}

#[derive(Clone, Copy, Default)]
struct Figures {
    a_second: usize,
    median: Duration,
    p99: Duration,
}

impl Figures {
    fn better(self, other: Figures) -> Figures {
        if other.a_second > self.a_second { other } else { self }
    }
}

async fn measure(store: Arc<dyn Store>) -> Figures {
    for number in 0..GAMES {
        store.create(made::game(made::id(number))).await.unwrap();
    }
    let from = Instant::now() + WARM_UP;
    let until = from + MEASURED;
    let mut rooms = JoinSet::new();
    for number in 0..GAMES {
        let store = Arc::clone(&store);
        rooms.spawn(async move {
            let game = made::id(number);
            let mut times = Vec::new();
            for last in 0.. {
                let begun = Instant::now();
                if begun >= until {
                    break;
                }
                store.append(game, last, made::batch(game, 1)).await.unwrap();
                if begun >= from {
                    times.push(begun.elapsed());
                }
            }
            times
        });
    }
    let mut times = rooms.join_all().await.concat();
    store.close().await;
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    Figures { a_second: times.len() / MEASURED.as_secs() as usize, median: at(50), p99: at(99) }
}
