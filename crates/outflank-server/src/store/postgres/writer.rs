//! The task that appends events. A commit takes about as long for hundreds of games as for one, so pending events are committed together. One
//! task is enough: PostgreSQL serializes commits that send notifications.
//!
//! After an error the next commit uses a new connection, and every caller gets the error. The outcome of a commit without a response is unknown.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::{Notify, mpsc};
use tokio::time::{self, Instant};

use super::append::{self, Append};
use super::timeout::{CONNECT, in_time};
use crate::store::StoreError;
use crate::store::entry::Appended;
use crate::store::task::BackgroundTask;

const MAX_COMMIT: usize = 450;

const IDLE: Duration = Duration::from_secs(1);

pub(super) fn start(options: PgConnectOptions) -> BackgroundTask<Append> {
    BackgroundTask::start(|queue, closing| WriterTask { queue, closing, connection: None, options }.run())
}

struct WriterTask {
    queue: mpsc::Receiver<Append>,
    closing: Arc<Notify>,
    connection: Option<IdleConnection>,
    options: PgConnectOptions,
}

struct IdleConnection {
    connection: PgConnection,
    used: Instant,
}

impl WriterTask {
    async fn run(mut self) {
        let mut received = Vec::with_capacity(MAX_COMMIT);
        let mut waiting = VecDeque::new();
        loop {
            while !waiting.is_empty() {
                let batch = different_games(&mut waiting);
                self.commit(batch).await;
                while let Some(append) = (waiting.len() < MAX_COMMIT).then(|| self.queue.try_recv().ok()).flatten() {
                    waiting.push_back(append);
                }
            }
            tokio::select! {
                () = self.closing.notified() => self.queue.close(),
                count = self.queue.recv_many(&mut received, MAX_COMMIT) => match count {
                    0 => break,
                    _ => waiting.extend(received.drain(..)),
                },
            }
        }
        if let Some(idle) = self.connection {
            let _ = idle.connection.close().await;
        }
    }

    async fn commit(&mut self, batch: Vec<Append>) {
        match self.append(&batch).await {
            Ok(answers) => batch.into_iter().zip(answers).for_each(|(append, answer)| append.answer(Ok(answer))),
            // One of them cannot be written. Write the others without it.
            Err(Failed::Rejected(error)) if batch.len() > 1 => {
                tracing::error!(%error, "a combined commit was rejected; committing one by one");
                for append in batch {
                    let answer = self.append(std::slice::from_ref(&append)).await;
                    append.answer(answer.map(|answers| answers[0]).map_err(Failed::into_error));
                }
            }
            Err(failed) => {
                let error = failed.into_error();
                tracing::debug!(%error, "commit failed");
                batch.into_iter().for_each(|append| append.answer(Err(error.clone())));
            }
        }
    }

    async fn append(&mut self, batch: &[Append]) -> Result<Vec<Appended>, Failed> {
        let mut idle = self.connected().await?;
        let entries = batch.iter().map(|append| &append.entry);
        let added = in_time(append::append(&mut idle.connection, entries)).await;
        match added.map_err(Failed::of) {
            Ok(changed) => {
                self.connection = Some(IdleConnection { used: Instant::now(), ..idle });
                let answer = |append: &Append| match changed.contains(&append.entry.game) {
                    true => Appended::Done,
                    false => Appended::Conflict,
                };
                Ok(batch.iter().map(answer).collect())
            }
            Err(failed) => {
                if let Failed::Rejected(_) = failed {
                    self.connection = Some(idle);
                }
                Err(failed)
            }
        }
    }

    async fn connected(&mut self) -> Result<IdleConnection, Failed> {
        if let Some(mut idle) = self.connection.take()
            && (idle.used.elapsed() < IDLE || in_time(idle.connection.ping()).await.is_ok())
        {
            return Ok(idle);
        }
        let connecting = time::timeout(CONNECT, self.options.connect()).await;
        let connecting = connecting.unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())));
        let connection = connecting.map_err(|error| Failed::Lost(error.into()))?;
        Ok(IdleConnection { connection, used: Instant::now() })
    }
}

/// The first append of each game, since a statement changes a game once. A second one is rare.
fn different_games(waiting: &mut VecDeque<Append>) -> Vec<Append> {
    let mut games = HashSet::with_capacity(waiting.len());
    let (mut batch, mut later) = (Vec::with_capacity(waiting.len()), VecDeque::new());
    for append in waiting.drain(..) {
        match batch.len() < MAX_COMMIT && games.insert(append.entry.game) {
            true => batch.push(append),
            false => later.push_back(append),
        }
    }
    *waiting = later;
    batch
}

enum Failed {
    /// The database rejected a value. Nothing was appended, and the connection is good.
    Rejected(StoreError),
    Lost(StoreError),
}

impl Failed {
    fn of(error: StoreError) -> Failed {
        match error.refuses_a_value() {
            true => Failed::Rejected(error),
            false => Failed::Lost(error),
        }
    }

    fn into_error(self) -> StoreError {
        match self {
            Failed::Rejected(error) | Failed::Lost(error) => error,
        }
    }
}
