//! Limits the time until a response begins.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::CONNECTION;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time;

use super::Guard;
use crate::wire::{ErrorKind, Problem};

/// Ends a request whose body does not arrive or whose handler hangs. Streams begin at once and may last.
pub(super) async fn limit(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    time::timeout(guard.limits.request_time, next.run(request)).await.unwrap_or_else(|_| {
        let mut answer = Problem::new(ErrorKind::Unavailable, "the request took too long").into_response();
        // The rest of its body may still arrive, and is not the next request.
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        answer
    })
}
