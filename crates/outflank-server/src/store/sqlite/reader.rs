use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{ConnectOptions, SqlitePool};

use super::open::{PATIENCE, Signature, signature};
use super::{OpenError, read};
use crate::GameId;
use crate::store::{LoggedEvent, LoggedLine, Plan, StoreError, Summary};

#[derive(Debug)]
pub(crate) struct SqliteReader(SqlitePool);

impl SqliteReader {
    pub(crate) async fn open(path: &Path) -> Result<SqliteReader, OpenError> {
        let failed = |error: sqlx::Error| OpenError::database(path, error);
        path.metadata().map_err(|error| OpenError::file(path, error))?;
        let options = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(PATIENCE);
        let pool = SqlitePoolOptions::new().max_connections(1);
        let pool = pool.connect_with(options.disable_statement_logging()).await.map_err(failed)?;
        let mut connection = pool.acquire().await.map_err(failed)?;
        match signature(&mut connection, path).await? {
            Signature::Ours => {}
            Signature::Missing => return Err(OpenError::NotOurs { path: path.to_owned() }),
        }
        drop(connection);
        Ok(SqliteReader(pool))
    }

    pub(crate) async fn scan(&self, after: Option<GameId>, count: usize) -> Result<Vec<Summary>, StoreError> {
        read::scan(&self.0, after, count).await
    }

    pub(crate) async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        read::plan(&self.0, game).await
    }

    pub(crate) async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        read::summary(&self.0, game).await
    }

    pub(crate) async fn events(&self, game: GameId) -> Result<Vec<LoggedEvent>, StoreError> {
        read::events(&self.0, game, 0).await
    }

    pub(crate) async fn chat(&self, game: GameId) -> Result<Vec<LoggedLine>, StoreError> {
        read::chat(&self.0, game, 0).await
    }

    pub(crate) async fn close(&self) {
        self.0.close().await;
    }
}
