//! Takes the log into the database, beside the commits.
//!
//! A commit appends to the log, and sooner or later what stands there has to be copied into the database itself. Left to
//! itself SQLite does that at the end of a commit, and who waits for that commit waits ten times as long as others. So
//! another connection does it, which does not keep those who write from writing.

use std::path::Path;
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::log_throttle::{FailureMessages, LogThrottle};

/// After how many changes the log is taken in.
const CHANGES: usize = 500;

const MESSAGES: FailureMessages = FailureMessages {
    failing: "cannot checkpoint the database's log",
    recovered: "can checkpoint the database's log again",
};

/// How long to wait after a failure before it is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Takes the log into the database when enough has been written.
#[derive(Debug)]
pub(super) struct Checkpointer {
    /// How many changes were committed since it was last asked to.
    changes: usize,
    /// When it was last asked to because a commit failed.
    failure: Option<Instant>,
    ask: mpsc::Sender<()>,
    task: JoinHandle<()>,
}

impl Checkpointer {
    /// Starts a task with a connection of its own.
    pub(super) fn start(connection: SqliteConnection, place: &Path) -> Checkpointer {
        let (ask, asked) = mpsc::channel(1);
        let alarm = LogThrottle::at(place.display(), MESSAGES);
        Checkpointer { changes: 0, failure: None, ask, task: tokio::spawn(take_in(connection, asked, alarm)) }
    }

    /// Notes that so many changes were committed. It does not wait for anything.
    pub(super) fn note(&mut self, changes: usize) {
        self.changes += changes;
        // One that is still at work is asked again after the next commit.
        if self.changes >= CHANGES && self.ask.try_send(()).is_ok() {
            self.changes = 0;
        }
    }

    /// Notes that a commit has failed. If it is because the disk is full, the log may itself be what fills it: once it is taken in, it is
    /// written from its beginning again.
    pub(super) fn note_failure(&mut self) {
        if self.failure.is_none_or(|failure| failure.elapsed() >= RETRY_AFTER) && self.ask.try_send(()).is_ok() {
            self.failure = Some(Instant::now());
        }
    }

    /// Finishes what is under way, and lets go of the database.
    pub(super) async fn close(self) {
        drop(self.ask);
        if let Err(error) = self.task.await {
            tracing::error!(%error, "the task that takes in the log has failed");
        }
    }
}

async fn take_in(mut connection: SqliteConnection, mut asked: mpsc::Receiver<()>, alarm: LogThrottle) {
    while asked.recv().await.is_some() {
        // What is left over is taken in the next time, or by the one who writes when the log has become long.
        alarm.note(&sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await);
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "a connection to the database was not closed in good order");
    }
}

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
    use tempfile::TempDir;

    use super::*;

    /// How many rows the database itself has, without its log, after something was noted.
    async fn taken_in_after(note: impl FnOnce(&mut Checkpointer)) -> i64 {
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
    async fn the_log_is_taken_in_when_there_is_enough_in_it() {
        let noted = |changes| move |checkpointer: &mut Checkpointer| (0..changes).for_each(|_| checkpointer.note(1));
        assert_eq!(taken_in_after(noted(CHANGES - 1)).await, 0);
        assert_eq!(taken_in_after(noted(CHANGES)).await, 3);
    }

    #[tokio::test]
    async fn the_log_is_taken_in_after_a_failure() {
        assert_eq!(taken_in_after(Checkpointer::note_failure).await, 3);
    }
}
