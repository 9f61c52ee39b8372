use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::time;

use crate::config::MetricsToken;
use crate::engine::EnginePool;
use crate::jobs::ReportService;
use crate::live::Hall;
use crate::log_throttle::LogThrottle;
use crate::metrics::{Levels, Metrics};
use crate::store::Store;
use crate::wire::{ErrorKind, Problem};

const STORE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone)]
pub(crate) struct Health {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) writing: Arc<LogThrottle>,
    pub(crate) hall: Hall,
    pub(crate) engine: EnginePool,
    pub(crate) reports: ReportService,
    pub(crate) metrics: Metrics,
    pub(crate) metrics_token: Option<MetricsToken>,
}

pub(crate) fn routes(health: Health) -> Router {
    Router::new().route("/healthz", get(healthz)).route("/metrics", get(metrics_with_token)).with_state(health)
}

pub(crate) fn metrics_app(health: Health) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(health)
}

/// 200 if the store can be read and written. The heartbeat writes at least once a second, even without games.
async fn healthz(State(health): State<Health>) -> Response {
    if let Some(why) = health.writing.why() {
        return (StatusCode::SERVICE_UNAVAILABLE, format!("cannot write to the database: {why}\n")).into_response();
    }
    match time::timeout(STORE_TIMEOUT, health.store.last_alive()).await {
        Ok(Ok(_)) => "ok\n".into_response(),
        Ok(Err(error)) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not respond\n").into_response(),
    }
}

async fn metrics_with_token(State(health): State<Health>, headers: HeaderMap) -> Response {
    let Some(token) = &health.metrics_token else {
        let message = "no metrics here; start the server with --metrics-listen or --metrics-token-file";
        return Problem::new(ErrorKind::NotFound, message).into_response();
    };
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    match given.is_some_and(|given| token.is(given)) {
        true => metrics(State(health)).await,
        false => Problem::new(ErrorKind::NoSuchSecret, "expected the token for metrics as Bearer").into_response(),
    }
}

async fn metrics(State(health): State<Health>) -> Response {
    let counts = time::timeout(STORE_TIMEOUT, health.reports.counts()).await;
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
