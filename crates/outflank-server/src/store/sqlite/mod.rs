//! Games in a file, by SQLite.
//!
//! - [`SqliteStore`]: the store. One process has the file to itself.
//! - `open`: finds out whether the file is ours, and makes or updates its tables.
//! - `writer`: one task that writes, many changes in one commit.
//! - `append`: events, of many games at once. `sit_down`: events that give a seat. `change`: everything else that can be
//!   written.
//! - `checkpoint`: takes the log into the database, beside the commits.
//! - `read`: what is asked, by a few connections that cannot write.
//! - `column`: how values stand in the tables.
//!
//! What was acknowledged is on the disk: the database has a write-ahead log (WAL) that is synchronised at every commit.
//! After a crash the next to open the file finds the log and goes on from it.

mod append;
mod change;
mod checkpoint;
mod column;
mod open;
mod read;
mod sit_down;
#[cfg(test)]
mod tests;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::Color;
use outflank_table::Time;
use sqlx::SqlitePool;

use self::append::{Appended, Entry};
use self::change::{ClaimDue, Create, GiveSeat, NoteAlive, Say};
use self::checkpoint::Checkpointer;
use self::sit_down::SitDown;
use self::writer::Writer;
use super::{
    AppendError, Batch, Creation, Holder, Listing, LoggedEvent, LoggedLine, NewGame, Number, Page, Plan, Said, Seat,
    Seated, Seats, Store, StoreError, Summary,
};
use crate::{ChatLine, GameId, SecretHash};

pub use self::open::OpenError;

/// Keeps games in a file.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens the file, or makes it, with its folder. Refused if another process has it open, if it holds something
    /// else, or if it was written by a later version of this program.
    pub async fn open(path: &Path) -> Result<SqliteStore, OpenError> {
        let open::Opened { connection, checkpointer, options, readers, lock } = open::open(path).await?;
        let checkpointer = Checkpointer::start(checkpointer);
        Ok(SqliteStore { writer: Writer::start(connection, checkpointer, options, lock), readers })
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        self.writer.write(Create::new(game)).await
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        read::plan(&self.readers, game).await
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let appended = match batch.holders.is_empty() {
            true => self.writer.append(Entry::new(game, expected, batch)).await?,
            false => self.writer.write(SitDown::new(game, expected, batch)).await?,
        };
        match appended {
            Appended::All => Ok(()),
            Appended::Conflict => Err(AppendError::Conflict),
            Appended::Full => Err(AppendError::Full),
        }
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        read::events(&self.readers, game, after).await
    }

    async fn claim_due(&self, now: Time, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.writer.write(ClaimDue { now, until: now.after(lease), most }).await
    }

    async fn running(&self) -> Result<Vec<GameId>, StoreError> {
        read::running(&self.readers).await
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        read::seats(&self.readers, game, secret).await
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.writer.write(GiveSeat { game, holder: Holder { seat, secret: *secret } }).await
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        read::holders(&self.readers, game).await
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        self.writer.write(Say { game, by, at, text: text.clone() }).await
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        read::chat(&self.readers, game, after).await
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        read::list(&self.readers, listing, page).await
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.writer.write(NoteAlive { now }).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        read::last_alive(&self.readers).await
    }

    async fn close(&self) {
        // The readers go first: the last connection to leave removes the log, and it has to be one that can write.
        self.readers.close().await;
        self.writer.close().await;
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error {
            sqlx::Error::PoolClosed => StoreError::Closed,
            sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => {
                StoreError::Damaged { what: error.to_string() }
            }
            _ => StoreError::Database(Arc::new(error)),
        }
    }
}
