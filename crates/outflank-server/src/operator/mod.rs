//! Reading works beside a running server. Changing an SQLite game needs the process that has the file open: the server takes orders over a
//! [local socket](socket); without one, the file is opened here, under the same lock. PostgreSQL announces changes to its servers.

#[cfg(unix)]
mod socket;

use std::path::PathBuf;
use std::sync::Arc;

use outflank_formats::Record;

use crate::live::{PlayedGame, host};
#[cfg(feature = "postgres")]
use crate::store::{ConnectError, PostgresStore};
use crate::store::{OpenError, SqliteReader, SqliteStore, Store, StoreError, Summary};
use crate::wire::Problem;
use crate::{Database, GameId, export};

#[cfg(unix)]
pub(crate) use socket::OperatorSocket;

const PAGE: usize = 1_000;

pub struct Operator {
    games: Games,
}

enum Games {
    File { reader: SqliteReader, path: PathBuf },
    Shared(Arc<dyn Store>),
}

#[derive(Clone, Debug)]
pub struct StoredGame {
    pub summary: Summary,
    pub record: Record,
    pub events: usize,
    pub chat_lines: usize,
}

impl Operator {
    pub async fn open(database: &Database) -> Result<Operator, OperatorError> {
        let games = match database {
            Database::Sqlite(path) => {
                let reader = SqliteReader::open(path).await.map_err(OperatorError::Open)?;
                Games::File { reader, path: path.clone() }
            }
            #[cfg(feature = "postgres")]
            Database::Postgres(url) => {
                let store = PostgresStore::connect(url.reveal()).await.map_err(OperatorError::Connect)?;
                Games::Shared(Arc::new(store))
            }
            #[cfg(not(feature = "postgres"))]
            Database::Postgres(_) => return Err(OperatorError::NoPostgres),
            Database::Memory => return Err(OperatorError::Memory),
        };
        Ok(Operator { games })
    }

    pub async fn each(&self, mut found: impl FnMut(Summary)) -> Result<(), OperatorError> {
        let mut after = None;
        loop {
            let page = match &self.games {
                Games::File { reader, .. } => reader.scan(after, PAGE).await?,
                Games::Shared(store) => store.scan(after, PAGE).await?,
            };
            let is_last = page.len() < PAGE;
            after = page.last().map(|summary| summary.id);
            page.into_iter().for_each(&mut found);
            if is_last {
                return Ok(());
            }
        }
    }

    pub async fn game(&self, id: GameId) -> Result<StoredGame, OperatorError> {
        let (plan, summary, log, chat) = match &self.games {
            Games::File { reader, .. } => {
                let (plan, summary) = (reader.plan(id).await?, reader.summary(id).await?);
                (plan, summary, reader.events(id).await?, reader.chat(id).await?)
            }
            Games::Shared(store) => {
                let (plan, summary) = (store.plan(id).await?, store.summary(id).await?);
                (plan, summary, store.events(id, 0).await?, store.chat(id, 0).await?)
            }
        };
        let (Some(plan), Some(summary)) = (plan, summary) else { return Err(OperatorError::NoSuchGame(id)) };
        let played = PlayedGame::new(id, plan, &log);
        Ok(StoredGame { summary, record: export::record(&played), events: log.len(), chat_lines: chat.len() })
    }

    pub async fn end(&self, id: GameId) -> Result<(), OperatorError> {
        self.order(Order::End, id).await
    }

    /// A running server compacts its SQLite file when no clock runs.
    pub async fn delete(&self, id: GameId) -> Result<(), OperatorError> {
        self.order(Order::Delete, id).await
    }

    async fn order(&self, order: Order, id: GameId) -> Result<(), OperatorError> {
        let path = match &self.games {
            Games::Shared(store) => return Ok(order.execute(&**store, id).await?),
            Games::File { path, .. } => path,
        };
        // A server may start or stop in between.
        #[cfg(unix)]
        if let Some(answer) = socket::send(path, order, id).await {
            return answer;
        }
        let store = SqliteStore::open(path).await.map_err(|error| match error {
            OpenError::InUse { path } => OperatorError::NoSocket { path },
            error => OperatorError::Open(error),
        })?;
        let done = order.execute(&store, id).await;
        let compacted = store.compact().await;
        store.close().await;
        done?;
        Ok(compacted?)
    }

    pub async fn close(self) {
        match self.games {
            Games::File { reader, .. } => reader.close().await,
            Games::Shared(store) => store.close().await,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    End,
    Delete,
}

impl Order {
    async fn execute(self, store: &dyn Store, id: GameId) -> Result<(), Problem> {
        match self {
            Order::End => host::end(store, id).await,
            Order::Delete => host::remove(store, id).await,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    #[error(transparent)]
    Open(OpenError),
    #[cfg(feature = "postgres")]
    #[error(transparent)]
    Connect(ConnectError),
    #[cfg(not(feature = "postgres"))]
    #[error("this build has no PostgreSQL; build it with the feature `postgres`")]
    NoPostgres,
    #[error("games in memory are only known to the server that runs them")]
    Memory,
    #[error("no such game: {0}")]
    NoSuchGame(GameId),
    #[cfg_attr(unix, error("{path} is in use by a server that does not answer at {path}.sock; stop it and try again"))]
    #[cfg_attr(not(unix), error("{path} is in use by a server, and this system has no Unix sockets; stop it first"))]
    NoSocket { path: PathBuf },
    #[error("the server at {path} did not answer: {error}")]
    Socket { path: PathBuf, error: std::io::Error },
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Problem> for OperatorError {
    fn from(problem: Problem) -> OperatorError {
        OperatorError::Refused(problem.message)
    }
}
