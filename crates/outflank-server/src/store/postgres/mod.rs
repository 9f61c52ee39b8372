//! Games in a PostgreSQL database, which several servers share. Acknowledged changes are committed and on the database's disk. After an error
//! the outcome is unknown until the caller reads; even then a commit may appear later, after a crash of the database, as long as no other
//! event has its number. Servers hold no locks between statements, and PostgreSQL's clock decides what is due.

mod append;
mod change;
mod claims;
mod device;
mod jobs;
mod listen;
mod open;
mod read;
mod removal;
mod replica;
mod reports;
mod timeout;
mod writer;

use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use sqlx::PgPool;

use self::append::Append;
use self::claims::ClaimRequest;
use self::jobs::Jobs;
use self::listen::Listener;
use self::replica::ReplicaGuard;
use self::timeout::in_time;
use super::entry::Entry;
use super::task::BackgroundTask;
use super::{
    AppendError, Batch, Changes, Claim, Creation, DeviceLink, EngineGames, Expiry, GameVersion, Holder, Listing,
    LoggedEvent, LoggedLine, NewGame, Number, Outage, Page, Plan, Player, Renewal, Said, Seat, Seated, Seats, Store,
    StoreError, Summary, codec, sql, stored,
};
use crate::{ChatLine, GameId, Owner, SecretHash, ServerId};

pub use self::open::ConnectError;

const CHANNEL: &str = "outflank";

