use std::sync::Arc;

use tokio::time::Instant;

use super::Metrics;
use crate::GameId;
use crate::config::Database;
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{Access, AppendError, Batch, Call, Creation, NewGame, Number, Store, StoreError, StoreLayer};

pub(crate) struct MeasuredStore {
    store: Arc<dyn Store>,
    metrics: Metrics,
    writing: Arc<LogThrottle>,
    reading: LogThrottle,
}

const WRITING: FailureMessages =
    FailureMessages { failing: "cannot write to the database", recovered: "can write to the database again" };
const READING: FailureMessages =
    FailureMessages { failing: "cannot read from the database", recovered: "can read from the database again" };

impl MeasuredStore {
    pub(crate) fn new(store: Arc<dyn Store>, place: &Database, metrics: Metrics) -> MeasuredStore {
        let (writing, reading) = (LogThrottle::at(place, WRITING), LogThrottle::at(place, READING));
        MeasuredStore { store, metrics, writing: Arc::new(writing), reading }
    }

    pub(crate) fn writing(&self) -> Arc<LogThrottle> {
        Arc::clone(&self.writing)
    }

    fn not_written(&self, error: &StoreError) {
        if let StoreError::Database(_) = error {
            self.metrics.commit_failed();
        }
        if error.affects_all_calls() {
            self.writing.failed(error);
        }
    }
}

impl StoreLayer for MeasuredStore {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    async fn around<T: Send>(
        &self,
        call: Call,
        _game: Option<GameId>,
        answer: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        let answer = answer.await;
        match (call.access(), &answer) {
            (Access::Read, Ok(_)) => self.reading.worked(),
            (Access::Read, Err(error)) if error.affects_all_calls() => self.reading.failed(error),
            // Other calls may succeed without writing anything.
            (Access::Write, Ok(_)) if matches!(call, Call::NoteAlive | Call::RenewOffers) => self.writing.worked(),
            (Access::Write, Err(error)) => self.not_written(error),
            _ => {}
        }
        answer
    }

    async fn on_create(&self, game: NewGame) -> Result<Creation, StoreError> {
        let (events, begun) = (game.first.events.len(), Instant::now());
        let done = self.around(Call::Create, Some(game.id), self.store.create(game)).await;
        if let Ok(Creation::Created) = done {
            self.metrics.committed(events, begun.elapsed());
            self.writing.worked();
        }
        done
    }

    async fn on_append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let (events, begun) = (batch.events.len(), Instant::now());
        let done = self.store.append(game, expected, batch).await;
        match &done {
            Ok(()) => {
                self.metrics.committed(events, begun.elapsed());
                self.writing.worked();
            }
            Err(AppendError::Store(error)) => self.not_written(error),
            Err(AppendError::Conflict | AppendError::Full) => {}
        }
        done
    }
}
