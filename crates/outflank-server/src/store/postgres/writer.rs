//! The one who adds events.
//!
//! To make something permanent takes the database about as long for hundreds of games as for one. So while one commit is
//! under way others wait, and all that have come go into the next. Nobody is answered before the commit. One task is
//! enough: commits that are announced wait for each other in PostgreSQL, so that more of them at once would not be faster.
//!
//! After an error of any kind the connection is given up, and the next commit begins with a new one. Everybody who waited
//! is told. Whether a commit whose answer got lost was carried out is not known then.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{self, Instant};

use super::append::{self, Append, Appended, Entry};
use super::patience::{CONNECT, in_time};
use crate::store::StoreError;
use crate::store::task::BackgroundTask;

/// How many can wait. Who comes then waits before the queue.
const MOST_WAITING: usize = 4_096;

/// How many games go into one commit, so that nobody waits long for others, and their names and numbers fit into one
/// announcement of at most 8,000 bytes.
const MOST_IN_A_COMMIT: usize = 450;

/// After how long it is asked whether the connection is still there, before something is entrusted to it.
const IDLE: Duration = Duration::from_secs(1);

/// Takes events to the one who adds them.
#[derive(Debug)]
pub(super) struct Writer {
    appends: mpsc::Sender<Append>,
    task: BackgroundTask,
}

impl Writer {
    pub(super) fn start(options: PgConnectOptions) -> Writer {
        let (appends, queue) = mpsc::channel(MOST_WAITING);
        let task = BackgroundTask::start(|closing| Scribe { queue, closing, connection: None, options }.run());
        Writer { appends, task }
    }

    /// Adds events, and answers when they are committed.
    pub(super) async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.appends.send(Append::new(entry, reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Accepts nothing more, and returns when everything that was accepted is answered.
    pub(super) async fn close(&self) {
        self.task.close().await;
    }
}

/// The task that adds events.
struct Scribe {
    queue: mpsc::Receiver<Append>,
    closing: Arc<Notify>,
    /// None at first, and after something went wrong.
    connection: Option<Line>,
    options: PgConnectOptions,
}

/// A connection, and when it last answered.
struct Line {
    connection: PgConnection,
    used: Instant,
}

impl Scribe {
    async fn run(mut self) {
        let mut come = Vec::with_capacity(MOST_IN_A_COMMIT);
        let mut waiting = VecDeque::new();
        loop {
            while !waiting.is_empty() {
                let batch = different_games(&mut waiting);
                self.commit(batch).await;
                // Whoever has come in the meantime goes with those who were put off.
                while let Some(append) =
                    (waiting.len() < MOST_IN_A_COMMIT).then(|| self.queue.try_recv().ok()).flatten()
                {
                    waiting.push_back(append);
                }
            }
            tokio::select! {
                () = self.closing.notified() => self.queue.close(),
                count = self.queue.recv_many(&mut come, MOST_IN_A_COMMIT) => match count {
                    0 => break,
                    _ => waiting.extend(come.drain(..)),
                },
            }
        }
        if let Some(line) = self.connection {
            let _ = line.connection.close().await;
        }
    }

    /// Writes what has come, and answers everybody.
    async fn commit(&mut self, batch: Vec<Append>) {
        match self.append(&batch).await {
            Ok(answers) => batch.into_iter().zip(answers).for_each(|(append, answer)| append.answer(Ok(answer))),
            // One of them cannot be written. The others are not to suffer from it.
            Err(Failed::Refused(error)) if batch.len() > 1 => {
                tracing::error!(%error, "events cannot be added together");
                for append in batch {
                    let answer = self.append(std::slice::from_ref(&append)).await;
                    append.answer(answer.map(|answers| answers[0]).map_err(Failed::into_error));
                }
            }
            Err(failed) => {
                // Who waited says so, as far as it is to be said.
                let error = failed.into_error();
                tracing::debug!(%error, "a commit has failed");
                batch.into_iter().for_each(|append| append.answer(Err(error.clone())));
            }
        }
    }

    /// Adds all of them in one transaction, and tells of each whether it was next.
    async fn append(&mut self, batch: &[Append]) -> Result<Vec<Appended>, Failed> {
        let mut line = self.connected().await?;
        let entries = batch.iter().map(|append| &append.entry);
        let added = in_time(append::append(&mut line.connection, entries)).await;
        match added.map_err(Failed::of) {
            Ok(changed) => {
                self.connection = Some(Line { used: Instant::now(), ..line });
                let answer = |append: &Append| match changed.contains(&append.entry.game) {
                    true => Appended::All,
                    false => Appended::Conflict,
                };
                Ok(batch.iter().map(answer).collect())
            }
            Err(failed) => {
                if let Failed::Refused(_) = failed {
                    self.connection = Some(line);
                }
                Err(failed)
            }
        }
    }

    /// A connection that is good, as far as can be known before it is used.
    async fn connected(&mut self) -> Result<Line, Failed> {
        if let Some(mut line) = self.connection.take()
            && (line.used.elapsed() < IDLE || in_time(line.connection.ping()).await.is_ok())
        {
            return Ok(line);
        }
        let connecting = time::timeout(CONNECT, self.options.connect()).await;
        let connecting = connecting.unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())));
        let connection = connecting.map_err(|error| Failed::Lost(error.into()))?;
        Ok(Line { connection, used: Instant::now() })
    }
}

/// Takes the first append of every game, as one statement changes a game once. There is rarely a second.
fn different_games(waiting: &mut VecDeque<Append>) -> Vec<Append> {
    let mut games = HashSet::with_capacity(waiting.len());
    let (mut batch, mut later) = (Vec::with_capacity(waiting.len()), VecDeque::new());
    for append in waiting.drain(..) {
        match batch.len() < MOST_IN_A_COMMIT && games.insert(append.entry.game) {
            true => batch.push(append),
            false => later.push_back(append),
        }
    }
    *waiting = later;
    batch
}

/// Why nothing was added, or perhaps nothing.
enum Failed {
    /// The database refused a value: certainly nothing was added, and the connection is good.
    Refused(StoreError),
    /// Anything else.
    Lost(StoreError),
}

impl Failed {
    fn of(error: StoreError) -> Failed {
        match error.refuses_a_value() {
            true => Failed::Refused(error),
            false => Failed::Lost(error),
        }
    }

    fn into_error(self) -> StoreError {
        match self {
            Failed::Refused(error) | Failed::Lost(error) => error,
        }
    }
}
