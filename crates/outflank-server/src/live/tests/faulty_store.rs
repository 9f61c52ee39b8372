//! A store that can be made to fail.

use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::Color;
use outflank_table::Time;
use tokio::sync::watch;

use crate::store::{
    AppendError, Batch, Creation, Holder, Listing, LoggedEvent, LoggedLine, MemoryStore, NewGame, Number, Page, Plan,
    Said, Seat, Seated, Seats, Store, StoreError, Summary,
};
use crate::{ChatLine, GameId, SecretHash};

/// What goes wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing.
    #[default]
    None,
    /// Nothing is written, and this is said.
    NotWritten,
    /// It is written, but the opposite is said.
    WrittenUnnoticed,
    /// Whoever adds events is told of others that nobody can read.
    Contradicting,
    /// Whoever adds events waits until this is over.
    Held,
    /// Nothing answers any more: for whoever asks, the process has been killed.
    Dead,
}

/// A [`MemoryStore`] behind a wire that can be cut. Others may go on to use the same store by another wire.
pub(crate) struct FaultyStore {
    inner: std::sync::Arc<MemoryStore>,
    fault: watch::Sender<Fault>,
    /// How many wait because they are held.
    waiting: watch::Sender<usize>,
}

impl FaultyStore {
    pub(crate) fn new(inner: std::sync::Arc<MemoryStore>) -> FaultyStore {
        FaultyStore { inner, fault: watch::Sender::default(), waiting: watch::Sender::default() }
    }

    pub(crate) fn set(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }

    /// Waits until somebody is held.
    pub(crate) async fn somebody_held(&self) {
        self.waiting.subscribe().wait_for(|&waiting| waiting > 0).await.unwrap();
    }

    fn fault(&self) -> Fault {
        *self.fault.borrow()
    }

    async fn alive(&self) -> &MemoryStore {
        if self.fault() == Fault::Dead {
            std::future::pending::<()>().await;
        }
        &self.inner
    }
}

fn failed() -> StoreError {
    StoreError::Database(std::sync::Arc::new(std::io::Error::other("the disk is on fire")))
}

#[async_trait]
impl Store for FaultyStore {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        self.alive().await.create(game).await
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        self.alive().await.plan(game).await
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let store = self.alive().await;
        // Others have a turn here, as they have while a disk works.
        tokio::task::yield_now().await;
        if self.fault() == Fault::Held {
            self.waiting.send_modify(|waiting| *waiting += 1);
            self.fault.subscribe().wait_for(|&fault| fault != Fault::Held).await.unwrap();
            self.waiting.send_modify(|waiting| *waiting -= 1);
        }
        match self.fault() {
            Fault::NotWritten => Err(AppendError::Store(failed())),
            Fault::Contradicting => Err(AppendError::Conflict),
            Fault::WrittenUnnoticed => {
                store.append(game, expected, batch).await?;
                Err(AppendError::Store(failed()))
            }
            Fault::None | Fault::Held | Fault::Dead => store.append(game, expected, batch).await,
        }
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        let store = self.alive().await;
        match self.fault() {
            Fault::NotWritten | Fault::WrittenUnnoticed => Err(failed()),
            Fault::None | Fault::Contradicting | Fault::Held | Fault::Dead => store.events(game, after).await,
        }
    }

    async fn claim_due(&self, now: Time, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.alive().await.claim_due(now, lease, most).await
    }

    async fn running(&self) -> Result<Vec<GameId>, StoreError> {
        self.alive().await.running().await
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        self.alive().await.seats(game, secret).await
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.alive().await.give_seat(game, seat, secret).await
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        self.alive().await.holders(game).await
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        self.alive().await.say(game, by, at, text).await
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        self.alive().await.chat(game, after).await
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        self.alive().await.list(listing, page).await
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.alive().await.note_alive(now).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        self.alive().await.last_alive().await
    }

    async fn close(&self) {
        self.alive().await.close().await;
    }
}
