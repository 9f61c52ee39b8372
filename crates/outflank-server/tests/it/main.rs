//! The stores of games and the queues of reports, each through one suite for memory, SQLite and PostgreSQL.

#![allow(clippy::unwrap_used, reason = "what helps a test may panic like the test")]

use std::path::PathBuf;
use std::sync::Arc;

use outflank_server::store::{PostgresStore, SqliteStore};
use tempfile::TempDir;
use tokio::task::JoinSet;

/// Runs every part of a suite's contract on empty stores.
macro_rules! contract_tests {
    ($suite:ident on $($place:ident)*: $parts:tt) => {$(
        mod $place {
            contract_tests! { @parts $suite $place $parts }
        }
    )*};
    (@parts $suite:ident $place:ident { $($part:ident)* }) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $part() {
            if let Some((store, _place)) = crate::$suite::$place().await {
                crate::$suite::contract::$part(store).await;
            }
        }
    )*};
}

mod queue;
mod store;

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("games.db")
}

async fn sqlite() -> Option<(Arc<SqliteStore>, TempDir)> {
    let folder = TempDir::new().unwrap();
    Some((Arc::new(SqliteStore::open(&file(&folder)).await.unwrap()), folder))
}

/// With the URL of its database. `None` without a PostgreSQL server.
async fn postgres() -> Option<(Arc<PostgresStore>, String)> {
    let database = outflank_postgres::fresh_database(&outflank_postgres::given()?).unwrap();
    Some((connect(&database).await, database))
}

async fn connect(database: &str) -> Arc<PostgresStore> {
    Arc::new(PostgresStore::connect(database).await.unwrap())
}

async fn at_once<S: ?Sized, N, F>(
    store: &Arc<S>,
    numbers: impl IntoIterator<Item = N>,
    call: impl Fn(Arc<S>, N) -> F,
) -> Vec<F::Output>
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    let calls: JoinSet<F::Output> = numbers.into_iter().map(|number| call(Arc::clone(store), number)).collect();
    calls.join_all().await
}