macro_rules! database_clock {
    () => {
        "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    };
}
use database_clock;

/// The current time in milliseconds. If the database's clock was set back, the servers' heartbeats are ahead of it and
/// count instead. As a subquery it is evaluated once per statement, so that an index can be used.
macro_rules! now {
    () => {
        concat!(
            "(SELECT greatest(",
            $crate::store::postgres::database_clock!(),
            ", (SELECT at FROM alive WHERE sole = 1)))"
        )
    };
}
use now;

#[derive(Debug)]
pub struct PostgresStore {
    writer: BackgroundTask<Append>,
    claims: BackgroundTask<ClaimRequest>,
    listener: Listener,
    pool: PgPool,
    /// A connection of their own, so that heartbeats of a busy server are not late.
    heartbeats: PgPool,
    replicas: ReplicaGuard,
    jobs: Jobs,
}

impl PostgresStore {
    /// Connects by a URL like `postgres://user:password@host/database` and creates the tables if the database is
    /// empty. Fails if it belongs to another program or a later version wrote it.
    pub async fn connect(url: &str) -> Result<PostgresStore, ConnectError> {
        let open::Opened { options, pool, heartbeats, replicas, listener, jobs } = open::open(url).await?;
        let (writer, claims) = (writer::start(options), claims::start(pool.clone()));
        Ok(PostgresStore { writer, claims, listener, pool, heartbeats, replicas, jobs })
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
        let plan = sqlx::query_scalar(sql::PLAN).bind(game.as_str()).fetch_optional(&self.pool);
        let plan: Option<String> = self.in_time(plan).await?;
        plan.map(|plan| stored::read_plan(&plan, game)).transpose()
    }

    async fn owner(&self, game: GameId) -> Result<Option<Owner>, StoreError> {
        let owner = sqlx::query_scalar(sql::OWNER).bind(game.as_str()).fetch_optional(&self.pool);
        let owner: Option<Option<i64>> = self.in_time(owner).await?;
        Ok(owner.flatten().map(Owner::from_bits))
    }

    async fn engine_games(&self, owner: Owner, within: Duration) -> Result<EngineGames, StoreError> {
        self.in_time(read::engine_games(&self.pool, owner, within)).await
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let appended = match batch.holders.is_empty() {
            true => {
                let entry = Entry::new(game, expected, batch);
                self.writer.call(|reply| Append { entry, reply }).await?
            }
            false => self.in_time(change::sit_down(&self.pool, game, expected, batch)).await?,
        };
        appended.into_result()
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        let events = sqlx::query_as(sql::EVENTS).bind(game.as_str()).bind(i64::from(after)).fetch_all(&self.pool);
        codec::read_events(self.in_time(events).await?, game, after)
    }

    async fn now(&self) -> Result<Time, StoreError> {
        let now: i64 = self.in_time(sqlx::query_scalar(read::NOW).fetch_one(&self.heartbeats)).await?;
        Ok(Time::from_millis(u64::try_from(now).unwrap_or_default()))
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.in_time(change::claim_due(&self.pool, lease, most)).await
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        self.in_time(self.claims.call(|reply| ClaimRequest { game, by, lease, reply })).await
    }

    fn changes(&self) -> Changes {
        self.listener.changes()
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        let ahead = sqlx::query_scalar(read::AHEAD)
            .bind(known.iter().map(|known| known.game.as_str()).collect::<Vec<_>>())
            .bind(known.iter().map(|known| i64::from(known.last)).collect::<Vec<_>>())
            .bind(known.iter().map(|known| i64::from(known.said)).collect::<Vec<_>>())
            .fetch_all(&self.pool);
        codec::read_games(&self.in_time(ahead).await?)
    }

    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError> {
        self.in_time(change::attend(&self.pool, at, players, lease)).await
    }

    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        let players = sqlx::query_scalar(read::ATTENDING).bind(game.as_str()).bind(&elsewhere_than.0[..]);
        let players: Vec<String> = self.in_time(players.fetch_all(&self.pool)).await?;
        Ok(ByColor::from_fn(|color| players.iter().any(|player| player == codec::color(color))))
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        self.in_time(change::renew_offers(&self.pool, games, lease)).await
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        let seats = sqlx::query_scalar(sql::SEATS).bind(game.as_str()).bind(&secret.0[..]).fetch_all(&self.pool);
        codec::read_seats(&self.in_time(seats).await?, game)
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.in_time(change::give_seat(&self.pool, game, Holder { seat, secret: *secret })).await
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        self.in_time(read::holders(&self.pool, game)).await
    }

    async fn renew_link(
        &self,
        game: GameId,
        expected: Number,
        seat: Seat,
        token: &SecretHash,
    ) -> Result<Renewal, StoreError> {
        let link = Holder { seat, secret: *token };
        self.in_time(change::renew_link(&self.pool, game, expected, link)).await
    }

    async fn link_device(&self, link: DeviceLink, lease: Duration) -> Result<(), StoreError> {
        self.in_time(device::link(&self.pool, link, lease)).await
    }

    async fn use_device_link(
        &self,
        token: &SecretHash,
        game: Option<GameId>,
        secret: &SecretHash,
    ) -> Result<Option<Vec<GameId>>, StoreError> {
        self.in_time(device::use_link(&self.pool, token, game, secret)).await
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        self.in_time(change::say(&self.pool, game, by, at, text)).await
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        let chat = sqlx::query_as(sql::CHAT).bind(game.as_str()).bind(i64::from(after)).fetch_all(&self.pool);
        codec::read_chat(self.in_time(chat).await?, game)
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        self.in_time(read::list(&self.pool, listing, page)).await
    }

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        let summary = sqlx::query_scalar(sql::SUMMARY).bind(game.as_str()).fetch_optional(&self.pool);
        let summary: Option<String> = self.in_time(summary).await?;
        summary.map(|summary| stored::read_summary(&summary, game)).transpose()
    }

    async fn scan(&self, after: Option<GameId>, count: usize) -> Result<Vec<Summary>, StoreError> {
        let scan = sqlx::query_as(sql::SCAN).bind(codec::scan_start(after.as_ref())).bind(codec::limit(count));
        codec::read_summaries(self.in_time(scan.fetch_all(&self.pool)).await?)
    }

    async fn retained_since(&self) -> Result<Time, StoreError> {
        self.in_time(removal::retained_since(&self.pool)).await
    }

    async fn count_expired(&self, expiry: Expiry) -> Result<u64, StoreError> {
        self.in_time(removal::count_expired(&self.pool, expiry)).await
    }

    async fn remove_expired(&self, expiry: Expiry, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.in_time(removal::remove_expired(&self.pool, expiry, most)).await
    }

    async fn remove(&self, game: GameId) -> Result<bool, StoreError> {
        self.in_time(removal::remove(&self.pool, game)).await
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.in_time(change::note_alive(&self.pool, now)).await
    }

    async fn heartbeat(&self, now: Time, silence: Duration, after: Time) -> Result<Vec<Outage>, StoreError> {
        self.in_time(change::heartbeat(&self.heartbeats, now, silence, after)).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        codec::read_alive(self.in_time(sqlx::query_scalar(read::ALIVE).fetch_optional(&self.pool)).await?)
    }

    async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError> {
        self.in_time(read::outages(&self.pool, after)).await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.claims.close().await;
        self.pool.close().await;
        self.heartbeats.close().await;
        self.listener.close();
    }
}
