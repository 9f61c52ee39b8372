//! What stays when a server dies: a store in memory, or a file of SQLite.

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use crate::store::{
    AppendError, Batch, Changes, Claim, Creation, GameVersion, Holder, Listing, LoggedEvent, LoggedLine, MemoryStore,
    NewGame, Number, Page, Plan, Player, Said, Seat, Seated, Seats, SqliteStore, Store, StoreError, Summary,
};
use crate::{ChatLine, Clock, GameId, SecretHash, ServerId};

/// What stays when a server dies.
pub(super) enum Disk {
    /// Several servers can have it.
    Memory(Arc<MemoryStore>),
    /// One server at a time.
    File(SqliteFile),
}

/// A file of SQLite, and the threads on which it is read and written: their time is the real one.
pub(super) struct SqliteFile {
    folder: TempDir,
    runtime: Runtime,
    clock: Clock,
    /// As it was last opened.
    open: Mutex<Option<Arc<Blocking>>>,
}

impl Disk {
    pub(super) fn memory(clock: &Clock) -> Disk {
        Disk::Memory(Arc::new(MemoryStore::new().going_by(clock.clone())))
    }

    pub(super) fn file(clock: &Clock) -> Disk {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a thread");
        let folder = TempDir::new().expect("a folder");
        Disk::File(SqliteFile { folder, runtime, clock: clock.clone(), open: Mutex::new(None) })
    }

    /// The store, for a server that starts. A file is opened anew.
    pub(super) fn open(&self) -> Arc<dyn Store> {
        match self {
            Disk::Memory(store) => store.clone(),
            Disk::File(file) => file.open(),
        }
    }

    /// The store, for somebody who looks at what is in it. It is the one that was last opened.
    pub(super) fn store(&self) -> Arc<dyn Store> {
        match self {
            Disk::Memory(store) => store.clone(),
            Disk::File(file) => file.lock().clone().expect("a server has opened it"),
        }
    }
}

impl SqliteFile {
    /// Opens the file. Who had it open before has it no more.
    fn open(&self) -> Arc<Blocking> {
        let runtime = self.runtime.handle().clone();
        if let Some(before) = self.lock().take() {
            wait_on(&runtime, async move { before.store.close().await });
        }
        let path = self.folder.path().join("games.db");
        // On a thread of its own, because this one has a runtime already.
        let open = || runtime.block_on(SqliteStore::open(&path));
        let store = thread::scope(|scope| scope.spawn(open).join()).expect("nothing panics").expect("the file opens");
        let standing = Clock::standing_at(self.clock.now());
        let store = Arc::new(store.going_by(standing.clone()));
        let open = Arc::new(Blocking { store, runtime, clock: self.clock.clone(), standing });
        *self.lock() = Some(open.clone());
        open
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Blocking>>> {
        self.open.lock().expect("nobody panics with it")
    }
}

/// A store whose answers are waited for while the time of the storm stands still, so that neither its threads nor the
/// disk of the machine have a say in what happens.
struct Blocking {
    store: Arc<SqliteStore>,
    runtime: tokio::runtime::Handle,
    /// The time of the storm.
    clock: Clock,
    /// The clock of the store, which is set before every question.
    standing: Clock,
}

impl Blocking {
    fn ask<T, F>(&self, question: impl FnOnce(Arc<SqliteStore>) -> F) -> T
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        self.standing.set(self.clock.now());
        wait_on(&self.runtime, question(self.store.clone()))
    }
}

fn wait_on<T: Send + 'static>(runtime: &tokio::runtime::Handle, answer: impl Future<Output = T> + Send + 'static) -> T {
    let (sender, receiver) = std::sync::mpsc::sync_channel(1);
    runtime.spawn(async move { drop(sender.send(answer.await)) });
    receiver.recv().expect("the store answers")
}

#[async_trait]
impl Store for Blocking {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        self.ask(|store| async move { store.create(game).await })
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        self.ask(|store| async move { store.plan(game).await })
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        self.ask(|store| async move { store.append(game, expected, batch).await })
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        self.ask(|store| async move { store.events(game, after).await })
    }

    async fn now(&self) -> Result<Time, StoreError> {
        self.ask(|store| async move { store.now().await })
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.ask(|store| async move { store.claim_due(lease, most).await })
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        self.ask(|store| async move { store.claim(game, by, lease).await })
    }

    fn changes(&self) -> Changes {
        self.store.changes()
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        let known = known.to_vec();
        self.ask(|store| async move { store.ahead(&known).await })
    }

    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError> {
        let players = players.to_vec();
        self.ask(|store| async move { store.attend(at, &players, lease).await })
    }

    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        self.ask(|store| async move { store.attending(game, elsewhere_than).await })
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        let games = games.to_vec();
        self.ask(|store| async move { store.renew_offers(&games, lease).await })
    }

    async fn running(&self) -> Result<Vec<GameId>, StoreError> {
        self.ask(|store| async move { store.running().await })
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        let secret = *secret;
        self.ask(|store| async move { store.seats(game, &secret).await })
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        let secret = *secret;
        self.ask(|store| async move { store.give_seat(game, seat, &secret).await })
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        self.ask(|store| async move { store.holders(game).await })
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        let text = text.clone();
        self.ask(|store| async move { store.say(game, by, at, &text).await })
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        self.ask(|store| async move { store.chat(game, after).await })
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        let (listing, page) = (*listing, *page);
        self.ask(|store| async move { store.list(&listing, &page).await })
    }

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        self.ask(|store| async move { store.summary(game).await })
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.ask(|store| async move { store.note_alive(now).await })
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        self.ask(|store| async move { store.last_alive().await })
    }

    async fn close(&self) {
        self.ask(|store| async move { store.close().await });
    }
}
