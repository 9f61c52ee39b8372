//! What is answered when a handler panics, which none should.

use std::any::Any;

use axum::response::{IntoResponse, Response};

use crate::wire::{ErrorKind, Problem};

/// The request has failed; the connection and the server go on. What the panic said is on standard error already.
pub(super) fn answer(_: Box<dyn Any + Send>) -> Response {
    Problem::new(ErrorKind::Internal, "something failed on the server").into_response()
}
