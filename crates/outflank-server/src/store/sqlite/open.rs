use std::error::Error;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteError, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, SqlitePool};

use super::checkpoint::EMPTY_PATIENCE;
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
    let path = &prepare(path).map_err(|error| OpenError::file(path, error))?;
    let failed = |error: sqlx::Error| OpenError::database(path, error);
    check_links(path)?;
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
        error => OpenError::of(path, error),
    })?;
    let checkpointer = options.clone().busy_timeout(EMPTY_PATIENCE).connect().await.map_err(failed)?;
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
    open_private(path)?;
    let path = path.canonicalize()?;
    // SQLite creates them with the mode of the database.
    ["-wal", "-shm"].into_iter().for_each(|suffix| make_private(&beside(&path, suffix)));
    Ok(path)
}

pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// For the owner only: it holds chat, private games and hashes of secrets.
fn open_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    make_private(path);
    Ok(file)
}

/// Also for files of earlier versions. Does not open them: closing a file would release SQLite's locks on it.
#[cfg(unix)]
fn make_private(path: &Path) {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    let restricted = path.metadata().and_then(|metadata| match metadata.permissions().mode() & 0o077 {
        0 => Ok(()),
        _ => fs::set_permissions(path, Permissions::from_mode(0o600)),
    });
    match restricted {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            // Only the owner can change the mode.
            tracing::warn!(path = %path.display(), %error, "other users may be able to read the database");
        }
        _ => {}
    }
}

#[cfg(not(unix))]
fn make_private(_path: &Path) {}

/// The log and the lock are named after the database. Under another name, a second server would not see them.
#[cfg(unix)]
fn check_links(path: &Path) -> Result<(), OpenError> {
    use std::os::unix::fs::MetadataExt;

    match path.metadata().map_err(|error| OpenError::file(path, error))?.nlink() {
        0 | 1 => Ok(()),
        names => Err(OpenError::Linked { path: path.to_owned(), names }),
    }
}

#[cfg(not(unix))]
fn check_links(_path: &Path) -> Result<(), OpenError> {
    Ok(())
}

/// Keeps other servers away, since games in memory would diverge. The system releases the lock when the process ends. A separate file, because
/// a lock on the database would interfere with SQLite's own; other programs can still read the database.
fn lock(path: &Path) -> Result<File, OpenError> {
    let lock = beside(path, ".lock");
    let failed = |error| OpenError::file(&lock, error);
    let file = open_private(&lock).map_err(failed)?;
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
        // What is deleted is overwritten.
        .pragma("secure_delete", "on")
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
    #[error("{path} has {names} names (hard links); remove the others, because SQLite's log belongs to one name")]
    Linked { path: PathBuf, names: u64 },
    #[error("{path}: no space left on the disk; free some and start again")]
    DiskFull { path: PathBuf },
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
            _ => OpenError::of(&path, error),
        }
    }

    pub(super) fn of(path: &Path, error: impl Error + Send + Sync + 'static) -> OpenError {
        let path = path.to_owned();
        match is_disk_full(&error) {
            true => OpenError::DiskFull { path },
            false => OpenError::Database { path, error: error.into() },
        }
    }

    pub(super) fn file(path: &Path, error: io::Error) -> OpenError {
        let path = path.to_owned();
        match is_disk_full(&error) {
            true => OpenError::DiskFull { path },
            false => OpenError::File { path, error },
        }
    }
}

pub(crate) fn is_disk_full(error: &(dyn Error + 'static)) -> bool {
    /// SQLITE_FULL, and SQLITE_IOERR_SHMSIZE for the index of the log.
    const FULL: [&str; 2] = ["13", "4874"];

    let mut next = Some(error);
    while let Some(error) = next {
        let of_database = error.downcast_ref::<sqlx::Error>().and_then(sqlx::Error::as_database_error);
        let code = of_database.and_then(|error| error.try_downcast_ref::<SqliteError>()?.code());
        let of_file = error.downcast_ref::<io::Error>().map(io::Error::kind);
        if code.is_some_and(|code| FULL.contains(&&*code)) || of_file == Some(io::ErrorKind::StorageFull) {
            return true;
        }
        next = error.source();
    }
    false
}
