//! Games in a PostgreSQL database, which several servers share.
//!
//! - [`PostgresStore`]: the store.
//! - `open`: connects, finds out whether the database is ours, and makes or updates its tables.
//! - `writer`: one task that adds events, to many games in one commit. `append`: the statement for it.
//! - `change`: everything else that can be written; each is a transaction of its own.
//! - `listen`: hints of what other servers have committed.
//! - `read`: what is asked. `reports`: the queue of reports. `jobs`: who makes them, and when.
//! - `patience`: no question waits for ever. `trust`: which connections are used again.
//!
//! What was acknowledged is committed, and on the disk of the database. An answer that got lost may stand for a commit:
//! who is told of an error finds out by reading. What is not there then may still come, as long as nothing else has its
//! number: a database that crashes may have written a commit that is seen only when it is back. Servers keep no locks
//! while they do something else, and PostgreSQL's clock says what is due.

mod append;
mod change;
mod jobs;
mod listen;
mod open;
mod patience;
mod read;
mod reports;
mod trust;
mod writer;

use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use sqlx::PgPool;

use self::append::{Appended, Entry};
use self::jobs::Jobs;
use self::listen::Listener;
use self::patience::in_time;
use self::trust::Trust;
use self::writer::Writer;
use super::{
    AppendError, Batch, Changes, Claim, Creation, GameVersion, Holder, Listing, LoggedEvent, LoggedLine, NewGame,
    Number, Page, Plan, Player, Said, Seat, Seated, Seats, Store, StoreError, Summary,
};
use crate::{ChatLine, GameId, SecretHash, ServerId};

pub use self::open::ConnectError;

/// Where commits are announced.
const CHANNEL: &str = "outflank";

/// What time it is, in milliseconds. As a query of its own it is asked once in a statement, so that an index can be
/// searched for the answer.
macro_rules! now {
    () => {
        "(SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)"
    };
}
use now;

/// Keeps games in a PostgreSQL database.
#[derive(Debug)]
pub struct PostgresStore {
    writer: Writer,
    listener: Listener,
    pool: PgPool,
    trust: Trust,
    jobs: Jobs,
}

impl PostgresStore {
    /// Connects to a database by its URL, such as `postgres://user:password@host/database`, and makes its tables if it
    /// is empty. Refused if it holds something else, or if it was written by a later version of this program.
    pub async fn connect(url: &str) -> Result<PostgresStore, ConnectError> {
        let open::Opened { options, pool, trust, listener, jobs } = open::open(url).await?;
        Ok(PostgresStore { writer: Writer::start(options), listener, pool, trust, jobs })
    }

    /// The answer, or an error where none comes. Where nothing could be written, no connection is used again that was there then.
    async fn in_time<T, E: Into<StoreError>>(
        &self,
        answer: impl Future<Output = Result<T, E>>,
    ) -> Result<T, StoreError> {
        let answer = in_time(answer).await;
        if answer.as_ref().is_err_and(trust::may_only_be_read) {
            self.trust.lose();
        }
        answer
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        self.in_time(change::create(&self.pool, game)).await
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        self.in_time(read::plan(&self.pool, game)).await
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let appended = match batch.holders.is_empty() {
            true => self.writer.append(Entry::new(game, expected, batch)).await?,
            false => self.in_time(change::sit_down(&self.pool, game, expected, batch)).await?,
        };
        match appended {
            Appended::All => Ok(()),
            Appended::Conflict => Err(AppendError::Conflict),
            Appended::Full => Err(AppendError::Full),
        }
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        self.in_time(read::events(&self.pool, game, after)).await
    }

    async fn now(&self) -> Result<Time, StoreError> {
        self.in_time(read::now(&self.pool)).await
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.in_time(change::claim_due(&self.pool, lease, most)).await
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        self.in_time(change::claim(&self.pool, game, by, lease)).await
    }

    fn changes(&self) -> Changes {
        self.listener.changes()
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        self.in_time(read::ahead(&self.pool, known)).await
    }

    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError> {
        self.in_time(change::attend(&self.pool, at, players, lease)).await
    }

    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        self.in_time(read::attending(&self.pool, game, elsewhere_than)).await
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        self.in_time(change::renew_offers(&self.pool, games, lease)).await
    }

    async fn running(&self) -> Result<Vec<GameId>, StoreError> {
        self.in_time(read::running(&self.pool)).await
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        self.in_time(read::seats(&self.pool, game, secret)).await
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.in_time(change::give_seat(&self.pool, game, Holder { seat, secret: *secret })).await
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        self.in_time(read::holders(&self.pool, game)).await
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        self.in_time(change::say(&self.pool, game, by, at, text)).await
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        self.in_time(read::chat(&self.pool, game, after)).await
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        self.in_time(read::list(&self.pool, listing, page)).await
    }

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        self.in_time(read::summary(&self.pool, game)).await
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.in_time(change::note_alive(&self.pool, now)).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        self.in_time(read::last_alive(&self.pool)).await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
        self.listener.close();
    }
}
