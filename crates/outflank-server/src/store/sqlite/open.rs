//! Finds out whether a file is ours, and makes or updates its tables.

use std::error::Error;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, SqlitePool};

use crate::store::migrations;

/// What a database of ours has in its header: "Oflk".
const APPLICATION_ID: i32 = 0x4f66_6c6b;

/// How long to wait where somebody else, such as a backup, has locked the file.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// How many can read at once.
const READERS: u32 = 4;

/// How many pages of 4 KiB the log has before those who write take it into the database themselves. It seldom comes to
/// that, because another connection does it before.
const LOG_PAGES: &str = "16000";

/// What a store works with.
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
    let signature = look_at(path).await?;
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
        // A file does not hang up.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options.clone().read_only(true).create_if_missing(false))
        .await
        .map_err(failed)?;
    Ok(Opened { connection, checkpointer, options, readers, lock })
}

/// Makes the folder and an empty file where they are missing. The answer has no links in it, so that a file has one
/// name.
fn prepare(path: &Path) -> io::Result<PathBuf> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    File::options().create(true).append(true).open(path)?;
    path.canonicalize()
}

/// Keeps other processes away: whoever serves a game holds its table in memory, so that two servers would each believe
/// in their own. The system lets go of the lock when the process ends, however it ends.
///
/// The lock is on a file of its own, which stays. On the database it would get in the way of SQLite's own locks; and so
/// other programs can still read and copy the database while a server runs.
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

/// Whether a database says that it is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signature {
    Ours,
    /// There is nothing in it yet.
    Missing,
}

/// Refuses a database that is somebody else's before anything is changed in it or beside it.
async fn look_at(path: &Path) -> Result<Signature, OpenError> {
    let failed = |error: sqlx::Error| OpenError::database(path, error);
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(PATIENCE);
    let mut connection = options.connect().await.map_err(failed)?;
    let signature = signature(&mut connection, path).await?;
    connection.close().await.map_err(failed)?;
    Ok(signature)
}

/// Whose database it is; an error if it is somebody else's.
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

/// Why a file cannot be opened as a store.
#[derive(Debug)]
pub enum OpenError {
    /// Another process has it open.
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It holds something else.
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// It was written by a later version of this program.
    Newer {
        /// The file.
        path: PathBuf,
    },
    /// The file or its folder cannot be made or opened.
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The database failed.
    Database {
        /// The file.
        path: PathBuf,
        /// How.
        error: Box<dyn Error + Send + Sync>,
    },
}

impl OpenError {
    pub(super) fn database(path: &Path, error: sqlx::Error) -> OpenError {
        let path = path.to_owned();
        /// SQLite's code for a file that is no database.
        const NOT_A_DATABASE: &str = "26";
        match error.as_database_error().and_then(|error| error.code()) {
            Some(code) if code == NOT_A_DATABASE => OpenError::NotOurs { path },
            _ => OpenError::Database { path, error: error.into() },
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::InUse { path } => write!(f, "{} is in use by another server", path.display()),
            OpenError::NotOurs { path } => write!(f, "{} is not a database of this program", path.display()),
            OpenError::Newer { path } => write!(f, "{} was written by a later version of this program", path.display()),
            OpenError::File { path, error } => write!(f, "{}: {error}", path.display()),
            OpenError::Database { path, error } => write!(f, "{}: the database failed: {error}", path.display()),
        }
    }
}

/// Its sentence says everything: there is no source that would say it again.
impl Error for OpenError {}
