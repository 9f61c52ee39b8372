//! Storage of games.
//!
//! A game is a [`Plan`], which never changes, and events numbered from 1 without gaps. [`Store::append`] is fenced by
//! the number: of two writers with the same next event, one gets a conflict. Acknowledged events are on disk.
//!
//! The store knows no rules: callers supply the [`Summary`] that is listed.

mod codec;
mod device;
mod entry;
mod event;
mod follow;
mod holder;
mod layer;
mod memory;
mod migrations;
mod plan;
#[cfg(feature = "postgres")]
mod postgres;
mod removal;
mod sql;
mod sqlite;
mod stored;
mod summary;
mod task;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use sqlx::error::{DatabaseError, ErrorKind};

use crate::{ChatLine, GameId, Owner, SecretHash, ServerId};

use summary::PublicList;

pub use device::{DeviceLink, MAX_LINKED_GAMES};
pub use event::{Batch, CommandTag, GameEvent, LoggedEvent};
pub use follow::{Change, Changes, Claim, GameVersion, Player};
pub use holder::{Holder, MAX_HOLDERS, Renewal, Seated};
pub(crate) use layer::{Access, Call, StoreLayer};
pub use memory::MemoryStore;
pub use plan::{Occupant, Plan, Seat, Seats, StartKind};
#[cfg(feature = "postgres")]
pub use postgres::{ConnectError, PostgresStore};
pub use removal::{AgingKind, Expiry};
pub use sqlite::{Copied, CopyError, OpenError, SqliteStore};
pub(crate) use sqlite::{SqliteReader, is_disk_full};
pub(crate) use summary::is_open;
pub use summary::{Cursor, Listing, Page, Status, Summary};

/// 0 is before the first event.
pub type Number = u32;

/// Every successful call is durable. All stores pass the same contract tests.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Leaves an existing game unchanged. Keeps the first [`MAX_HOLDERS`] holders of each seat.
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError>;

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError>;

    /// The client that created a game; `None` if it is unknown, as in games of earlier versions.
    async fn owner(&self, game: GameId) -> Result<Option<Owner>, StoreError>;

    /// Counts the running games with an engine seat in which something happened within this time, or is [due](Batch::due).
    async fn engine_games(&self, owner: Owner, within: Duration) -> Result<EngineGames, StoreError>;

    /// Appends events and holders together if the last event is `expected`. Without events it updates the summary and the timer.
    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError>;

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError>;

    /// The clock that all servers of the store share.
    async fn now(&self) -> Result<Time, StoreError>;

    /// Leases at most `most` games whose [`Batch::due`] has passed, the earliest first. A game is not leased again
    /// until the lease ends or a batch is appended. [Claimed](Store::claim) games are skipped.
    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError>;

    /// Claims or renews the right to search the engine's move in the current position, until the lease ends or the next event.
    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError>;

    /// Hints of changes from now on, by any server. Callers also poll [`Store::ahead`].
    fn changes(&self) -> Changes;

    /// The games with more events or chat lines than the caller knows, and those that no longer exist, in any order.
    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError>;

    /// Records that players are connected to a server until the lease ends. Need not be durable.
    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError>;

    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError>;

    /// Lists these games as [open](Listing::Open) until the lease ends, replacing earlier leases. Ignores unknown games.
    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError>;

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError>;

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError>;

    /// The holders in the order in which they got their seats. The first holder of a seat with a link is the link's token.
    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError>;

    /// Replaces the first holder of a seat, which is its link's token, if the last event is `expected`. A seat without holders gets one.
    async fn renew_link(
        &self,
        game: GameId,
        expected: Number,
        seat: Seat,
        token: &SecretHash,
    ) -> Result<Renewal, StoreError>;

    /// Keeps a link until the lease ends. It replaces the holder's link for the same game, or for all.
    async fn link_device(&self, link: DeviceLink, lease: Duration) -> Result<(), StoreError>;

    /// Uses up a link for this game, or for all, and gives the seats of its holder to `secret`, except full ones. Returns the games in which
    /// `secret` holds a seat of the holder now; `None` if there is no such link.
    async fn use_device_link(
        &self,
        token: &SecretHash,
        game: Option<GameId>,
        secret: &SecretHash,
    ) -> Result<Option<Vec<GameId>>, StoreError>;

    /// Lines are numbered from 1, up to [`MAX_CHAT_LINES`].
    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError>;

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError>;

    /// A page of a list, latest change first, then by descending id.
    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError>;

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError>;

    /// At most `count` games in order of their ids, from the one after `after` on.
    async fn scan(&self, after: Option<GameId>, count: usize) -> Result<Vec<Summary>, StoreError>;

    /// Notes that games are being removed by age, and returns since when: the first call, or the first after a gap of more than a day.
    async fn retained_since(&self) -> Result<Time, StoreError>;

    async fn count_expired(&self, expiry: Expiry) -> Result<u64, StoreError>;

    /// Removes at most `most` expired games, the oldest first. Removes none if another server is removing games.
    async fn remove_expired(&self, expiry: Expiry, most: usize) -> Result<Vec<GameId>, StoreError>;

    /// Removes a game with its events, seats, chat and offer. Returns whether it existed.
    async fn remove(&self, game: GameId) -> Result<bool, StoreError>;

    /// Overwrites what is left of removed games in the store's files. Writers may wait for seconds. A backup can prevent it until the next call.
    async fn compact(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError>;

    /// Notes a server that is alive at `now`. If none was for `silence` before, that time is stored as an [`Outage`]: by
    /// one server, even if several find it. Returns the [`Store::outages`] that ended after `after`.
    async fn heartbeat(&self, now: Time, silence: Duration, after: Time) -> Result<Vec<Outage>, StoreError>;

    async fn last_alive(&self) -> Result<Option<Time>, StoreError>;

    /// The outages that ended after `after`, in order. They are kept for [`OUTAGES_KEPT`].
    async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError>;

    /// Finishes pending writes. Later calls return [`StoreError::Closed`].
    async fn close(&self);
}

