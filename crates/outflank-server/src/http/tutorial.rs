//! The lesson "How to play". The server stores no progress.

use axum::Json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::AppState;
use super::auth::Identity;
use super::errors::{Body, BodyRefusals, Refusals};
use crate::tutorial;
use crate::wire::{Problem, TryAnswer, TryRequest, Tutorial};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(lesson)).routes(routes!(try_move))
}

/// Returns all steps of the lesson.
#[utoipa::path(
    get,
    path = "/api/lesson",
    tag = "lesson",
    responses((status = 200, description = "The steps, with their positions and tasks.", body = Tutorial), Refusals)
)]
async fn lesson(_: Identity) -> Json<Tutorial> {
    Json(tutorial::lesson())
}

/// Plays a move in a step of the lesson.
#[utoipa::path(
    post,
    path = "/api/lesson/try",
    tag = "lesson",
    request_body = TryRequest,
    responses(
        (status = 200, description = "The outcome, the plies to show, and the next position.", body = TryAnswer),
        (status = 404, description = "No such step.", body = Problem),
        (status = 422, description = "The moves so far do not belong to the step, or the step is done.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn try_move(_: Identity, Body(request): Body<TryRequest>) -> Result<Json<TryAnswer>, Problem> {
    tutorial::try_move(&request).map(Json)
}
