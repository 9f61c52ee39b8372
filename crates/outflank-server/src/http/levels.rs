//! The levels of the engine.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;

use super::auth::Identity;
use super::errors::Refusals;
use crate::wire::LevelList;

/// The levels of the engine, with their names and descriptions.
#[utoipa::path(
    get,
    path = "/api/levels",
    tag = "games",
    responses((status = 200, description = "All levels, the weakest first.", body = LevelList), Refusals)
)]
pub(super) async fn levels(_: Identity) -> impl IntoResponse {
    // They change with the program only.
    ([(header::CACHE_CONTROL, "public, max-age=3600")], Json(LevelList::all()))
}
