//! A store whose commits are counted.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use tokio::time::Instant;

use super::Metrics;
use crate::store::{
    AppendError, Batch, Changes, Claim, Creation, Holder, Known, Listing, LoggedEvent, LoggedLine, NewGame, Number,
    Page, Plan, Player, Said, Seat, Seated, Seats, Store, StoreError, Summary,
};
use crate::{ChatLine, GameId, Node, SecretHash};

/// A store whose commits are counted. Everything else is passed on.
pub(crate) struct MeasuredStore {
    store: Arc<dyn Store>,
    metrics: Metrics,
}

impl MeasuredStore {
    pub(crate) fn new(store: Arc<dyn Store>, metrics: Metrics) -> MeasuredStore {
        MeasuredStore { store, metrics }
    }
}

#[async_trait]
impl Store for MeasuredStore {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        let (events, begun) = (game.first.events.len(), Instant::now());
        let done = self.store.create(game).await;
        match done {
            Ok(Creation::Created) => self.metrics.committed(events, begun.elapsed()),
            Ok(Creation::Exists) => {}
            Err(_) => self.metrics.commit_failed(),
        }
        done
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let (events, begun) = (batch.events.len(), Instant::now());
        let done = self.store.append(game, expected, batch).await;
        match done {
            Ok(()) => self.metrics.committed(events, begun.elapsed()),
            Err(_) => self.metrics.commit_failed(),
        }
        done
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        self.store.plan(game).await
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        self.store.events(game, after).await
    }

    async fn now(&self) -> Result<Time, StoreError> {
        self.store.now().await
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.store.claim_due(lease, most).await
    }

    async fn claim(&self, game: GameId, by: Node, lease: Duration) -> Result<Claim, StoreError> {
        self.store.claim(game, by, lease).await
    }

    fn changes(&self) -> Changes {
        self.store.changes()
    }

    async fn ahead(&self, known: &[Known]) -> Result<Vec<GameId>, StoreError> {
        self.store.ahead(known).await
    }

    async fn attend(&self, at: Node, players: &[Player], lease: Duration) -> Result<(), StoreError> {
        self.store.attend(at, players, lease).await
    }

    async fn attending(&self, game: GameId, elsewhere_than: Node) -> Result<ByColor<bool>, StoreError> {
        self.store.attending(game, elsewhere_than).await
    }

    async fn running(&self) -> Result<Vec<GameId>, StoreError> {
        self.store.running().await
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        self.store.seats(game, secret).await
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.store.give_seat(game, seat, secret).await
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        self.store.holders(game).await
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        self.store.say(game, by, at, text).await
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        self.store.chat(game, after).await
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        self.store.list(listing, page).await
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.store.note_alive(now).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        self.store.last_alive().await
    }

    async fn close(&self) {
        self.store.close().await;
    }
}
