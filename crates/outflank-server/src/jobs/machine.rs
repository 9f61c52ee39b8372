//! A machine that does nothing but make reports.

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

/// How a worker runs.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// The database of the servers that it works for.
    pub database: PostgresUrl,
    /// How many reports it makes at a time, each on a thread.
    pub threads: NonZeroUsize,
    /// After what time another may take over what it makes, if nothing is heard of it.
    pub lease: Duration,
}

impl WorkerConfig {
    /// A worker with all cores of this machine.
    pub fn new(database: PostgresUrl) -> WorkerConfig {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        WorkerConfig { database, threads, lease: Pace::default().lease }
    }
}

/// Makes reports for the servers of a database. There may be any number of them.
pub struct Worker {
    store: Arc<PostgresStore>,
    config: WorkerConfig,
}

impl Worker {
    /// Connects to the database. Its tables are made if they are not there yet.
    pub async fn connect(config: WorkerConfig) -> Result<Worker, ConnectError> {
        let store = Arc::new(PostgresStore::connect(config.database.reveal()).await?);
        Ok(Worker { store, config })
    }

    /// Works until the future is done. What is not finished by then is given back.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let WorkerConfig { threads, lease, .. } = self.config;
        let threads = threads.get();
        let engine = EnginePool::for_reports(threads);
        let pace = Pace { lease, ..Pace::default() };
        // Nobody asks a worker for reports: it looks for them.
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
