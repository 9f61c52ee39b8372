use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::Instant;

use super::Guard;

/// The log contains neither query strings nor headers, so no secrets.
pub(super) async fn observe(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let (status, ms) = (response.status(), begun.elapsed().as_secs_f64() * 1e3);
    guard.metrics.answered(route.as_ref().map_or("file", MatchedPath::as_str), status);
    if status == StatusCode::TOO_MANY_REQUESTS {
        guard.metrics.rate_limited();
    }
    match status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        true => tracing::warn!(%method, path, status = status.as_u16(), ms, "answered"),
        false => tracing::debug!(%method, path, status = status.as_u16(), ms, "answered"),
    }
    response
}
