//! A task of a store, which is asked to end and then waited for.

use std::sync::Arc;

use tokio::sync::{Mutex, Notify};
use tokio::task::JoinHandle;

/// Somebody who works for a store until it is closed.
#[derive(Debug)]
pub(super) struct Clerk {
    closing: Arc<Notify>,
    /// None once it has ended.
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Clerk {
    /// Starts a task. It ends in its own time after it is notified.
    pub(super) fn start<F>(task: impl FnOnce(Arc<Notify>) -> F) -> Clerk
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let closing = Arc::new(Notify::new());
        let task = tokio::spawn(task(Arc::clone(&closing)));
        Clerk { closing, task: Mutex::new(Some(task)) }
    }

    /// Asks the task to end, and returns when it has. Whoever asks again waits as well.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        let mut task = self.task.lock().await;
        if let Some(running) = task.as_mut() {
            if let Err(error) = running.await {
                tracing::error!(%error, "the task that writes has failed");
            }
            *task = None;
        }
    }
}
