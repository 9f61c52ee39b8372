//! Games in a PostgreSQL database, which several servers share.
//!
//! Acknowledged changes are committed and on the database's disk. After an error the outcome is unknown until the
//! caller reads; even then a commit may appear later, after a crash of the database, as long as no other event has its
//! number. Servers hold no locks between statements, and PostgreSQL's clock decides what is due.

mod append;
mod change;
mod jobs;
mod listen;
mod open;
mod read;
mod replica;
mod reports;
mod timeout;
mod writer;

use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use sqlx::PgPool;

use self::jobs::Jobs;
use self::listen::Listener;
use self::replica::ReplicaGuard;
use self::timeout::in_time;
use self::writer::Writer;
use super::entry::Entry;
use super::{
    AppendError, Batch, Changes, Claim, Creation, GameVersion, Holder, Listing, LoggedEvent, LoggedLine, NewGame,
    Number, Page, Plan, Player, Said, Seat, Seated, Seats, Store, StoreError, Summary,
};
use crate::{ChatLine, GameId, SecretHash, ServerId};

pub use self::open::ConnectError;

const CHANNEL: &str = "outflank";

/// The current time in milliseconds. As a subquery it is evaluated once per statement, so that an index can be used.
macro_rules! now {
    () => {
        "(SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)"
    };
}
use now;

#[derive(Debug)]
pub struct PostgresStore {
    writer: Writer,
    listener: Listener,
    pool: PgPool,
    replicas: ReplicaGuard,
    jobs: Jobs,
}

impl PostgresStore {
    /// Connects by a URL like `postgres://user:password@host/database` and creates the tables if the database is
    /// empty. Fails if it belongs to another program or a later version wrote it.
    pub async fn connect(url: &str) -> Result<PostgresStore, ConnectError> {
        let open::Opened { options, pool, replicas, listener, jobs } = open::open(url).await?;
        Ok(PostgresStore { writer: Writer::start(options), listener, pool, replicas, jobs })
    }

    /// Limits the time. After a read-only error, existing connections are not used again.
    async fn in_time<T, E: Into<StoreError>>(
        &self,
        answer: impl Future<Output = Result<T, E>>,
    ) -> Result<T, StoreError> {
        let answer = in_time(answer).await;
        if answer.as_ref().is_err_and(replica::is_read_only) {
            self.replicas.distrust_existing();
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
        appended.into_result()
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
