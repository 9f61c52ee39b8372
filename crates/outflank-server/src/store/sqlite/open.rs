use std::error::Error;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, SqlitePool};

use crate::store::migrations;

/// "Oflk", in the header of our databases.
const APPLICATION_ID: i32 = 0x4f66_6c6b;

/// How long to wait for a lock of another program, such as a backup.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

const READERS: u32 = 4;

/// Log size in pages of 4 KiB at which a commit checkpoints. The checkpointer is usually faster.
const LOG_PAGES: &str = "16000";

pub(super) struct Opened {
    pub(super) connection: SqliteConnection,
    pub(super) checkpointer: SqliteConnection,
    pub(super) options: SqliteConnectOptions,
    pub(super) readers: SqlitePool,
    pub(super) lock: File,
}

pub(super) async fn open(path: &Path) -> Result<Opened, OpenError> {
    let path = &prepare(path).map_err(|error| OpenError::File { path: path.to_owned(), error })?;
    let failed = |error: sqlx::Error| OpenError::database(path, error);
    let signature = inspect(path).await?;
    let lock = lock(path)?;

    let options = options(path);
    let mut connection = options.connect().await.map_err(failed)?;
    if signature == Signature::Missing {
        let sign = AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION_ID}"));
        sqlx::query(sign).execute(&mut connection).await.map_err(failed)?;
    }
    migrations::sqlite().run(&mut connection).await.map_err(|error| match error {
        MigrateError::VersionMissing(_) => OpenError::Newer { path: path.clone() },
        error => OpenError::Database { path: path.clone(), error: error.into() },
    })?;
    let checkpointer = options.connect().await.map_err(failed)?;
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options.clone().read_only(true).create_if_missing(false))
        .await
        .map_err(failed)?;
    Ok(Opened { connection, checkpointer, options, readers, lock })
}

/// Creates missing folders and files. The result has no links, so each file has one name.
fn prepare(path: &Path) -> io::Result<PathBuf> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    File::options().create(true).append(true).open(path)?;
    path.canonicalize()
}

/// Keeps other servers away, since games in memory would diverge. The system releases the lock when the process ends.
///
/// A separate file, because a lock on the database would interfere with SQLite's own. Other programs can still read
/// the database.
fn lock(path: &Path) -> Result<File, OpenError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let lock = PathBuf::from(name);
    let failed = |error| OpenError::File { path: lock.clone(), error };
    let file = File::options().create(true).append(true).open(&lock).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signature {
    Ours,
    Missing,
}

/// Rejects other programs' databases before anything is changed.
async fn inspect(path: &Path) -> Result<Signature, OpenError> {
    let failed = |error: sqlx::Error| OpenError::database(path, error);
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(PATIENCE);
    let mut connection = options.connect().await.map_err(failed)?;
    let signature = signature(&mut connection, path).await?;
    connection.close().await.map_err(failed)?;
    Ok(signature)
}

pub(super) async fn signature(connection: &mut SqliteConnection, path: &Path) -> Result<Signature, OpenError> {
    let (id, tables): (i32, i64) =
        sqlx::query_as("SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id")
            .fetch_one(connection)
            .await
            .map_err(|error| OpenError::database(path, error))?;
    match (id, tables) {
        (APPLICATION_ID, _) => Ok(Signature::Ours),
        (0, 0) => Ok(Signature::Missing),
        _ => Err(OpenError::NotOurs { path: path.to_owned() }),
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .pragma("wal_autocheckpoint", LOG_PAGES)
        .disable_statement_logging()
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{path} is in use by another server")]
    InUse { path: PathBuf },
    #[error("{path} is not a database of this program")]
    NotOurs { path: PathBuf },
    #[error("{path} was written by a later version of this program")]
    Newer { path: PathBuf },
    #[error("{path}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("{path}: database error: {error}")]
    Database { path: PathBuf, error: Box<dyn Error + Send + Sync> },
}

impl OpenError {
    pub(super) fn database(path: &Path, error: sqlx::Error) -> OpenError {
        let path = path.to_owned();
        const NOT_A_DATABASE: &str = "26";
        match error.as_database_error().and_then(|error| error.code()) {
            Some(code) if code == NOT_A_DATABASE => OpenError::NotOurs { path },
            _ => OpenError::Database { path, error: error.into() },
        }
    }
}
