//! The one who writes.
//!
//! To make something permanent takes the disk about as long for a thousand changes as for one. So while one commit is
//! under way the changes wait, and all that have come go into the next: one transaction, with a mark after each change,
//! so that one that fails takes nothing with it. Nobody is answered before the commit.
//!
//! If the commit fails, everybody who waited for it is told so, and nothing of it is kept. The connection is given up,
//! and the next batch begins with a new one, so that nothing that went wrong is carried on.

use std::fmt;
use std::fs::File;
use std::sync::Arc;

use async_trait::async_trait;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Notify, mpsc, oneshot};

use super::append::{Append, Appended, Entry, Wave};
use super::checkpoint::Checkpointer;
use crate::store::StoreError;
use crate::store::task::BackgroundTask;

/// How many changes can wait. Who comes then waits before the queue.
const MOST_WAITING: usize = 4_096;

/// How many changes go into one commit, so that nobody waits long for others.
const MOST_IN_A_COMMIT: usize = 1_024;

/// Something that can be written.
#[async_trait]
pub(super) trait Change: Send + Sync + 'static {
    /// What came of it.
    type Answer: Send + 'static;

    /// Writes it, within a transaction. An error undoes this change and no other.
    async fn write(&self, connection: &mut SqliteConnection) -> Result<Self::Answer, StoreError>;
}

/// Takes changes to the one who writes.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
    task: BackgroundTask,
}

impl Writer {
    /// Starts the task that writes. It holds on to the lock for as long as it can write.
    pub(super) fn start(
        connection: SqliteConnection,
        checkpointer: Checkpointer,
        options: SqliteConnectOptions,
        lock: File,
    ) -> Writer {
        let (jobs, queue) = mpsc::channel(MOST_WAITING);
        let task = BackgroundTask::start(|closing| {
            Scribe { queue, closing, connection: Some(connection), checkpointer, options, _lock: lock }.run()
        });
        Writer { jobs, task }
    }

    /// Adds events, and answers when they are on the disk.
    pub(super) async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Append(Append::new(entry, reply)), answer).await
    }

    /// Writes any other change, and answers when it is on the disk.
    pub(super) async fn write<C: Change>(&self, change: C) -> Result<C::Answer, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Other(Box::new(Waiting { change, reply, answer: None })), answer).await
    }

    async fn send<T>(&self, job: Job, answer: oneshot::Receiver<Result<T, StoreError>>) -> Result<T, StoreError> {
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Accepts nothing more, and returns when everything that was accepted is written.
    pub(super) async fn close(&self) {
        self.task.close().await;
    }
}

/// What waits to be written.
#[derive(Debug)]
enum Job {
    Append(Append),
    Other(Box<dyn Errand>),
}

/// The task that writes.
struct Scribe {
    queue: mpsc::Receiver<Job>,
    closing: Arc<Notify>,
    /// None after something went wrong.
    connection: Option<SqliteConnection>,
    checkpointer: Checkpointer,
    options: SqliteConnectOptions,
    /// Let go of when nobody writes any more.
    _lock: File,
}

impl Scribe {
    async fn run(mut self) {
        let mut jobs = Vec::with_capacity(MOST_IN_A_COMMIT);
        loop {
            tokio::select! {
                () = self.closing.notified() => self.queue.close(),
                count = self.queue.recv_many(&mut jobs, MOST_IN_A_COMMIT) => match count {
                    0 => break,
                    _ => self.commit(jobs.drain(..)).await,
                },
            }
        }
        self.leave().await;
    }

    /// Writes what has come, and answers everybody. Those who wait at the same time have not heard of each other, so
    /// that any order will do.
    async fn commit(&mut self, jobs: impl Iterator<Item = Job>) {
        let (mut appends, mut others) = (Vec::new(), Vec::new());
        for job in jobs {
            match job {
                Job::Append(append) => appends.push(append),
                Job::Other(errand) => others.push(errand),
            }
        }
        let changes = appends.len() + others.len();
        let mut waves = Wave::of(appends);

        let outcome = self.transact(&mut others, &mut waves).await;
        if let Err(error) = &outcome {
            // Who waited says so, as far as it is to be said.
            tracing::debug!(%error, "a commit has failed");
            // To close it is to roll back. Whether that can be said to the disk does not matter: what is not committed does
            // not count.
            if let Some(connection) = self.connection.take() {
                let _ = connection.close().await;
            }
        }
        for errand in others {
            errand.answer(outcome.clone());
        }
        for wave in waves {
            wave.answer(&outcome);
        }
        match outcome {
            Ok(()) => self.checkpointer.note(changes),
            Err(_) => self.checkpointer.note_failure(),
        }
    }

    async fn transact(&mut self, others: &mut [Box<dyn Errand>], waves: &mut [Wave]) -> Result<(), StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            gone @ None => gone.insert(self.options.connect().await?),
        };
        // Every statement is a way to SQLite's thread and back, so that some go together; moves, most often, all of them.
        if let ([], [wave]) = (&*others, &mut *waves) {
            return wave.commit(connection).await;
        }
        sqlx::query("BEGIN IMMEDIATE; SAVEPOINT change").execute(&mut *connection).await?;
        for errand in others {
            match errand.run(connection).await {
                Ok(()) => mark(connection).await?,
                Err(error) => undo(connection, error).await?,
            }
        }
        for (index, wave) in waves.iter_mut().enumerate() {
            if index > 0 {
                mark(connection).await?;
            }
            wave.run(connection).await?;
        }
        sqlx::query("COMMIT").execute(&mut *connection).await?;
        Ok(())
    }

    /// Takes what is in the log into the database, so that the next to open it finds it at once.
    async fn leave(self) {
        self.checkpointer.close().await;
        if let Some(mut connection) = self.connection {
            let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
            if let Err(error) = checkpoint.and(connection.close().await) {
                tracing::warn!(%error, "the log of the database is left to who opens it next");
            }
        }
    }
}

/// What is done from here on can be undone without what was done before. A transaction begins with a mark, and has
/// one at any time.
pub(super) async fn mark(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("RELEASE change; SAVEPOINT change").execute(connection).await?;
    Ok(())
}

/// Undoes what was done since the mark. Where the disk has failed, SQLite may have undone the whole transaction: then
/// there is nothing to go back to, and the error is everybody's.
pub(super) async fn undo(connection: &mut SqliteConnection, error: StoreError) -> Result<(), StoreError> {
    let undone = sqlx::query("ROLLBACK TO change").execute(connection).await;
    undone.map(drop).map_err(|_| error)
}

/// A change of any kind, with who waits for it.
#[async_trait]
trait Errand: Send + fmt::Debug {
    /// Writes the change and keeps its answer.
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError>;

    /// Gives the answer, if what was written is committed.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Waiting<C: Change> {
    change: C,
    reply: oneshot::Sender<Result<C::Answer, StoreError>>,
    answer: Option<Result<C::Answer, StoreError>>,
}

#[async_trait]
impl<C: Change> Errand for Waiting<C> {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let answer = self.change.write(connection).await;
        let outcome = answer.as_ref().map(|_| ()).map_err(StoreError::clone);
        self.answer = Some(answer);
        outcome
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let Waiting { reply, answer, .. } = *self;
        let answer = committed.and_then(|()| answer.unwrap_or(Err(StoreError::Closed)));
        // Who has stopped waiting need not be told.
        let _ = reply.send(answer);
    }
}

impl<C: Change> fmt::Debug for Waiting<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waiting").finish_non_exhaustive()
    }
}
