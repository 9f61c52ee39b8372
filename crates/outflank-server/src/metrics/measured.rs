//! A store whose commits are counted.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use tokio::time::Instant;

use super::Metrics;
use crate::config::Database;
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{
    AppendError, Batch, Changes, Claim, Creation, GameVersion, Holder, Listing, LoggedEvent, LoggedLine, NewGame,
    Number, Page, Plan, Player, Said, Seat, Seated, Seats, Store, StoreError, Summary,
};
use crate::{ChatLine, GameId, SecretHash, ServerId};

/// A store whose commits are counted. Where it fails, this is said in the log.
pub(crate) struct MeasuredStore {
    store: Arc<dyn Store>,
    metrics: Metrics,
    writing: Arc<LogThrottle>,
    reading: LogThrottle,
}

const WRITING: FailureMessages = FailureMessages { fails: "nothing can be written", works: "it can be written again" };
const READING: FailureMessages = FailureMessages { fails: "games cannot be read", works: "games can be read again" };

impl MeasuredStore {
    /// A store in this place, which is named in the log.
    pub(crate) fn new(store: Arc<dyn Store>, place: &Database, metrics: Metrics) -> MeasuredStore {
        let (writing, reading) = (LogThrottle::at(place, WRITING), LogThrottle::at(place, READING));
        MeasuredStore { store, metrics, writing: Arc::new(writing), reading }
    }

    /// Whether it can be written.
    pub(crate) fn writing(&self) -> Arc<LogThrottle> {
        Arc::clone(&self.writing)
    }

    /// Something was to be written. `proves` tells of an answer whether it really was.
    fn wrote<T>(&self, answer: Result<T, StoreError>, proves: impl FnOnce(&T) -> bool) -> Result<T, StoreError> {
        match &answer {
            Ok(answer) if proves(answer) => self.writing.worked(),
            Ok(_) => {}
            Err(error) => self.not_written(error),
        }
        answer
    }

    fn not_written(&self, error: &StoreError) {
        if let StoreError::Database(_) = error {
            self.metrics.commit_failed();
        }
        if error.is_everybodys() {
            self.writing.failed(error);
        }
    }

    fn read<T>(&self, answer: Result<T, StoreError>) -> Result<T, StoreError> {
        match &answer {
            Ok(_) => self.reading.worked(),
            Err(error) if error.is_everybodys() => self.reading.failed(error),
            Err(_) => {}
        }
        answer
    }
}

#[async_trait]
impl Store for MeasuredStore {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        let (events, begun) = (game.first.events.len(), Instant::now());
        let done = self.store.create(game).await;
        if let Ok(Creation::Created) = done {
            self.metrics.committed(events, begun.elapsed());
        }
        self.wrote(done, |&creation| creation == Creation::Created)
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let (events, begun) = (batch.events.len(), Instant::now());
        let done = self.store.append(game, expected, batch).await;
        match &done {
            Ok(()) => {
                self.metrics.committed(events, begun.elapsed());
                self.writing.worked();
            }
            Err(AppendError::Store(error)) => self.not_written(error),
            // There is nothing wrong with the store.
            Err(AppendError::Conflict | AppendError::Full) => {}
        }
        done
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        self.read(self.store.plan(game).await)
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        self.read(self.store.events(game, after).await)
    }

    async fn now(&self) -> Result<Time, StoreError> {
        self.store.now().await
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.wrote(self.store.claim_due(lease, most).await, |games| !games.is_empty())
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        self.store.claim(game, by, lease).await
    }

    fn changes(&self) -> Changes {
        self.store.changes()
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        self.read(self.store.ahead(known).await)
    }

    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError> {
        self.store.attend(at, players, lease).await
    }

    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        self.read(self.store.attending(game, elsewhere_than).await)
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        self.wrote(self.store.renew_offers(games, lease).await, |()| true)
    }

    async fn running(&self) -> Result<Vec<GameId>, StoreError> {
        self.read(self.store.running().await)
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        self.read(self.store.seats(game, secret).await)
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.wrote(self.store.give_seat(game, seat, secret).await, |_| false)
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        self.read(self.store.holders(game).await)
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        self.wrote(self.store.say(game, by, at, text).await, |said| matches!(said, Said::Kept(_)))
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        self.read(self.store.chat(game, after).await)
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        self.read(self.store.list(listing, page).await)
    }

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        self.read(self.store.summary(game).await)
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.wrote(self.store.note_alive(now).await, |()| true)
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        self.read(self.store.last_alive().await)
    }

    async fn close(&self) {
        self.store.close().await;
    }
}
