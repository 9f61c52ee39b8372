//! A store that can be made to fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use tokio::sync::{broadcast, watch};

use crate::store::{
    AppendError, Batch, Change, Changes, Claim, Creation, GameVersion, Holder, Listing, LoggedEvent, LoggedLine,
    MemoryStore, NewGame, Number, Page, Plan, Player, Said, Seat, Seated, Seats, Store, StoreError, Summary,
};
use crate::{ChatLine, GameId, SecretHash, ServerId};

/// What goes wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing.
    #[default]
    None,
    /// Nothing is written, and this is said.
    NotWritten,
    /// Nothing at all can be written, and everything can be read.
    Full,
    /// It is written, but the opposite is said.
    WrittenUnnoticed,
    /// Whoever adds events is told of others that nobody can read.
    Contradicting,
    /// Whoever adds events waits until this is over.
    Held,
    /// The store cannot be reached, and this is said.
    Away,
    /// Nothing answers any more: for whoever asks, the process has been killed.
    Dead,
}

/// What becomes of hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Hints {
    /// They come.
    #[default]
    Passed,
    /// They are lost, and nobody notices.
    Lost,
    /// Each comes twice, and the later one of two first.
    Muddled,
}

/// A [`MemoryStore`] behind a wire that can be cut. Others may go on to use the same store by another wire.
pub(crate) struct FaultyStore {
    inner: Arc<MemoryStore>,
    fault: watch::Sender<Fault>,
    /// How many wait because they are held.
    waiting: watch::Sender<usize>,
    hints: watch::Sender<Hints>,
    passed: broadcast::Sender<Change>,
    /// How often events or chat were read.
    reads: AtomicUsize,
}

impl FaultyStore {
    pub(crate) fn new(inner: Arc<MemoryStore>) -> FaultyStore {
        let (hints, passed) = (watch::Sender::default(), broadcast::Sender::new(4_096));
        tokio::spawn(pass_on(inner.changes(), hints.subscribe(), passed.clone()));
        let (fault, waiting) = (watch::Sender::default(), watch::Sender::default());
        FaultyStore { inner, fault, waiting, hints, passed, reads: AtomicUsize::new(0) }
    }

    /// From now on this becomes of hints.
    pub(crate) fn hint(&self, hints: Hints) {
        self.hints.send_replace(hints);
    }

    /// Tells that hints were lost.
    pub(crate) fn tell_of_lost_hints(&self) {
        self.passed.send(Change::Missed).unwrap();
    }

    /// How often events or chat were read.
    pub(crate) fn reads(&self) -> usize {
        self.reads.load(Ordering::SeqCst)
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

    /// The same, unless nothing can be written.
    async fn written(&self) -> Result<&MemoryStore, StoreError> {
        match self.fault() {
            Fault::Full => Err(failed()),
            _ => self.reached().await,
        }
    }

    /// The same, unless the store cannot be reached.
    async fn reached(&self) -> Result<&MemoryStore, StoreError> {
        match self.fault() {
            Fault::Away => Err(failed()),
            _ => Ok(self.alive().await),
        }
    }
}

/// Passes hints on, as somebody wants it.
pub(super) async fn pass_on(mut changes: Changes, hints: watch::Receiver<Hints>, passed: broadcast::Sender<Change>) {
    let mut withheld = None;
    loop {
        let change = changes.next().await;
        let now = *hints.borrow();
        let pass: &[Option<Change>] = match now {
            Hints::Passed => &[Some(change)],
            Hints::Lost => &[],
            Hints::Muddled => &[Some(change), withheld, Some(change), withheld],
        };
        // That nobody listens yet is no fault.
        pass.iter().flatten().for_each(|&change| drop(passed.send(change)));
        withheld = Some(change);
    }
}

fn failed() -> StoreError {
    StoreError::Database(Arc::new(std::io::Error::other("the disk is on fire")))
}

#[async_trait]
impl Store for FaultyStore {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        self.written().await?.create(game).await
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        self.reached().await?.plan(game).await
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let store = self.written().await?;
        // Others have a turn here, as they have while a disk works.
        tokio::task::yield_now().await;
        if self.fault() == Fault::Held {
            self.waiting.send_modify(|waiting| *waiting += 1);
            self.fault.subscribe().wait_for(|&fault| fault != Fault::Held).await.unwrap();
            self.waiting.send_modify(|waiting| *waiting -= 1);
        }
        match self.fault() {
            Fault::NotWritten | Fault::Full | Fault::Away => Err(AppendError::Store(failed())),
            Fault::Contradicting => Err(AppendError::Conflict),
            Fault::WrittenUnnoticed => {
                store.append(game, expected, batch).await?;
                Err(AppendError::Store(failed()))
            }
            Fault::None | Fault::Held | Fault::Dead => store.append(game, expected, batch).await,
        }
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        let store = self.reached().await?;
        self.reads.fetch_add(1, Ordering::SeqCst);
        match self.fault() {
            Fault::NotWritten | Fault::WrittenUnnoticed | Fault::Away => Err(failed()),
            Fault::None | Fault::Full | Fault::Contradicting | Fault::Held | Fault::Dead => {
                store.events(game, after).await
            }
        }
    }

    async fn now(&self) -> Result<Time, StoreError> {
        self.reached().await?.now().await
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.written().await?.claim_due(lease, most).await
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        self.reached().await?.claim(game, by, lease).await
    }

    fn changes(&self) -> Changes {
        Changes::of(&self.passed)
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        self.reached().await?.ahead(known).await
    }

    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError> {
        self.reached().await?.attend(at, players, lease).await
    }

    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        self.reached().await?.attending(game, elsewhere_than).await
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        self.written().await?.renew_offers(games, lease).await
    }

    async fn running(&self) -> Result<Vec<GameId>, StoreError> {
        self.reached().await?.running().await
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        self.reached().await?.seats(game, secret).await
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.written().await?.give_seat(game, seat, secret).await
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        self.reached().await?.holders(game).await
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        self.written().await?.say(game, by, at, text).await
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        self.reached().await?.chat(game, after).await
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        self.reached().await?.list(listing, page).await
    }

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        self.reached().await?.summary(game).await
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.written().await?.note_alive(now).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        self.reached().await?.last_alive().await
    }

    async fn close(&self) {
        self.alive().await.close().await;
    }
}
