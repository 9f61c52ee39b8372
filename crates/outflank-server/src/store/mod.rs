//! Where games are kept.
//!
//! A game is its [`Plan`], which never changes, and its events, numbered from 1 without gaps. [`Store::append`] is the only way in,
//! and is fenced by the number: of two writers who both believe to be next, one is told that it is not. What is acknowledged
//! is on the disk.
//!
//! - [`Plan`], [`Occupant`], [`StartKind`]: what was agreed on.
//! - [`GameEvent`], [`LoggedEvent`], [`Batch`]: what happened.
//! - [`Listing`], [`Summary`], [`Status`]: what is told of games that are not looked at.
//! - [`Change`], [`Changes`], [`GameVersion`], [`Claim`], [`Player`]: how several servers of one store hear of each other and keep out of each
//!   other's way.
//! - [`MemoryStore`]: keeps nothing when the program ends. [`SqliteStore`]: a file. [`PostgresStore`]: a database that
//!   several servers share.
//! - `stored`, `codec`: the encoding in databases. `task`: a background task that can be stopped and awaited.
//!
//! The [`Store`] knows nothing of rules: the summary that it lists is made by who appends.

mod codec;
mod event;
mod follow;
mod holder;
mod layer;
mod memory;
mod migrations;
mod plan;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod stored;
mod summary;
mod task;

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use sqlx::error::{DatabaseError, ErrorKind};

use crate::{ChatLine, GameId, SecretHash, ServerId};

use summary::PublicList;

pub use event::{Batch, CommandTag, GameEvent, LoggedEvent};
pub use follow::{Change, Changes, Claim, GameVersion, Player};
pub use holder::{Holder, MOST_HOLDERS, Seated};
pub(crate) use layer::{Access, Call, StoreLayer};
pub use memory::MemoryStore;
pub use plan::{Occupant, Plan, Seat, Seats, StartKind};
#[cfg(feature = "postgres")]
pub use postgres::{ConnectError, PostgresStore};
pub use sqlite::{Copied, CopyError, OpenError, SqliteStore};
pub(crate) use summary::is_open;
pub use summary::{Cursor, Listing, Page, Status, Summary};

/// The number of an event of a game. The first is 1; 0 is before all of them.
pub type Number = u32;

/// Keeps games.
///
/// Every answer that is not an error is durable. The contract is tested by one suite that every store has to pass.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Keeps a new game. A game that is there already is left as it is. Of the holders of a seat, the first
    /// [`MOST_HOLDERS`] are kept.
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError>;

    /// What was agreed on.
    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError>;

    /// Adds a batch to a game whose last event has the number `expected`: its events and its holders, all of them or
    /// none. A batch without events is allowed, and changes what is listed and due. A batch with a holder for whom there
    /// is no place is refused.
    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError>;

    /// The events after a number, in order; none for a game that does not exist.
    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError>;

    /// What the store's own clock says. All servers of a store go by it.
    async fn now(&self) -> Result<Time, StoreError>;

    /// Games whose [`Batch::due`] has come by the store's clock, at most `most`, the longest due first. Each is given to
    /// one caller only, until the lease is over or a batch is appended. A game that is [claimed](Store::claim) is looked after
    /// already, and is given to nobody.
    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError>;

    /// Asks for the right to let the engine think for a game, as its log is now. Who holds it may ask again, and has it
    /// from then on for as long as the lease. It ends with the lease, or as soon as the game has one more event. Where
    /// several servers have the store, the game is not given to anybody as due as long as it lasts.
    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError>;

    /// Hints of what is changed from now on, through this server or another one. Who relies on them asks
    /// [`Store::ahead`] from time to time.
    fn changes(&self) -> Changes;

    /// Which of these games have gone on past what is known of them, in any order. A game that does not exist has not.
    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError>;

    /// Notes that these players are connected to a server, from now on for as long as the lease. A store that one server has to
    /// itself need not remember it, and it need not be durable.
    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError>;

    /// Which players of a game are noted as connected to another server than this one.
    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError>;

    /// Lists these games as [open](Listing::Open) from now on for as long as the lease, if they wait for anyone. The last word
    /// about a game counts. A game that does not exist is left out.
    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError>;

    /// All games that are [running](Status::Running), for a server that has just started.
    async fn running(&self) -> Result<Vec<GameId>, StoreError>;

    /// Which seats of a game a secret holds.
    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError>;

    /// Lets a secret hold one more seat. Tells whether it does: a seat has at most [`MOST_HOLDERS`].
    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError>;

    /// Everybody who holds a seat, in the order in which they got it, for a rematch.
    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError>;

    /// Keeps what a player said, and gives it a number: the first line of a game is 1. A game keeps at most
    /// [`MOST_CHAT_LINES`].
    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError>;

    /// What was said after a number.
    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError>;

    /// A page of a list, the latest changed first; of games that changed in the same moment, the greatest name first.
    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError>;

    /// What is listed of a game; none if it does not exist.
    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError>;

    /// Notes that the server still runs.
    async fn note_alive(&self, now: Time) -> Result<(), StoreError>;

    /// The last moment at which a server is known to have run: the latest of [`Store::note_alive`]. A server that starts charges nobody for the
    /// time since then.
    async fn last_alive(&self) -> Result<Option<Time>, StoreError>;

    /// Finishes what is being written. Everything that is asked afterwards is answered with [`StoreError::Closed`].
    async fn close(&self);
}

