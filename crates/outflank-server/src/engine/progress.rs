//! What a student is told while a question waits, is searched and is answered.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::pool::JobGuard;

/// The least time between two stages that are told.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// How far a question has come.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stage<T> {
    /// It waits until so many others are answered.
    Waiting(usize),
    /// This is known so far.
    Found(T),
    /// This is the answer.
    Done(T),
    /// There will be no answer.
    Broken(Broken),
}

/// Why a question that was taken is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// The search failed.
    Failed,
    /// The server is stopping.
    Stopped,
}

impl<T> Stage<T> {
    /// Whether nothing comes after it.
    pub(crate) fn is_last(&self) -> bool {
        matches!(self, Stage::Done(_) | Stage::Broken(_))
    }
}

/// The answer to a question, as it becomes known. Dropping it withdraws the question.
///
/// Only the newest stage is kept, so that a slow reader holds nobody up and nothing piles up for it.
pub(crate) struct ProgressStream<T> {
    stages: watch::Receiver<Stage<T>>,
    not_before: Instant,
    /// What was seen and is not told yet.
    newest: Option<Stage<T>>,
    _guard: JobGuard,
}

impl<T: Clone> ProgressStream<T> {
    pub(super) fn new(stages: watch::Receiver<Stage<T>>, guard: JobGuard) -> ProgressStream<T> {
        ProgressStream { stages, not_before: Instant::now(), newest: None, _guard: guard }
    }

    /// The newest stage, when there is one that was not told. At most ten a second, and the last in any case.
    /// Nothing is lost when the future is dropped.
    pub(crate) async fn next(&mut self) -> Stage<T> {
        loop {
            let changed = match self.newest {
                None => self.stages.changed().await,
                Some(_) => match timeout_at(self.not_before, self.stages.changed()).await {
                    Ok(changed) => changed,
                    Err(_) => break,
                },
            };
            if changed.is_err() {
                break;
            }
            let stage = self.stages.borrow_and_update().clone();
            let is_due = stage.is_last() || Instant::now() >= self.not_before;
            self.newest = Some(stage);
            if is_due {
                break;
            }
        }
        self.not_before = Instant::now() + MIN_INTERVAL;
        self.newest.take().unwrap_or(Stage::Broken(Broken::Stopped))
    }
}

/// The other end of an [`ProgressStream`].
pub(super) struct ProgressSender<T>(watch::Sender<Stage<T>>);

impl<T> Clone for ProgressSender<T> {
    fn clone(&self) -> ProgressSender<T> {
        ProgressSender(self.0.clone())
    }
}

impl<T> ProgressSender<T> {
    pub(super) fn new() -> (ProgressSender<T>, watch::Receiver<Stage<T>>) {
        let (sender, receiver) = watch::channel(Stage::Waiting(0));
        (ProgressSender(sender), receiver)
    }

    pub(super) fn tell(&self, stage: Stage<T>) {
        self.0.send_replace(stage);
    }

    /// So many others are before it. Once something is known, that is of no interest.
    pub(super) fn waits(&self, others: usize) {
        self.0.send_if_modified(|stage| {
            let is_news = matches!(stage, Stage::Waiting(told) if *told != others);
            if is_news {
                *stage = Stage::Waiting(others);
            }
            is_news
        });
    }
}
