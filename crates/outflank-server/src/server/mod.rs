mod accept;
mod connection;
mod error;

#[cfg(test)]
mod tests;

use std::io;
use std::net::{Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time;

use crate::config::{Config, Database, ReportMakers};
use crate::engine::EnginePool;
use crate::export::Pictures;
use crate::http::{self, AppState, Files, ForeignOrigins, Guard, Health};
use crate::jobs::{MemoryQueue, Pace, Queue, ReportService, ReportWorkers};
use crate::limits::{Budgets, ConnectionLimit};
use crate::live::Hall;
use crate::metrics::{MeasuredStore, Metrics};
#[cfg(unix)]
use crate::operator::OperatorSocket;
use crate::reach::Reach;
#[cfg(feature = "postgres")]
use crate::store::PostgresStore;
use crate::store::{MemoryStore, SqliteStore, Store};
use crate::{Clock, ServerId};
use accept::{Acceptor, Phase};

pub use error::StartError;

pub struct Server {
    listeners: Vec<TcpListener>,
    reach: Reach,
    acceptor: Acceptor,
    metrics: Option<(TcpListener, Acceptor)>,
    phase: watch::Sender<Phase>,
    connections: ConnectionLimit,
    grace: Duration,
    hall: Hall,
    engine: EnginePool,
    report_workers: Option<ReportWorkers>,
    store: Arc<dyn Store>,
    #[cfg(unix)]
    operators: Option<OperatorSocket>,
}

impl Server {
    pub async fn bind(config: Config) -> Result<Server, StartError> {
        let listeners = listen(&config.listen)?;
        let metrics = config.metrics.listen.map(listen_for_metrics).transpose()?;
        let (store, queue) = open(&config.database).await?;
        Server::start(config, listeners, metrics, store, queue).await
    }

    async fn start(
        config: Config,
        listeners: Vec<TcpListener>,
        metrics_listener: Option<TcpListener>,
        store: Arc<dyn Store>,
        queue: Arc<dyn Queue>,
    ) -> Result<Server, StartError> {
        let node = ServerId::random();
        tracing::info!(%node, "starting");
        let metrics = Metrics::of(node);
        let store = MeasuredStore::new(store, &config.database, metrics.clone());
        let writing = store.writing();
        let store: Arc<dyn Store> = Arc::new(store);
        let clock = Clock::start();
        let engine = EnginePool::start(config.threads.get(), config.book);
        let hall = Hall::open(Arc::clone(&store), clock.clone(), engine.clone(), &config.limits, node)
            .await
            .map_err(StartError::Games)?;
        hall.retain(config.retention).await.map_err(StartError::Games)?;
        let addresses = addresses(&config.listen, &listeners)?;
        let reach = Reach::new(config.public_url.clone(), &addresses);
        let collection = config.collection.clone();
        let wake = Arc::new(Notify::new());
        let reports = ReportService::new(Arc::clone(&queue), Arc::clone(&wake));
        let budgets = Arc::new(Budgets::new(&config.limits));
        let files = match config.page.clone() {
            Some(page) => Files::new(page, &config.guide),
            None => Files::embedded(&config.guide),
        };
        let app = AppState {
            hall: hall.clone(),
            engine: engine.clone(),
            reports: reports.clone(),
            clock,
            reach: reach.clone(),
            foreign_origins: ForeignOrigins::new(),
            collection,
            budgets: Arc::clone(&budgets),
            pictures: Pictures::new(config.limits.picture_cache_bytes),
            files: files.clone(),
        };
        let report_workers = (config.reports == ReportMakers::ServerToo).then(|| {
            // One thread is kept for seats.
            let workers = config.threads.get().saturating_sub(1);
            ReportWorkers::start(queue, engine.clone(), workers, Pace::default(), wake, metrics.clone())
        });
        let health = Health {
            store: Arc::clone(&store),
            writing,
            hall: hall.clone(),
            engine: engine.clone(),
            reports,
            metrics: metrics.clone(),
            metrics_token: config.metrics.token.clone(),
        };
        let metrics_app = http::metrics_app(health.clone());
        let connections = ConnectionLimit::new(&config, metrics.clone());
        let guard = Guard::new(&config, budgets, connections.clone(), metrics.clone());
        let app = http::app(http::router(app), health, files, guard);
        let phase = watch::Sender::new(Phase::Open);
        let acceptor = Acceptor::new(app, &config.limits, connections.clone(), phase.subscribe());
        // Connections of their own: a full server can still be watched.
        let for_metrics = ConnectionLimit::of(METRICS_CONNECTIONS, metrics);
        let for_metrics = Acceptor::new(metrics_app, &config.limits, for_metrics, phase.subscribe());
        let metrics = metrics_listener.map(|listener| (listener, for_metrics));
        let grace = config.limits.grace;
        #[cfg(unix)]
        let operators = listen_to_operators(&config.database, &hall);
        Ok(Server {
            listeners,
            reach,
            acceptor,
            metrics,
            phase,
            connections,
            grace,
            hall,
            engine,
            report_workers,
            store,
            #[cfg(unix)]
            operators,
        })
    }

    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Then it finishes pending requests, ends streams and closes the store. Connections that stay open are cut off.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut listening = JoinSet::new();
        for listener in self.listeners {
            listening.spawn(self.acceptor.clone().accept(listener));
        }
        if let Some((listener, acceptor)) = self.metrics {
            listening.spawn(acceptor.accept(listener));
        }
        stop.await;
        tracing::info!("stopping");
        self.phase.send_replace(Phase::Closing);
        while listening.join_next().await.is_some() {}
        #[cfg(unix)]
        drop(self.operators);
        self.hall.close().await;
        if let Some(workers) = self.report_workers {
            workers.end().await;
        }
        self.engine.stop();
        if time::timeout(self.grace, self.connections.all_closed()).await.is_err() {
            tracing::warn!("cut off connections that did not end in time");
        }
        self.phase.send_replace(Phase::Closed);
        self.store.close().await;
        tracing::info!("stopped");
    }
}