/// How many lines of chat a game keeps.
pub const MOST_CHAT_LINES: u32 = 500;

/// A game that is to be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// Its name.
    pub id: GameId,
    /// What was agreed on.
    pub plan: Plan,
    /// What happened already: who holds its seats, who has sat down, and whether it has begun.
    pub first: Batch,
}

/// Whether a new game was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Creation {
    /// It is new.
    Created,
    /// There is a game of that name, which was left as it is.
    Exists,
}

/// Whether a line of chat was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It was, with this number.
    Kept(Number),
    /// The game has too many lines already.
    Full,
}

/// Something that a player said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedLine {
    /// Its number in the game.
    pub number: Number,
    /// Who said it.
    pub by: Color,
    /// When.
    pub at: Time,
    /// What.
    pub text: ChatLine,
}

/// Why a batch was not added.
#[derive(Debug)]
pub enum AppendError {
    /// The last event has another number, or there is no such game. Nothing was added.
    Conflict,
    /// Too many hold a seat already that was to have one more. Nothing was added.
    Full,
    /// The store failed. Nothing was acknowledged; whether it was added can be found out by reading.
    Store(StoreError),
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AppendError::Conflict => f.write_str("the game has gone on in the meantime"),
            AppendError::Full => f.write_str("too many hold this seat already"),
            AppendError::Store(error) => error.fmt(f),
        }
    }
}

impl Error for AppendError {}

impl From<StoreError> for AppendError {
    fn from(error: StoreError) -> AppendError {
        AppendError::Store(error)
    }
}

/// Why a store cannot answer. It can be cloned because a commit that fails is told to everybody who waited for it.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// It was closed.
    Closed,
    /// A seat was to be given, or a line of chat kept, in a game that does not exist.
    NoSuchGame {
        /// Its name.
        game: GameId,
    },
    /// The database said no: the disk is full, a file is locked, a connection is lost.
    Database(Arc<dyn Error + Send + Sync>),
    /// Something in the database is not what a server of this version writes.
    Damaged {
        /// What.
        what: String,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Closed => f.write_str("the store is closed"),
            StoreError::NoSuchGame { game } => write!(f, "there is no game {game}"),
            StoreError::Database(error) => write!(f, "the database failed: {error}"),
            StoreError::Damaged { what } => write!(f, "the database holds something that cannot be read: {what}"),
        }
    }
}

impl Error for StoreError {}

impl StoreError {
    /// Whether nothing else would fare better: the disk is full, or nobody answers.
    pub(crate) fn is_everybodys(&self) -> bool {
        matches!(self, StoreError::Database(_)) && !self.refuses_a_value()
    }

    /// What the database itself said.
    fn of_database(&self) -> Option<&dyn DatabaseError> {
        let StoreError::Database(error) = self else { return None };
        error.downcast_ref::<sqlx::Error>().and_then(sqlx::Error::as_database_error)
    }

    /// Whether the database refused a value: one is not possible, or a constraint forbids it.
    pub(crate) fn refuses_a_value(&self) -> bool {
        let Some(error) = self.of_database() else { return false };
        // PostgreSQL's classes 22 and 23. SQLite has numbers of its own.
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
