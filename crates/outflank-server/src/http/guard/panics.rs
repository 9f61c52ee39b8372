use std::panic::AssertUnwindSafe;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;

use crate::wire::{ErrorKind, Problem};

/// Turns a panic into an error of this request. The panic message is on standard error.
pub(super) async fn catch(request: Request, next: Next) -> Response {
    let response = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    response.unwrap_or_else(|_| Problem::new(ErrorKind::Internal, "internal server error").into_response())
}
