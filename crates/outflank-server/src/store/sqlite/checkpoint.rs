//! Checkpoints the write-ahead log in the background. By itself SQLite does this at the end of a commit, which then takes ten times as long.
//! A second connection does it without blocking writers.

use std::path::Path;
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::StoreError;
use crate::store::task::Reply;

const CHANGES: usize = 500;

const MESSAGES: FailureMessages =
    FailureMessages { failing: "cannot checkpoint the database", recovered: "checkpoints work again" };

const RETRY_AFTER: Duration = Duration::from_secs(1);

const WAITING: usize = 4;

/// How long emptying the log may wait for readers while writers wait for it.
pub(super) const EMPTY_PATIENCE: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(super) struct Checkpointer {
    changes: usize,
    failure: Option<Instant>,
    request: mpsc::Sender<Request>,
    task: JoinHandle<()>,
}

#[derive(Debug)]
enum Request {
    Copy,
    /// Also empties the log. Writers wait for that, so it gives up if a reader needs the log.
    Empty(Reply<bool>),
}

impl Checkpointer {
    pub(super) fn start(connection: SqliteConnection, place: &Path) -> Checkpointer {
        let (request, requests) = mpsc::channel(WAITING);
        let log = LogThrottle::at(place.display(), MESSAGES);
        Checkpointer { changes: 0, failure: None, request, task: tokio::spawn(checkpoint(connection, requests, log)) }
    }

    pub(super) fn note(&mut self, changes: usize) {
        self.changes += changes;
        if self.changes >= CHANGES && self.request.try_send(Request::Copy).is_ok() {
            self.changes = 0;
        }
    }

    /// If the disk is full, the log may be what fills it: after a checkpoint it is reused from the start.
    pub(super) fn note_failure(&mut self) {
        if self.failure.is_none_or(|failure| failure.elapsed() >= RETRY_AFTER)
            && self.request.try_send(Request::Copy).is_ok()
        {
            self.failure = Some(Instant::now());
        }
    }

    pub(super) fn empty_log(&mut self, reply: Reply<bool>) {
        if let Err(refused) = self.request.try_send(Request::Empty(reply))
            && let Request::Empty(reply) = refused.into_inner()
        {
            let _ = reply.send(Ok(false));
        }
    }

    pub(super) async fn close(self) {
        drop(self.request);
        if let Err(error) = self.task.await {
            tracing::error!(%error, "the checkpoint task failed");
        }
    }
}

async fn checkpoint(mut connection: SqliteConnection, mut requests: mpsc::Receiver<Request>, log: LogThrottle) {
    while let Some(request) = requests.recv().await {
        // The rest follows with the next checkpoint, or when the log reaches its limit.
        log.note(&sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await);
        if let Request::Empty(reply) = request {
            let busy: Result<bool, sqlx::Error> =
                sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await;
            let _ = reply.send(busy.map(|busy| !busy).map_err(StoreError::from));
        }
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "could not close the checkpoint connection");
    }
}

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
    use tempfile::TempDir;

    use super::*;

    async fn rows_after(note: impl FnOnce(&mut Checkpointer)) -> i64 {
        let folder = TempDir::new().unwrap();
        let file = |name: &str| SqliteConnectOptions::new().filename(folder.path().join(name));
        let options = file("games.db").create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
        let mut writer = options.connect().await.unwrap();
        sqlx::raw_sql("CREATE TABLE rows (row); PRAGMA wal_checkpoint(FULL); INSERT INTO rows VALUES (1), (2), (3)")
            .execute(&mut writer)
            .await
            .unwrap();

        let mut checkpointer = Checkpointer::start(options.connect().await.unwrap(), folder.path());
        note(&mut checkpointer);
        checkpointer.close().await;
        std::fs::copy(folder.path().join("games.db"), folder.path().join("copy.db")).unwrap();
        let mut copy = file("copy.db").connect().await.unwrap();
        sqlx::query_scalar("SELECT count(*) FROM rows").fetch_one(&mut copy).await.unwrap()
    }

    #[tokio::test]
    async fn the_log_is_checkpointed_when_it_is_long() {
        let noted = |changes| move |checkpointer: &mut Checkpointer| (0..changes).for_each(|_| checkpointer.note(1));
        assert_eq!(rows_after(noted(CHANGES - 1)).await, 0);
        assert_eq!(rows_after(noted(CHANGES)).await, 3);
    }

    #[tokio::test]
    async fn the_log_is_checkpointed_after_a_failure() {
        assert_eq!(rows_after(Checkpointer::note_failure).await, 3);
    }

    #[tokio::test(start_paused = true)]
    async fn a_checkpoint_after_a_failure_is_repeated_once_a_second() {
        let (request, mut requests) = mpsc::channel(WAITING);
        let mut checkpointer = Checkpointer { changes: 0, failure: None, request, task: tokio::spawn(async {}) };
        for _ in 0..3 {
            checkpointer.note_failure();
            checkpointer.note_failure();
            assert!(matches!(requests.try_recv(), Ok(Request::Copy)));
            assert!(requests.try_recv().is_err());
            tokio::time::advance(RETRY_AFTER).await;
        }
    }
}
