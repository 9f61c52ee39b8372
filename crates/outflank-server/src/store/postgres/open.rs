//! Connects, finds out whether the database is ours, and makes or updates its tables.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, PgPool};
use tokio::time;

use super::jobs::Jobs;
use super::listen::Listener;
use super::patience::{CONNECT, STATEMENT};
use super::trust::Trust;
use crate::store::migrations;

/// What the table of games of a database of ours has as its comment.
const SIGNATURE: &str = "Outflank";

/// Who holds this lock looks at the database and makes its tables: several servers may start at once.
const LOCK: i64 = 0x4f66_6c6b;

/// How many ask and change at once, besides the one who adds events.
const CONNECTIONS: u32 = 8;

/// How long another server that starts may take to make the tables.
const PREPARATION: &str = "SET statement_timeout = '60s'";

/// What a store works with.
pub(super) struct Opened {
    pub(super) options: PgConnectOptions,
    pub(super) pool: PgPool,
    pub(super) trust: Trust,
    pub(super) listener: Listener,
    pub(super) jobs: Jobs,
}

pub(super) async fn open(url: &str) -> Result<Opened, ConnectError> {
    // The error may not quote the text, in which there may be a password.
    let options: PgConnectOptions = url.parse().map_err(|_| ConnectError::Url)?;
    let options = set(options);
    let database = &described(&options);
    let failed = |error: sqlx::Error| ConnectError::Database { database: database.clone(), error: error.into() };

    let connecting = time::timeout(CONNECT, options.connect()).await;
    let mut connection =
        connecting.map_err(|_| ConnectError::Silent { database: database.clone() })?.map_err(failed)?;
    let trust = Trust::default();
    let trusted = trust.clone();
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(CONNECT);
    // A slow wait for a connection is not logged: under load every request would be a line. One that fails is.
    let pool = pool.acquire_slow_threshold(Duration::MAX);
    let pool = pool.before_acquire(move |_, connection| {
        let is_trusted = trusted.has(connection.age);
        Box::pin(async move { Ok(is_trusted) })
    });
    let pool = pool.connect_lazy_with(options.clone());
    let jobs = prepare(&mut connection, &pool, database).await?;
    connection.close().await.map_err(failed)?;
    let listener = Listener::start(options.clone()).await.map_err(failed)?;
    Ok(Opened { options, pool, trust, listener, jobs })
}

/// How every connection of ours is set.
fn set(options: PgConnectOptions) -> PgConnectOptions {
    let statement = STATEMENT.as_millis().to_string();
    options
        .application_name("outflank")
        .options([
            // What is acknowledged is on the disk, whatever the server is set to.
            ("synchronous_commit", "on"),
            ("statement_timeout", statement.as_str()),
            // Who has vanished in the middle of something keeps nobody waiting.
            ("idle_in_transaction_session_timeout", statement.as_str()),
            ("default_transaction_isolation", "read committed"),
            // There is an index for everything that is asked. A new database has no statistics by which PostgreSQL would
            // see that.
            ("enable_seqscan", "off"),
            // What is there already when tables are made is no news.
            ("client_min_messages", "warning"),
            // To compile a statement takes longer than any of ours runs.
            ("jit", "off"),
        ])
        .disable_statement_logging()
}

/// The database as it may be shown: without its password.
fn described(options: &PgConnectOptions) -> String {
    let (user, host, port) = (options.get_username(), options.get_host(), options.get_port());
    match options.get_socket() {
        Some(folder) => format!("{} at {}", options.get_database().unwrap_or(user), folder.display()),
        None => format!("postgres://{user}@{host}:{port}/{}", options.get_database().unwrap_or(user)),
    }
}

/// Refuses a database that is somebody else's before anything is changed in it, and makes or updates the tables of
/// others.
async fn prepare(connection: &mut PgConnection, pool: &PgPool, database: &str) -> Result<Jobs, ConnectError> {
    let failed = |error: sqlx::Error| ConnectError::Database { database: database.to_owned(), error: error.into() };
    sqlx::query(PREPARATION).execute(&mut *connection).await.map_err(failed)?;
    // It is let go of when the connection ends.
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

/// Why a database cannot be used. It never tells a password.
#[derive(Debug)]
pub enum ConnectError {
    /// The text is no URL of a database.
    Url,
    /// There was no answer.
    Silent {
        /// The database, without its password.
        database: String,
    },
    /// It holds something else.
    NotOurs {
        /// The database, without its password.
        database: String,
    },
    /// It was written by a later version of this program.
    Newer {
        /// The database, without its password.
        database: String,
    },
    /// It cannot hold every text.
    Encoding {
        /// The database, without its password.
        database: String,
        /// How it writes texts.
        encoding: String,
    },
    /// The database failed, or cannot be reached.
    Database {
        /// The database, without its password.
        database: String,
        /// How.
        error: Box<dyn Error + Send + Sync>,
    },
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectError::Url => {
                f.write_str("expected the URL of a database: postgres://USER:PASSWORD@HOST:PORT/DATABASE")
            }
            ConnectError::Silent { database } => write!(f, "{database}: no answer within {} s", CONNECT.as_secs()),
            ConnectError::NotOurs { database } => write!(f, "{database} is not a database of this program"),
            ConnectError::Newer { database } => write!(f, "{database} was written by a later version of this program"),
            ConnectError::Encoding { database, encoding } => {
                write!(f, "{database} has the encoding {encoding}, and must have UTF8")
            }
            ConnectError::Database { database, error } => write!(f, "{database}: {error}"),
        }
    }
}

/// Its sentence says everything: there is no source that would say it again.
impl Error for ConnectError {}
