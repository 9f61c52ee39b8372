//! Whether the server is well, and what it counts.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::time;

use crate::engine::EnginePool;
use crate::jobs::ReportService;
use crate::live::Hall;
use crate::log_throttle::LogThrottle;
use crate::metrics::{Levels, Metrics};
use crate::store::Store;

/// How long the store may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is looked at.
#[derive(Clone)]
pub(crate) struct Health {
    /// Where games are kept.
    pub(crate) store: Arc<dyn Store>,
    /// Whether games can be written there.
    pub(crate) writing: Arc<LogThrottle>,
    /// The games.
    pub(crate) hall: Hall,
    /// The engine.
    pub(crate) engine: EnginePool,
    /// The reports.
    pub(crate) reports: ReportService,
    /// What is counted.
    pub(crate) metrics: Metrics,
}

/// `/healthz` and `/metrics`.
pub(crate) fn routes(health: Health) -> Router {
    Router::new().route("/healthz", get(healthz)).route("/metrics", get(metrics)).with_state(health)
}

/// 200 if the store answers and what is played can be kept. The heartbeat tries it every second, also where nobody plays.
async fn healthz(State(health): State<Health>) -> Response {
    if let Some(why) = health.writing.why() {
        return (StatusCode::SERVICE_UNAVAILABLE, format!("nothing can be written: {why}\n")).into_response();
    }
    match time::timeout(PATIENCE, health.store.last_alive()).await {
        Ok(Ok(_)) => "ok\n".into_response(),
        Ok(Err(error)) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n").into_response(),
    }
}

/// All counts, as Prometheus reads them.
async fn metrics(State(health): State<Health>) -> Response {
    let counts = time::timeout(PATIENCE, health.reports.counts()).await;
    let levels = Levels {
        reports: counts.ok().and_then(Result::ok),
        games: health.hall.rooms_open(),
        subscriptions: health.hall.subscriptions(),
        searches: health.engine.load(),
    };
    match health.metrics.to_text(levels) {
        Ok(text) => {
            ([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text).into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