pub const MAX_CHAT_LINES: u32 = 500;

/// Longer than any clock. By then, each game with a clock that ran during an outage has been due, and was corrected.
pub const OUTAGES_KEPT: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// A time during which no server could have accepted a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    pub since: Time,
    pub until: Time,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    pub id: GameId,
    pub plan: Plan,
    pub owner: Option<Owner>,
    /// Holders, players who have joined, and the start if it has begun.
    pub first: Batch,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineGames {
    pub of_owner: usize,
    /// Of all owners at the same site.
    pub of_site: usize,
    pub total: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Creation {
    Created,
    Exists,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Kept(Number),
    Full,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedLine {
    pub number: Number,
    pub by: Color,
    pub at: Time,
    pub text: ChatLine,
}

#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The last event has another number, or the game does not exist.
    #[error("the game has changed")]
    Conflict,
    #[error("the seat has too many holders")]
    Full,
    /// The outcome is unknown; reading the log shows it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Cloned to every caller of a failed commit.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the store is closed")]
    Closed,
    #[error("no such game: {game}")]
    NoSuchGame { game: GameId },
    #[error("database error: {0}")]
    Database(Arc<dyn Error + Send + Sync>),
    /// The database contains something this version does not write.
    #[error("unreadable data in the database: {what}")]
    Damaged { what: String },
}

impl StoreError {
    /// Whether other calls would fail, too: disk full, no connection.
    pub(crate) fn affects_all_calls(&self) -> bool {
        matches!(self, StoreError::Database(_)) && !self.refuses_a_value()
    }

    fn of_database(&self) -> Option<&dyn DatabaseError> {
        let StoreError::Database(error) = self else { return None };
        error.downcast_ref::<sqlx::Error>().and_then(sqlx::Error::as_database_error)
    }

    pub(crate) fn refuses_a_value(&self) -> bool {
        let Some(error) = self.of_database() else { return false };
        // PostgreSQL's classes 22 and 23. SQLite has its own error kinds.
        #[cfg(feature = "postgres")]
        let class = error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().and_then(|error| error.code().get(..2));
        #[cfg(not(feature = "postgres"))]
        let class: Option<&str> = None;
        error.kind() != ErrorKind::Other || class.is_some_and(|class| ["22", "23"].contains(&class))
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
