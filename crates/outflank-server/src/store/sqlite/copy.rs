use std::error::Error;
use std::path::{self, Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::SqliteStore;
use super::open::{OpenError, PATIENCE, Signature, signature};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    pub games: usize,
    pub events: usize,
}

impl SqliteStore {
    /// Copies a database into an empty or missing file and checks the copy, which has everything committed at one moment. Works while a server
    /// writes to the database. The caller must sync the copy to disk.
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
    // SQLite could take a relative name for a URL.
    let name = path::absolute(copy).map_err(|error| failed(error.into()))?;
    let name = name.to_str().ok_or_else(|| failed("its name is not UTF-8".into()))?;
    // Copying the file would miss the log, or mix two states.
    let done = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut connection).await;
    done.map_err(|error| failed(error.into()))?;
    connection.close().await.map_err(unreadable)
}

async fn examine(copy: &Path) -> Result<Copied, CopyError> {
    let unreadable = |error: sqlx::Error| CopyError::Unreadable(OpenError::database(copy, error));
    let mut connection = read(copy).await.map_err(unreadable)?;
    let result: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await.map_err(unreadable)?;
    if result != "ok" {
        return Err(CopyError::Damaged { copy: copy.to_owned(), how: result });
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

#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error(transparent)]
    Unreadable(OpenError),
    #[error("cannot copy {database} to {copy}: {error}")]
    Failed { database: PathBuf, copy: PathBuf, error: Box<dyn Error + Send + Sync> },
    #[error("{copy} is damaged: {how}")]
    Damaged { copy: PathBuf, how: String },
}
