//! Games in a file, by SQLite.
//!
//! - [`SqliteStore`]: the store. One process has the file to itself.
//! - `open`: finds out whether the file is ours, and makes or updates its tables.
//! - `writer`: one task that writes, many changes in one commit.
//! - `append`: events, of many games at once. `sit_down`: events that give a seat. `change`: everything else that can be
//!   written.
//! - `claims`: who lets the engine think.
//! - `checkpoint`: takes the log into the database, beside the commits.
//! - `copy`: a copy of the file, for backups.
//! - `read`: what is asked, by a few connections that cannot write. `reports`: the queue of reports.
//!
//! What was acknowledged is on the disk: the database has a write-ahead log (WAL) that is synchronised at every commit.
//! After a crash the next to open the file finds the log and goes on from it.

mod append;
mod change;
mod checkpoint;
mod claims;
mod copy;
mod open;
mod read;
mod reports;
mod sit_down;
#[cfg(test)]
mod tests;
mod writer;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use sqlx::SqlitePool;

use self::append::{Appended, Entry};
use self::change::{ClaimDue, Create, GiveSeat, NoteAlive, RenewOffers, Say};
use self::checkpoint::Checkpointer;
use self::claims::Claims;
use self::sit_down::SitDown;
use self::writer::Writer;
use super::{
    AppendError, Batch, Changes, Claim, Creation, GameVersion, Holder, Listing, LoggedEvent, LoggedLine, NewGame,
    Number, Page, Plan, Player, Said, Seat, Seated, Seats, Store, StoreError, Summary,
};
use crate::{ChatLine, Clock, GameId, SecretHash, ServerId};

pub use self::copy::{Copied, CopyError};
pub use self::open::OpenError;

/// Keeps games in a file.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
    clock: Clock,
    claims: Claims,
}

impl SqliteStore {
    /// Opens the file, or makes it, with its folder. Refused if another process has it open, if it holds something
    /// else, or if it was written by a later version of this program.
    pub async fn open(path: &Path) -> Result<SqliteStore, OpenError> {
        let open::Opened { connection, checkpointer, options, readers, lock } = open::open(path).await?;
        let checkpointer = Checkpointer::start(checkpointer, path);
        Ok(SqliteStore {
            writer: Writer::start(connection, checkpointer, options, lock),
            readers,
            clock: Clock::start(),
            claims: Claims::default(),
        })
    }

    /// The same store, by another clock.
    #[cfg(test)]
    pub(crate) fn going_by(self, clock: Clock) -> SqliteStore {
        SqliteStore { clock, ..self }
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

    async fn now(&self) -> Result<Time, StoreError> {
        match self.readers.is_closed() {
            true => Err(StoreError::Closed),
            false => Ok(self.clock.now()),
        }
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        let now = self.clock.now();
        let thought_about = self.claims.held(now);
        self.writer.write(ClaimDue { now, until: now.after(lease), thought_about, most }).await
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        Ok(match read::last(&self.readers, game).await? {
            Some(last) => self.claims.claim(game, by, last, self.clock.now(), lease),
            None => Claim::Refused,
        })
    }

    /// One process has the file, so that nobody else can change anything.
    fn changes(&self) -> Changes {
        Changes::none()
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        read::ahead(&self.readers, known).await
    }

    /// There is no other server that could ask.
    async fn attend(&self, _at: ServerId, _players: &[Player], _lease: Duration) -> Result<(), StoreError> {
        Ok(())
    }

    async fn attending(&self, _game: GameId, _elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        Ok(ByColor::both(false))
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        let now = self.clock.now();
        self.writer.write(RenewOffers { games: games.to_vec(), now, until: now.after(lease) }).await
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
        read::list(&self.readers, listing, page, self.clock.now()).await
    }

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        read::summary(&self.readers, game).await
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
