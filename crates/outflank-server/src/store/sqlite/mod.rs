//! One process has the file to itself. Acknowledged changes are on disk: the write-ahead log (WAL) is synced at every
//! commit, and after a crash the next process continues from it.

mod append;
mod change;
mod checkpoint;
mod claims;
mod copy;
mod device;
mod open;
mod read;
mod reader;
mod removal;
mod reports;
#[cfg(test)]
mod tests;
mod writer;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::FutureExt as _;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use sqlx::{AssertSqlSafe, SqlitePool};

use self::checkpoint::Checkpointer;
use self::claims::Claims;
use self::writer::Writer;
use super::entry::Entry;
use super::{
    AppendError, Batch, Changes, Claim, Creation, DeviceLink, EngineGames, Expiry, GameVersion, Holder, Listing,
    LoggedEvent, LoggedLine, NewGame, Number, Outage, Page, Plan, Player, Renewal, Said, Seat, Seated, Seats, Store,
    StoreError, Summary, codec, sql,
};
use crate::{ChatLine, Clock, GameId, Owner, SecretHash, ServerId};

pub use self::copy::{Copied, CopyError};
pub use self::open::OpenError;
pub(crate) use self::open::is_disk_full;
pub(crate) use self::reader::SqliteReader;

#[derive(Debug)]
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
    clock: Clock,
    claims: Claims,
}

impl SqliteStore {
    /// Creates the file and its folder if missing. Fails if another process has it open, or another program or a later version wrote it.
    pub async fn open(path: &Path) -> Result<SqliteStore, OpenError> {
        let open::Opened { connection, checkpointer, options, readers, lock } = open::open(path).await?;
        let checkpointer = Checkpointer::start(checkpointer, path);
        let alive = sqlx::query_scalar(read::ALIVE).fetch_optional(&readers).await;
        let alive = codec::read_alive(alive.map_err(|error| OpenError::database(path, error))?);
        let clock = Clock::start();
        // The system's clock may have been set back since the last run. Games continue from the latest time.
        if let Some(behind) = alive.ok().flatten().and_then(|alive| clock.catch_up_with(alive)) {
            tracing::warn!(
                seconds = behind.as_secs(),
                "the system's clock is behind the database; using the latest time"
            );
        }
        Ok(SqliteStore {
            writer: Writer::start(connection, checkpointer, options, lock),
            readers,
            clock,
            claims: Claims::default(),
        })
    }

    #[cfg(test)]
    pub(crate) fn going_by(self, clock: Clock) -> SqliteStore {
        SqliteStore { clock, ..self }
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        let new = change::NewRow::of(game);
        self.writer.write(|connection| change::create(connection, new).boxed()).await
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        read::plan(&self.readers, game).await
    }

    async fn owner(&self, game: GameId) -> Result<Option<Owner>, StoreError> {
        let owner: Option<Option<i64>> =
            sqlx::query_scalar(sql::OWNER).bind(game.as_str()).fetch_optional(&self.readers).await?;
        Ok(owner.flatten().map(Owner::from_bits))
    }

    async fn engine_games(&self, owner: Owner, within: Duration) -> Result<EngineGames, StoreError> {
        read::engine_games(&self.readers, owner, self.clock.now(), within).await
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let holders = batch.holders.clone();
        let entry = Entry::new(game, expected, batch);
        let appended = match holders.is_empty() {
            true => self.writer.append(entry).await?,
            false => self.writer.write(|connection| change::sit_down(connection, holders, entry).boxed()).await?,
        };
        appended.into_result()
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
        let (until, claimed) = (now.after(lease), self.claims.held(now));
        self.writer.write(move |connection| change::claim_due(connection, now, until, claimed, most).boxed()).await
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        Ok(match read::last(&self.readers, game).await? {
            Some(last) => self.claims.claim(game, by, last, self.clock.now(), lease),
            None => Claim::Refused,
        })
    }

    /// No other process can change the file.
    fn changes(&self) -> Changes {
        Changes::none()
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        let known: Vec<_> = known.iter().map(|known| (known.game, known.last, known.said)).collect();
        let known = serde_json::to_string(&known).expect("ids and numbers are valid JSON");
        let ids: Vec<String> = sqlx::query_scalar(read::AHEAD).bind(known).fetch_all(&self.readers).await?;
        codec::read_games(&ids)
    }

