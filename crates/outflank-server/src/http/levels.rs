use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;

use super::auth::Identity;
use super::errors::Refusals;
use crate::wire::LevelList;

/// Lists the engine's levels, with names and descriptions.
#[utoipa::path(
    get,
    path = "/api/levels",
    tag = "games",
    responses((status = 200, description = "All levels, the weakest first.", body = LevelList), Refusals)
)]
pub(super) async fn levels(_: Identity) -> impl IntoResponse {
    // They only change with the program.
    ([(header::CACHE_CONTROL, "public, max-age=3600")], Json(LevelList::all()))
}
