use std::fmt;
use std::sync::Arc;

use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::StoreError;

const MAX_WAITING: usize = 4_096;

pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

pub(super) struct BackgroundTask<J> {
    jobs: mpsc::Sender<J>,
    closing: Arc<Notify>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl<J> BackgroundTask<J> {
    /// The task closes its queue when it is notified, and ends when the queue is empty.
    pub(super) fn start<F>(task: impl FnOnce(mpsc::Receiver<J>, Arc<Notify>) -> F) -> BackgroundTask<J>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (jobs, queue) = mpsc::channel(MAX_WAITING);
        let closing = Arc::new(Notify::new());
        let task = tokio::spawn(task(queue, Arc::clone(&closing)));
        BackgroundTask { jobs, closing, task: Mutex::new(Some(task)) }
    }

    pub(super) async fn call<T>(&self, job: impl FnOnce(Reply<T>) -> J) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(job(reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Rejects new jobs and returns when all others are done. Can be called repeatedly.
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

impl<J> fmt::Debug for BackgroundTask<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackgroundTask").finish_non_exhaustive()
    }
}
