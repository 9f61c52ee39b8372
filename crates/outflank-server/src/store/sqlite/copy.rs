//! A copy of a file of games, for who keeps backups.

use std::error::Error;
use std::fmt;
use std::path::{self, Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::SqliteStore;
use super::open::{OpenError, PATIENCE, Signature, signature};

/// What a copy holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// How many games.
    pub games: usize,
    /// How many events they have together.
    pub events: usize,
}

impl SqliteStore {
    /// Copies a database into a file that is empty or missing, and reads the copy through.
    ///
    /// A server may have the database open and write to it. The copy is what was committed at one moment, with what is still in the log; it
    /// is one file, without a log. Nothing is changed in the database. It is left to the caller to bring the copy to the disk.
    pub async fn copy(database: &Path, copy: &Path) -> Result<Copied, CopyError> {
        vacuum_into(database, copy).await?;
        examine(copy).await
    }
}

async fn vacuum_into(database: &Path, copy: &Path) -> Result<(), CopyError> {
    let unreadable = |error: sqlx::Error| CopyError::Unreadable(OpenError::database(database, error));
    let missing = |error| CopyError::Unreadable(OpenError::File { path: database.to_owned(), error });
    database.metadata().map_err(missing)?;
    let mut connection = read(database).await.map_err(unreadable)?;
    if signature(&mut connection, database).await.map_err(CopyError::Unreadable)? == Signature::Missing {
        return Err(CopyError::Unreadable(OpenError::NotOurs { path: database.to_owned() }));
    }
    let failed = |error: Box<dyn Error + Send + Sync>| CopyError::Failed {
        database: database.to_owned(),
        copy: copy.to_owned(),
        error,
    };
    // A relative name could be one that SQLite takes for a URL.
    let name = path::absolute(copy).map_err(|error| failed(error.into()))?;
    let name = name.to_str().ok_or_else(|| failed("its name is no text".into()))?;
    // A plain copy of the file would lack what is in the log, or have the halves of two states.
    let done = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut connection).await;
    done.map_err(|error| failed(error.into()))?;
    connection.close().await.map_err(unreadable)
}

/// Reads a copy through, and counts what is in it.
async fn examine(copy: &Path) -> Result<Copied, CopyError> {
    let unreadable = |error: sqlx::Error| CopyError::Unreadable(OpenError::database(copy, error));
    let mut connection = read(copy).await.map_err(unreadable)?;
    let said: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await.map_err(unreadable)?;
    if said != "ok" {
        return Err(CopyError::Damaged { copy: copy.to_owned(), how: said });
    }
    let (games, events) = sqlx::query_as("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)")
        .fetch_one(&mut connection)
        .await
        .map_err(unreadable)?;
    connection.close().await.map_err(unreadable)?;
    let count = |rows: i64| usize::try_from(rows).unwrap_or(0);
    Ok(Copied { games: count(games), events: count(events) })
}

async fn read(path: &Path) -> sqlx::Result<SqliteConnection> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(PATIENCE);
    options.disable_statement_logging().connect().await
}

/// Why there is no copy.
#[derive(Debug)]
pub enum CopyError {
    /// The database, or the copy, cannot be read.
    Unreadable(OpenError),
    /// The one cannot be written into the other.
    Failed {
        /// The database.
        database: PathBuf,
        /// What was to become the copy.
        copy: PathBuf,
        /// Why not.
        error: Box<dyn Error + Send + Sync>,
    },
    /// The copy is not whole.
    Damaged {
        /// The copy.
        copy: PathBuf,
        /// What SQLite says about it.
        how: String,
    },
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CopyError::Unreadable(error) => error.fmt(f),
            CopyError::Failed { database, copy, error } => {
                write!(f, "{} cannot be copied into {}: {error}", database.display(), copy.display())
            }
            CopyError::Damaged { copy, how } => write!(f, "{} is damaged: {how}", copy.display()),
        }
    }
}

/// The sentence says all of it.
impl Error for CopyError {}
