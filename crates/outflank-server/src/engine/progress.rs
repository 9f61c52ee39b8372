use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::pool::JobGuard;

const MIN_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stage<T> {
    Waiting(usize),
    Found(T),
    Done(T),
    Broken(Broken),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    Failed,
    Stopped,
}

impl<T> Stage<T> {
    pub(crate) fn is_last(&self) -> bool {
        matches!(self, Stage::Done(_) | Stage::Broken(_))
    }
}

/// Progress of a job. Keeps only the newest stage, so a slow reader delays nothing. Dropping it cancels the job.
pub(crate) struct ProgressStream<T> {
    stages: watch::Receiver<Stage<T>>,
    not_before: Instant,
    newest: Option<Stage<T>>,
    _guard: JobGuard,
}

impl<T: Clone> ProgressStream<T> {
    pub(super) fn new(stages: watch::Receiver<Stage<T>>, guard: JobGuard) -> ProgressStream<T> {
        ProgressStream { stages, not_before: Instant::now(), newest: None, _guard: guard }
    }

    /// Returns the newest unseen stage, at most ten per second; the last one immediately. Cancel safe.
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

    pub(super) fn send(&self, stage: Stage<T>) {
        self.0.send_replace(stage);
    }

    pub(super) fn queued(&self, others: usize) {
        self.0.send_if_modified(|stage| {
            let is_new = matches!(stage, Stage::Waiting(known) if *known != others);
            if is_new {
                *stage = Stage::Waiting(others);
            }
            is_new
        });
    }
}
