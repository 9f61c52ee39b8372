//! Handlers that panic.

use std::panic::AssertUnwindSafe;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;

use crate::wire::{ErrorKind, Problem};

/// Turns a panic into an error for this request; the panic's message is on standard error already.
pub(super) async fn catch(request: Request, next: Next) -> Response {
    let response = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    response.unwrap_or_else(|_| Problem::new(ErrorKind::Internal, "something failed on the server").into_response())
}
