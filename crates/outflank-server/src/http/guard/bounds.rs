use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::HeaderValue;
use axum::http::header::{CONNECTION, CONTENT_LENGTH};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time;

use super::Guard;
use crate::wire::{ErrorKind, Problem};

const COLLECTIONS: [&str; 2] = ["/api/study/read", "/api/reports"];

const DRILL: &str = "/api/drill/";

pub(super) async fn body(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let most = match COLLECTIONS.contains(&path) || path.starts_with(DRILL) {
        true => guard.limits.record_bytes,
        false => guard.limits.body_bytes,
    };
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > most as u64) {
        return Problem::new(ErrorKind::TooLarge, format_args!("expected at most {most} bytes")).into_response();
    }
    DefaultBodyLimit::max(most).apply(&mut request);
    next.run(request).await
}

/// Ends a request whose body does not arrive or whose handler hangs. Streams begin at once and may last.
pub(super) async fn time(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    time::timeout(guard.limits.request_time, next.run(request)).await.unwrap_or_else(|_| {
        let mut answer = Problem::new(ErrorKind::Unavailable, "the request took too long").into_response();
        // The rest of its body may still arrive, and is not the next request.
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        answer
    })
}
