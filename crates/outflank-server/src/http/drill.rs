//! Training: puzzles that come again, and openings by heart. The server keeps nothing of it.

use axum::Json;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::AppState;
use super::auth::Identity;
use super::errors::{Asked, Body, BodyRefusals, Refusals};
use super::study::off_the_loop;
use crate::drill;
use crate::wire::{
    AnswerRequest, AnswerVerdict, LessonRequest, LessonStep, NextLesson, NextPuzzle, NextRequest, OpeningList,
    OpeningsRequest, Problem, ShownPuzzle, StepRequest,
};

/// The addresses of training.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(next))
        .routes(routes!(answer))
        .routes(routes!(puzzle))
        .routes(routes!(openings))
        .routes(routes!(next_lesson))
        .routes(routes!(step))
}

/// The puzzle to try next.
#[utoipa::path(
    post,
    path = "/api/drill/next",
    tag = "drill",
    request_body = NextRequest,
    responses(
        (status = 200, description = "The puzzle, and how it goes.", body = NextPuzzle),
        (status = 422, description = "The progress cannot be read.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn next(_: Identity, Body(request): Body<NextRequest>) -> Result<Json<NextPuzzle>, Problem> {
    off_the_loop(move || drill::next(request, entropy())).await.map(Json)
}

/// What an answer to a puzzle is worth.
#[utoipa::path(
    post,
    path = "/api/drill/answer",
    tag = "drill",
    request_body = AnswerRequest,
    responses(
        (status = 200, description = "Whether it is right, what all moves are worth, and the progress to keep.", body = AnswerVerdict),
        (status = 404, description = "There is no such puzzle.", body = Problem),
        (status = 422, description = "The move is not legal, or the progress cannot be read.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn answer(_: Identity, Body(request): Body<AnswerRequest>) -> Result<Json<AnswerVerdict>, Problem> {
    off_the_loop(move || drill::answer(request)).await.map(Json)
}

/// A puzzle by its name.
#[utoipa::path(
    get,
    path = "/api/puzzles/{id}",
    tag = "drill",
    params(("id" = String, Path, description = "Eight hexadecimal digits.")),
    responses(
        (status = 200, description = "The puzzle.", body = ShownPuzzle),
        (status = 404, description = "There is no such puzzle.", body = Problem),
        Refusals
    )
)]
async fn puzzle(_: Identity, id: Result<Path<String>, PathRejection>) -> Result<Json<ShownPuzzle>, Problem> {
    let id = id.ok().and_then(|Path(text)| text.parse().ok());
    id.map_or_else(|| Err(drill::no_such_puzzle()), drill::puzzle).map(Json)
}

/// The openings that have a name.
#[utoipa::path(
    get,
    path = "/api/openings",
    tag = "drill",
    params(OpeningsRequest),
    responses((status = 200, description = "The openings, in the order of their names.", body = OpeningList), Refusals)
)]
async fn openings(_: Identity, Asked(request): Asked<OpeningsRequest>) -> Result<Json<OpeningList>, Problem> {
    drill::openings(&request).map(Json)
}

/// The opening to play next from memory.
#[utoipa::path(
    post,
    path = "/api/drill/lesson",
    tag = "drill",
    request_body = LessonRequest,
    responses(
        (status = 200, description = "The opening, and how it goes.", body = NextLesson),
        (status = 422, description = "The progress cannot be read.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn next_lesson(_: Identity, Body(request): Body<LessonRequest>) -> Result<Json<NextLesson>, Problem> {
    off_the_loop(move || drill::next_lesson(request, entropy())).await.map(Json)
}

/// A move in an opening that is played from memory.
#[utoipa::path(
    post,
    path = "/api/drill/opening",
    tag = "drill",
    request_body = StepRequest,
    responses(
        (status = 200, description = "What became of the move, the position, and the progress to keep.", body = LessonStep),
        (status = 404, description = "There is no such opening.", body = Problem),
        (status = 422, description = "The move is not legal, the moves before it are not the line's, or the progress cannot be read.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn step(_: Identity, Body(request): Body<StepRequest>) -> Result<Json<LessonStep>, Problem> {
    off_the_loop(move || drill::step(request)).await.map(Json)
}

/// What chooses where several would do.
fn entropy() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}
