use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{broadcast, watch};

use crate::GameId;
use crate::store::{
    Access, AppendError, Batch, Call, Change, Changes, MemoryStore, Number, Store, StoreError, StoreLayer,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fault {
    #[default]
    None,
    NotWritten,
    ReadOnly,
    WrittenUnnoticed,
    Contradicting,
    Held,
    SlowSeats,
    SlowHeartbeats,
    Stalled,
    Unreachable,
    Dead,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Hints {
    #[default]
    Passed,
    Lost,
    Muddled,
}

pub(crate) struct FaultyStore {
    inner: Arc<MemoryStore>,
    fault: watch::Sender<Fault>,
    held: watch::Sender<usize>,
    hints: Relay,
    reads: AtomicUsize,
}

impl FaultyStore {
    pub(crate) fn new(inner: Arc<MemoryStore>) -> FaultyStore {
        let hints = Relay::new(inner.changes(), Hints::Passed);
        let (fault, held) = (watch::Sender::default(), watch::Sender::default());
        FaultyStore { inner, fault, held, hints, reads: AtomicUsize::new(0) }
    }

    pub(crate) fn hint(&self, hints: Hints) {
        self.hints.fate.send_replace(hints);
    }

    pub(crate) fn announce_lost_hints(&self) {
        self.hints.passed.send(Change::Missed).unwrap();
    }

    pub(crate) fn reads(&self) -> usize {
        self.reads.load(Ordering::SeqCst)
    }

    pub(crate) fn set(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }

    pub(crate) async fn an_append_is_held(&self) {
        self.held.subscribe().wait_for(|&held| held > 0).await.unwrap();
    }

    fn fault(&self) -> Fault {
        *self.fault.borrow()
    }

    async fn unless_stalled(&self) {
        // The store stays, so there is always a sender.
        drop(self.fault.subscribe().wait_for(|&fault| fault != Fault::Stalled).await);
    }

    async fn unless_dead(&self) {
        if self.fault() == Fault::Dead {
            std::future::pending::<()>().await;
        }
    }
}

pub(super) struct Relay {
    fate: watch::Sender<Hints>,
    pub(super) passed: broadcast::Sender<Change>,
}

impl Relay {
    pub(super) fn new(mut changes: Changes, hints: Hints) -> Relay {
        let relay = Relay { fate: watch::Sender::new(hints), passed: broadcast::Sender::new(4_096) };
        let (fate, passed) = (relay.fate.subscribe(), relay.passed.clone());
        tokio::spawn(async move {
            let mut withheld = None;
            loop {
                let change = changes.next().await;
                let pass: &[Option<Change>] = match *fate.borrow() {
                    Hints::Passed => &[Some(change)],
                    Hints::Lost => &[],
                    Hints::Muddled => &[Some(change), withheld, Some(change), withheld],
                };
                // There may be no receiver yet.
                pass.iter().flatten().for_each(|&change| drop(passed.send(change)));
                withheld = Some(change);
            }
        });
        relay
    }
}

pub(super) fn failed() -> StoreError {
    StoreError::Database(Arc::new(std::io::Error::other("the disk is on fire")))
}

impl StoreLayer for FaultyStore {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    async fn around<T: Send>(
        &self,
        call: Call,
        _game: Option<GameId>,
        answer: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        if let Call::Events | Call::Chat = call {
            self.reads.fetch_add(1, Ordering::SeqCst);
        }
        self.unless_stalled().await;
        match (self.fault(), call) {
            (Fault::Unreachable, _) => return Err(failed()),
            (Fault::ReadOnly, _) if call.access() == Access::Write => return Err(failed()),
            (Fault::NotWritten | Fault::WrittenUnnoticed, Call::Events) => return Err(failed()),
            _ => {}
        }
        self.unless_dead().await;
        match (self.fault(), call) {
            (Fault::SlowSeats, Call::Seats) => tokio::time::sleep(Duration::from_millis(10)).await,
            (Fault::SlowHeartbeats, Call::Heartbeat) => tokio::time::sleep(Duration::from_secs(1)).await,
            _ => {}
        }
        answer.await
    }

    async fn on_append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        self.unless_stalled().await;
        self.unless_dead().await;
        // Other tasks run here, as they do while a disk works.
        tokio::task::yield_now().await;
        if self.fault() == Fault::Held {
            self.held.send_modify(|held| *held += 1);
            self.fault.subscribe().wait_for(|&fault| fault != Fault::Held).await.unwrap();
            self.held.send_modify(|held| *held -= 1);
        }
        match self.fault() {
            Fault::NotWritten | Fault::ReadOnly | Fault::Unreachable => Err(AppendError::Store(failed())),
            Fault::Contradicting => Err(AppendError::Conflict),
            Fault::WrittenUnnoticed => {
                self.inner.append(game, expected, batch).await?;
                Err(AppendError::Store(failed()))
            }
            Fault::None | Fault::SlowSeats | Fault::SlowHeartbeats | Fault::Held | Fault::Stalled | Fault::Dead => {
                self.inner.append(game, expected, batch).await
            }
        }
    }

    fn on_changes(&self) -> Changes {
        Changes::of(&self.hints.passed)
    }

    async fn on_close(&self) {
        self.unless_dead().await;
        self.inner.close().await;
    }
}
