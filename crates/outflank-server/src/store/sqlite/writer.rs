//! The task that writes.
//!
//! A commit takes the disk about as long for a thousand changes as for one, so pending changes are committed together:
//! one transaction, with a savepoint after each change, so that a failing change does not affect the others. Callers
//! get their result after the commit.
//!
//! If the commit fails, every caller gets the error. The next batch uses a new connection.

use std::fmt;
use std::fs::File;
use std::sync::Arc;

use async_trait::async_trait;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Notify, mpsc, oneshot};

use super::append::{Append, Wave};
use super::checkpoint::Checkpointer;
use crate::store::StoreError;
use crate::store::entry::{Appended, Entry};
use crate::store::task::BackgroundTask;

const MAX_WAITING: usize = 4_096;

/// Bounds the time that a caller waits for others.
const MAX_COMMIT: usize = 1_024;

#[async_trait]
pub(super) trait Change: Send + Sync + 'static {
    type Answer: Send + 'static;

    /// Runs inside a transaction. An error rolls back this change only.
    async fn write(&self, connection: &mut SqliteConnection) -> Result<Self::Answer, StoreError>;
}

#[derive(Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
    task: BackgroundTask,
}

impl Writer {
    /// The task holds the lock as long as it can write.
    pub(super) fn start(
        connection: SqliteConnection,
        checkpointer: Checkpointer,
        options: SqliteConnectOptions,
        lock: File,
    ) -> Writer {
        let (jobs, queue) = mpsc::channel(MAX_WAITING);
        let task = BackgroundTask::start(|closing| {
            WriterTask { queue, closing, connection: Some(connection), checkpointer, options, _lock: lock }.run()
        });
        Writer { jobs, task }
    }

    pub(super) async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Append(Append::new(entry, reply)), answer).await
    }

    pub(super) async fn write<C: Change>(&self, change: C) -> Result<C::Answer, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Other(Box::new(Pending { change, reply, answer: None })), answer).await
    }

    async fn send<T>(&self, job: Job, answer: oneshot::Receiver<Result<T, StoreError>>) -> Result<T, StoreError> {
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    pub(super) async fn close(&self) {
        self.task.close().await;
    }
}

#[derive(Debug)]
enum Job {
    Append(Append),
    Other(Box<dyn PendingChange>),
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
        let (mut appends, mut others) = (Vec::new(), Vec::new());
        for job in jobs {
            match job {
                Job::Append(append) => appends.push(append),
                Job::Other(change) => others.push(change),
            }
        }
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
        let connection = match &mut self.connection {
            Some(connection) => connection,
            gone @ None => gone.insert(self.options.connect().await?),
        };
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
trait PendingChange: Send + fmt::Debug {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError>;

    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Pending<C: Change> {
    change: C,
    reply: oneshot::Sender<Result<C::Answer, StoreError>>,
    answer: Option<Result<C::Answer, StoreError>>,
}

#[async_trait]
impl<C: Change> PendingChange for Pending<C> {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let answer = self.change.write(connection).await;
        let outcome = answer.as_ref().map(|_| ()).map_err(StoreError::clone);
        self.answer = Some(answer);
        outcome
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let Pending { reply, answer, .. } = *self;
        let answer = committed.and_then(|()| answer.unwrap_or(Err(StoreError::Closed)));
        let _ = reply.send(answer);
    }
}

impl<C: Change> fmt::Debug for Pending<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").finish_non_exhaustive()
    }
}
