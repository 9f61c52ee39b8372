use std::any::Any;

use axum::response::{IntoResponse, Response};

use crate::wire::{ErrorKind, Problem};

/// The connection and the server continue. The panic message is on standard error.
pub(super) fn answer(_: Box<dyn Any + Send>) -> Response {
    Problem::new(ErrorKind::Internal, "internal server error").into_response()
}