/// Without the socket, `outflank games` can only read while the server runs.
#[cfg(unix)]
fn listen_to_operators(database: &Database, hall: &Hall) -> Option<OperatorSocket> {
    let Database::Sqlite(path) = database else { return None };
    OperatorSocket::open(path, hall.clone())
        .inspect_err(|error| tracing::warn!(%error, "cannot take orders at {}.sock", path.display()))
        .ok()
}

fn listen(addresses: &[SocketAddr]) -> Result<Vec<TcpListener>, StartError> {
    if addresses.is_empty() {
        return Err(StartError::NoAddress);
    }
    let mut listeners = Vec::new();
    for &address in addresses {
        let listener = listen_at(address).map_err(|error| StartError::Listen { address, error })?;
        listeners.push(listener);
    }
    Ok(listeners)
}

fn listen_for_metrics(address: SocketAddr) -> Result<TcpListener, StartError> {
    let failed = |error| StartError::ListenForMetrics { address, error };
    let listener = listen_at(address).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    tracing::info!("serving metrics on http://{address}/metrics");
    Ok(listener)
}

const METRICS_CONNECTIONS: usize = 32;

/// The system's send buffer per connection. By default it would be megabytes.
const SEND_BUFFER: u32 = 64 * 1024;

const BACKLOG: u32 = 1024;

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // By default, a socket on [::] accepts IPv4 on some systems only.
    if address.ip() == Ipv6Addr::UNSPECIFIED {
        socket2::SockRef::from(&socket).set_only_v6(false)?;
    }
    // On Windows this would let another program use the same port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Connections inherit it from their listener.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn addresses(asked: &[SocketAddr], listeners: &[TcpListener]) -> Result<Vec<SocketAddr>, StartError> {
    let given = |(&address, listener): (&SocketAddr, &TcpListener)| {
        listener.local_addr().map_err(|error| StartError::Listen { address, error })
    };
    asked.iter().zip(listeners).map(given).collect()
}

async fn open(database: &Database) -> Result<(Arc<dyn Store>, Arc<dyn Queue>), StartError> {
    match database {
        Database::Memory => Ok((Arc::new(MemoryStore::new()), Arc::new(MemoryQueue::new()))),
        Database::Sqlite(path) => {
            let store = Arc::new(SqliteStore::open(path).await.map_err(StartError::Database)?);
            Ok((store.clone(), store))
        }
        #[cfg(not(feature = "postgres"))]
        Database::Postgres(_) => Err(StartError::NoPostgres),
        #[cfg(feature = "postgres")]
        Database::Postgres(url) => {
            let store = Arc::new(PostgresStore::connect(url.reveal()).await.map_err(StartError::Postgres)?);
            Ok((store.clone(), store))
        }
    }
}
