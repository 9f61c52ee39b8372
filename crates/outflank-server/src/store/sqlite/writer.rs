//! The task that writes. A commit takes the disk about as long for a thousand changes as for one, so pending changes are committed together:
//! one transaction, with a savepoint after each change, so that a failing change does not affect the others. Callers get their result after
//! the commit. If the commit fails, every caller gets the error, and the next batch uses a new connection.

use std::fs::File;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Notify, mpsc};

use super::append::{Append, Wave};
use super::checkpoint::Checkpointer;
use crate::store::StoreError;
use crate::store::entry::{Appended, Entry};
use crate::store::task::{BackgroundTask, Reply};

/// Bounds the time that a caller waits for others.
const MAX_COMMIT: usize = 1_024;

#[derive(Debug)]
pub(super) struct Writer(BackgroundTask<Job>);

impl Writer {
    /// The task holds the lock as long as it can write.
    pub(super) fn start(
        connection: SqliteConnection,
        checkpointer: Checkpointer,
        options: SqliteConnectOptions,
        lock: File,
    ) -> Writer {
        Writer(BackgroundTask::start(|queue, closing| {
            WriterTask { queue, closing, connection: Some(connection), checkpointer, options, _lock: lock }.run()
        }))
    }

    pub(super) async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        self.0.call(|reply| Job::Append(Append::new(entry, reply))).await
    }

    pub(super) async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut SqliteConnection) -> BoxFuture<'_, Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.0.call(|reply| Job::Other(Box::new(Pending { change: Some(change), reply, answer: None }))).await
    }

    /// Rewrites the file and empties the log. Deleted rows are overwritten at once, but SQLite leaves copies of rows where it moved them
    /// from. Returns whether the log is empty: a reader may still need it.
    pub(super) async fn compact(&self) -> Result<bool, StoreError> {
        self.0.call(Job::Compact).await
    }

    pub(super) async fn close(&self) {
        self.0.close().await;
    }
}

enum Job {
    Append(Append),
    Other(Box<dyn PendingChange>),
    Compact(Reply<bool>),
}

struct WriterTask {
    queue: mpsc::Receiver<Job>,
    closing: Arc<Notify>,
    connection: Option<SqliteConnection>,
    checkpointer: Checkpointer,
    options: SqliteConnectOptions,
    _lock: File,
}

impl WriterTask {
    async fn run(mut self) {
        let mut jobs = Vec::with_capacity(MAX_COMMIT);
        loop {
            tokio::select! {
                () = self.closing.notified() => self.queue.close(),
                count = self.queue.recv_many(&mut jobs, MAX_COMMIT) => match count {
                    0 => break,
                    _ => self.commit(jobs.drain(..)).await,
                },
            }
        }
        self.shut_down().await;
    }

    async fn commit(&mut self, jobs: impl Iterator<Item = Job>) {
        let (mut appends, mut others, mut compactions) = (Vec::new(), Vec::new(), Vec::new());
        for job in jobs {
            match job {
                Job::Append(append) => appends.push(append),
                Job::Other(change) => others.push(change),
                Job::Compact(reply) => compactions.push(reply),
            }
        }
        if !appends.is_empty() || !others.is_empty() {
            self.commit_changes(appends, others).await;
        }
        for reply in compactions {
            match self.compact().await {
                Ok(()) => self.checkpointer.empty_log(reply),
                Err(error) => drop(reply.send(Err(error))),
            }
        }
    }

    async fn commit_changes(&mut self, appends: Vec<Append>, mut others: Vec<Box<dyn PendingChange>>) {
        let changes = appends.len() + others.len();
        let mut waves = Wave::of(appends);

        let outcome = self.transact(&mut others, &mut waves).await;
        if let Err(error) = &outcome {
            tracing::debug!(%error, "commit failed");
            if let Some(connection) = self.connection.take() {
                let _ = connection.close().await;
            }
        }
        for change in others {
            change.answer(outcome.clone());
        }
        for wave in waves {
            wave.answer(&outcome);
        }
        match outcome {
            Ok(()) => self.checkpointer.note(changes),
            Err(_) => self.checkpointer.note_failure(),
        }
    }

    async fn transact(&mut self, others: &mut [Box<dyn PendingChange>], waves: &mut [Wave]) -> Result<(), StoreError> {
        let connection = self.connection().await?;
        // Saves round trips. Moves are usually one statement for all.
        if let ([], [wave]) = (&*others, &mut *waves) {
            return wave.commit(connection).await;
        }
        sqlx::query("BEGIN IMMEDIATE; SAVEPOINT change").execute(&mut *connection).await?;
        for change in others {
            match change.run(connection).await {
                Ok(()) => savepoint(connection).await?,
                Err(error) => roll_back(connection, error).await?,
            }
        }
        for (index, wave) in waves.iter_mut().enumerate() {
            if index > 0 {
                savepoint(connection).await?;
            }
            wave.run(connection).await?;
        }
        sqlx::query("COMMIT").execute(&mut *connection).await?;
        Ok(())
    }

    async fn compact(&mut self) -> Result<(), StoreError> {
        sqlx::query("VACUUM").execute(self.connection().await?).await?;
        Ok(())
    }

    async fn connection(&mut self) -> Result<&mut SqliteConnection, StoreError> {
        Ok(match &mut self.connection {
            Some(connection) => connection,
            gone @ None => gone.insert(self.options.connect().await?),
        })
    }

    async fn shut_down(self) {
        self.checkpointer.close().await;
        if let Some(mut connection) = self.connection {
            let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
            if let Err(error) = checkpoint.and(connection.close().await) {
                tracing::warn!(%error, "could not checkpoint the database at shutdown");
            }
        }
    }
}

/// A rollback goes back to here. A transaction always has a savepoint.
pub(super) async fn savepoint(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("RELEASE change; SAVEPOINT change").execute(connection).await?;
    Ok(())
}

/// After a disk failure SQLite may have rolled back the whole transaction: then the error concerns every change.
pub(super) async fn roll_back(connection: &mut SqliteConnection, error: StoreError) -> Result<(), StoreError> {
    let rolled_back = sqlx::query("ROLLBACK TO change").execute(connection).await;
    rolled_back.map(drop).map_err(|_| error)
}

#[async_trait]
trait PendingChange: Send {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError>;

    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Pending<F, T> {
    change: Option<F>,
    reply: Reply<T>,
    answer: Option<Result<T, StoreError>>,
}

#[async_trait]
impl<F, T> PendingChange for Pending<F, T>
where
    F: FnOnce(&mut SqliteConnection) -> BoxFuture<'_, Result<T, StoreError>> + Send,
    T: Send,
{
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let Some(change) = self.change.take() else { return Ok(()) };
        let answer = change(connection).await;
        let outcome = answer.as_ref().map(|_| ()).map_err(StoreError::clone);
        self.answer = Some(answer);
        outcome
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let Pending { reply, answer, .. } = *self;
        let _ = reply.send(committed.and_then(|()| answer.unwrap_or(Err(StoreError::Closed))));
    }
}
