use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::{Pace, ReportWorkers};
use crate::ServerId;
use crate::config::PostgresUrl;
use crate::engine::EnginePool;
use crate::metrics::Metrics;
use crate::store::{ConnectError, PostgresStore, Store as _};

#[derive(Clone, Debug)]
pub struct WorkerConfig {
    pub database: PostgresUrl,
    pub threads: NonZeroUsize,
    /// After this time without a renewal, another worker may take the job.
    pub lease: Duration,
}

impl WorkerConfig {
    pub fn new(database: PostgresUrl) -> WorkerConfig {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        WorkerConfig { database, threads, lease: Pace::default().lease }
    }
}

pub struct Worker {
    store: Arc<PostgresStore>,
    config: WorkerConfig,
}

impl Worker {
    pub async fn connect(config: WorkerConfig) -> Result<Worker, ConnectError> {
        let store = Arc::new(PostgresStore::connect(config.database.reveal()).await?);
        Ok(Worker { store, config })
    }

    /// Works until `stop` completes, then returns unfinished jobs to the queue.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let WorkerConfig { threads, lease, .. } = self.config;
        let threads = threads.get();
        let engine = EnginePool::for_reports(threads);
        let pace = Pace { lease, ..Pace::default() };
        // A worker polls: submissions wake servers only.
        let wake = Arc::default();
        let workers = ReportWorkers::start(
            self.store.clone(),
            engine.clone(),
            threads,
            pace,
            wake,
            Metrics::of(ServerId::random()),
        );
        tracing::info!(threads, "working");
        stop.await;
        tracing::info!("stopping");
        workers.end().await;
        engine.stop();
        self.store.close().await;
        tracing::info!("stopped");
    }
}
