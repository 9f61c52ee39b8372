//! A background task that can be stopped and awaited.

use std::sync::Arc;

use tokio::sync::{Mutex, Notify};
use tokio::task::JoinHandle;

#[derive(Debug)]
pub(super) struct BackgroundTask {
    closing: Arc<Notify>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl BackgroundTask {
    pub(super) fn start<F>(task: impl FnOnce(Arc<Notify>) -> F) -> BackgroundTask
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let closing = Arc::new(Notify::new());
        let task = tokio::spawn(task(Arc::clone(&closing)));
        BackgroundTask { closing, task: Mutex::new(Some(task)) }
    }

    /// Stops the task and waits for it. Can be called repeatedly.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        let mut task = self.task.lock().await;
        if let Some(running) = task.as_mut() {
            if let Err(error) = running.await {
                tracing::error!(%error, "the writer task failed");
            }
            *task = None;
        }
    }
}
