use axum::http::header;
use axum::response::IntoResponse;

use super::auth::Identity;
use super::errors::{Body, BodyRefusals, Refusals};
use crate::qr;
use crate::wire::{Problem, QrRequest};

/// Renders a text as a QR code.
#[utoipa::path(
    post,
    path = "/api/qr",
    tag = "records",
    request_body = QrRequest,
    responses((status = 200, description = "The code.", body = String, content_type = "image/svg+xml"), Refusals, BodyRefusals)
)]
pub(super) async fn draw(_: Identity, Body(request): Body<QrRequest>) -> Result<impl IntoResponse, Problem> {
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], qr::svg(&request.text)?))
}
