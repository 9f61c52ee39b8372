use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Guard;
use crate::wire::{ErrorKind, Problem};

const COLLECTIONS: [&str; 2] = ["/api/study/read", "/api/reports"];

const DRILL: &str = "/api/drill/";

/// Rejects a request whose `Content-Length` is too large, and limits how much of a body can be read.
pub(super) async fn limit(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
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