    async fn attend(&self, _at: ServerId, _players: &[Player], _lease: Duration) -> Result<(), StoreError> {
        Ok(())
    }

    async fn attending(&self, _game: GameId, _elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        Ok(ByColor::both(false))
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        let until = self.clock.now().after(lease);
        let games = serde_json::to_string(games).expect("ids are valid JSON");
        self.writer.write(move |connection| change::renew_offers(connection, games, until).boxed()).await
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        let seats: Vec<String> =
            sqlx::query_scalar(sql::SEATS).bind(game.as_str()).bind(&secret.0[..]).fetch_all(&self.readers).await?;
        codec::read_seats(&seats, game)
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        let holder = Holder { seat, secret: *secret };
        self.writer.write(move |connection| change::give_seat(connection, game, holder).boxed()).await
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        read::holders(&self.readers, game).await
    }

    async fn renew_link(
        &self,
        game: GameId,
        expected: Number,
        seat: Seat,
        token: &SecretHash,
    ) -> Result<Renewal, StoreError> {
        let link = Holder { seat, secret: *token };
        self.writer.write(move |connection| change::renew_link(connection, game, expected, link).boxed()).await
    }

    async fn link_device(&self, link: DeviceLink, lease: Duration) -> Result<(), StoreError> {
        let now = self.clock.now();
        let until = now.after(lease);
        self.writer.write(move |connection| device::link(connection, link, now, until).boxed()).await
    }

    async fn use_device_link(
        &self,
        token: &SecretHash,
        game: Option<GameId>,
        secret: &SecretHash,
    ) -> Result<Option<Vec<GameId>>, StoreError> {
        let (now, token, secret) = (self.clock.now(), *token, *secret);
        let used = self.writer.write(move |connection| device::use_link(connection, token, game, secret, now).boxed());
        used.await
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        let text = text.clone();
        self.writer.write(move |connection| change::say(connection, game, by, at, text).boxed()).await
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

    async fn scan(&self, after: Option<GameId>, count: usize) -> Result<Vec<Summary>, StoreError> {
        read::scan(&self.readers, after, count).await
    }

    async fn retained_since(&self) -> Result<Time, StoreError> {
        let now = self.clock.now();
        self.writer.write(move |connection| removal::retained_since(connection, now).boxed()).await
    }

    async fn count_expired(&self, expiry: Expiry) -> Result<u64, StoreError> {
        let query = AssertSqlSafe(format!("SELECT count(*) FROM ({})", removal::expired(expiry.kind)));
        let query = sqlx::query_scalar(query).bind(codec::millis(expiry.before)).bind(i64::MAX);
        let count: i64 = query.fetch_one(&self.readers).await?;
        Ok(count.unsigned_abs())
    }

    async fn remove_expired(&self, expiry: Expiry, most: usize) -> Result<Vec<GameId>, StoreError> {
        let now = self.clock.now();
        let removed =
            self.writer.write(move |connection| removal::remove_expired(connection, expiry, now, most).boxed());
        removed.await
    }

    async fn remove(&self, game: GameId) -> Result<bool, StoreError> {
        let removed =
            self.writer.write(move |connection| async move { removal::remove(connection, &[game]).await }.boxed());
        Ok(removed.await? > 0)
    }

    async fn compact(&self) -> Result<(), StoreError> {
        let removals = removal::since_compaction(&self.readers).await?;
        if removals > 0 && self.writer.compact().await? {
            self.writer.write(move |connection| removal::compacted(connection, removals).boxed()).await?;
        }
        Ok(())
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.writer.write(move |connection| change::note_alive(connection, now).boxed()).await
    }

    async fn heartbeat(&self, now: Time, silence: Duration, after: Time) -> Result<Vec<Outage>, StoreError> {
        self.writer.write(move |connection| change::heartbeat(connection, now, silence).boxed()).await?;
        self.outages(after).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        let at: Option<i64> = sqlx::query_scalar(read::ALIVE).fetch_optional(&self.readers).await?;
        codec::read_alive(at)
    }

    async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError> {
        let rows: Vec<(i64, i64)> =
            sqlx::query_as(sql::OUTAGES).bind(codec::millis(after)).fetch_all(&self.readers).await?;
        codec::read_outages(&rows)
    }

    async fn close(&self) {
        // The last connection to close removes the log, so it must be the writer.
        self.readers.close().await;
        self.writer.close().await;
    }
}
