use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use crate::store::{AppendError, Batch, Call, MemoryStore, Number, SqliteStore, Store, StoreError, StoreLayer};
use crate::{Clock, GameId};

pub(super) enum Disk {
    /// Shared by several servers.
    Memory(Arc<MemoryStore>),
    /// Used by one server at a time.
    File(SqliteFile),
}

/// An SQLite file, with the runtime on which it is read and written in real time.
pub(super) struct SqliteFile {
    folder: TempDir,
    runtime: Runtime,
    clock: Clock,
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

    pub(super) fn open(&self) -> Arc<dyn Store> {
        match self {
            Disk::Memory(store) => store.clone(),
            Disk::File(file) => file.open(),
        }
    }

    pub(super) fn store(&self) -> Arc<dyn Store> {
        match self {
            Disk::Memory(store) => store.clone(),
            Disk::File(file) => file.lock().clone().expect("a server has opened it"),
        }
    }
}

impl SqliteFile {
    fn open(&self) -> Arc<Blocking> {
        let runtime = self.runtime.handle().clone();
        if let Some(before) = self.lock().take() {
            wait_on(&runtime, || before.store.close());
        }
        let path = self.folder.path().join("games.db");
        let store = wait_on(&runtime, || SqliteStore::open(&path)).expect("the file opens");
        let standing = Clock::standing_at(self.clock.now());
        let store = store.going_by(standing.clone());
        let open = Arc::new(Blocking { store, runtime, clock: self.clock.clone(), standing });
        *self.lock() = Some(open.clone());
        open
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Blocking>>> {
        self.open.lock().expect("not poisoned")
    }
}

/// Blocks on every call while the storm's time stands still, so that threads and the disk do not affect what happens.
struct Blocking {
    store: SqliteStore,
    runtime: tokio::runtime::Handle,
    clock: Clock,
    /// The clock of the store, which is set before every call.
    standing: Clock,
}

impl Blocking {
    fn ask<T: Send>(&self, answer: impl Future<Output = T> + Send) -> T {
        self.standing.set(self.clock.now());
        wait_on(&self.runtime, move || answer)
    }
}

/// Uses a thread of its own, because this one runs another runtime.
fn wait_on<T: Send, F: Future<Output = T>>(runtime: &tokio::runtime::Handle, ask: impl FnOnce() -> F + Send) -> T {
    thread::scope(|scope| scope.spawn(|| runtime.block_on(ask())).join()).expect("the store does not panic")
}

impl StoreLayer for Blocking {
    fn inner(&self) -> &dyn Store {
        &self.store
    }

    async fn around<T: Send>(
        &self,
        _call: Call,
        _game: Option<GameId>,
        answer: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        self.ask(answer)
    }

    async fn on_append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        self.ask(self.store.append(game, expected, batch))
    }

    async fn on_close(&self) {
        self.ask(self.store.close());
    }
}
