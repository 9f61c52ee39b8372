use std::error::Error;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, PgPool};
use tokio::time;

use super::jobs::Jobs;
use super::listen::Listener;
use super::replica::ReplicaGuard;
use super::timeout::{CONNECT, STATEMENT};
use crate::store::migrations;

const SIGNATURE: &str = "Outflank";

/// Held while a server checks and creates tables: several may start at once.
const LOCK: i64 = 0x4f66_6c6b;

/// Besides the writer, the listener and the heartbeats.
const CONNECTIONS: u32 = 7;

/// Time for another server to create the tables.
const PREPARATION: &str = "SET statement_timeout = '60s'";

pub(super) struct Opened {
    pub(super) options: PgConnectOptions,
    pub(super) pool: PgPool,
    pub(super) heartbeats: PgPool,
    pub(super) replicas: ReplicaGuard,
    pub(super) listener: Listener,
    pub(super) jobs: Jobs,
}

pub(super) async fn open(url: &str) -> Result<Opened, ConnectError> {
    // The parser's error could quote the password.
    let options: PgConnectOptions = url.parse().map_err(|_| ConnectError::Url)?;
    let options = set(options);
    let database = &described(&options);
    let failed = |error: sqlx::Error| ConnectError::Database { database: database.clone(), error: error.into() };

    let connecting = time::timeout(CONNECT, options.connect()).await;
    let mut connection =
        connecting.map_err(|_| ConnectError::Silent { database: database.clone() })?.map_err(failed)?;
    let replicas = ReplicaGuard::default();
    let [pool, heartbeats] = [CONNECTIONS, 1].map(|connections| pool(connections, &options, &replicas));
    let jobs = prepare(&mut connection, &pool, database).await?;
    connection.close().await.map_err(failed)?;
    let listener = Listener::start(options.clone()).await.map_err(failed)?;
    Ok(Opened { options, pool, heartbeats, replicas, listener, jobs })
}

fn pool(connections: u32, options: &PgConnectOptions, replicas: &ReplicaGuard) -> PgPool {
    let guard = replicas.clone();
    let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(CONNECT);
    // Under load, logging slow acquires would add a line per request. Failures are logged.
    let pool = pool.acquire_slow_threshold(Duration::MAX);
    let pool = pool.before_acquire(move |_, connection| {
        let is_trusted = guard.trusts(connection.age);
        Box::pin(async move { Ok(is_trusted) })
    });
    pool.connect_lazy_with(options.clone())
}

fn set(options: PgConnectOptions) -> PgConnectOptions {
    let statement = STATEMENT.as_millis().to_string();
    options
        .application_name("outflank")
        .options([
            // Acknowledged means on disk, whatever the server's default.
            ("synchronous_commit", "on"),
            ("statement_timeout", statement.as_str()),
            // A vanished client must not block others.
            ("idle_in_transaction_session_timeout", statement.as_str()),
            ("default_transaction_isolation", "read committed"),
            // Every query has an index, but a new database has no statistics that show it.
            ("enable_seqscan", "off"),
            ("client_min_messages", "warning"),
            // Compiling a statement takes longer than running it.
            ("jit", "off"),
        ])
        .disable_statement_logging()
}

fn described(options: &PgConnectOptions) -> String {
    let (user, host, port) = (options.get_username(), options.get_host(), options.get_port());
    match options.get_socket() {
        Some(folder) => format!("{} at {}", options.get_database().unwrap_or(user), folder.display()),
        None => format!("postgres://{user}@{host}:{port}/{}", options.get_database().unwrap_or(user)),
    }
}

/// Rejects other programs' databases before anything is changed.
async fn prepare(connection: &mut PgConnection, pool: &PgPool, database: &str) -> Result<Jobs, ConnectError> {
    let failed = |error: sqlx::Error| ConnectError::Database { database: database.to_owned(), error: error.into() };
    sqlx::query(PREPARATION).execute(&mut *connection).await.map_err(failed)?;
    sqlx::query("SELECT pg_advisory_lock($1)").bind(LOCK).execute(&mut *connection).await.map_err(failed)?;
    let (signed, tables, encoding): (bool, i64, String) = sqlx::query_as(
        "SELECT coalesce(obj_description(to_regclass('games'), 'pg_class') = $1, FALSE), \
            (SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')), \
            current_setting('server_encoding')",
    )
    .bind(SIGNATURE)
    .fetch_one(&mut *connection)
    .await
    .map_err(failed)?;
    if !signed && tables > 0 {
        return Err(ConnectError::NotOurs { database: database.to_owned() });
    }
    if encoding != "UTF8" {
        return Err(ConnectError::Encoding { database: database.to_owned(), encoding });
    }
    migrations::postgres().run(pool).await.map_err(|error| match error {
        MigrateError::VersionMissing(_) => ConnectError::Newer { database: database.to_owned() },
        error => ConnectError::Database { database: database.to_owned(), error: error.into() },
    })?;
    Jobs::open(pool).await.map_err(failed)
}

/// Never contains a password.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("expected a database URL: postgres://USER:PASSWORD@HOST:PORT/DATABASE")]
    Url,
    #[error("{database}: no answer within {} s", CONNECT.as_secs())]
    Silent { database: String },
    #[error("{database} is not a database of this program")]
    NotOurs { database: String },
    #[error("{database} was written by a later version of this program")]
    Newer { database: String },
    #[error("{database}: expected the encoding UTF8, found {encoding}")]
    Encoding { database: String, encoding: String },
    #[error("{database}: {error}")]
    Database { database: String, error: Box<dyn Error + Send + Sync> },
}
