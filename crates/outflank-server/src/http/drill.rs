use std::time::Duration;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use outflank_study::drill::Solved;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::AppState;
use super::auth::Identity;
use super::errors::{Asked, Body, BodyRefusals, Refusals};
use super::study::{analysis, run_blocking};
use crate::drill::PlayOutStep;
use crate::engine::{AnalysisRequest, Caller};
use crate::wire::{
    AnswerRequest, AnswerVerdict, ErrorKind, LessonRequest, LessonStep, NextLesson, NextPuzzle, NextRequest,
    OpeningList, OpeningsRequest, PlayOutRequest, PlayOutState, Problem, ShownPuzzle, StepRequest, TodaysPuzzle,
    TryAnswer, TryRequest, Tutorial,
};
use crate::{drill, tutorial};

/// Solving all moves with 14 empty squares takes a fraction of it.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(next))
        .routes(routes!(answer))
        .routes(routes!(puzzle))
        .routes(routes!(today))
        .routes(routes!(play_out))
        .routes(routes!(openings))
        .routes(routes!(next_lesson))
        .routes(routes!(step))
        .routes(routes!(lesson))
        .routes(routes!(try_move))
}

/// Returns the next puzzle.
#[utoipa::path(
    post,
    path = "/api/drill/next",
    tag = "drill",
    request_body = NextRequest,
    responses(
        (status = 200, description = "The puzzle, and a summary of the progress.", body = NextPuzzle),
        (status = 422, description = "The progress cannot be read.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn next(_: Identity, Body(request): Body<NextRequest>) -> Result<Json<NextPuzzle>, Problem> {
    run_blocking(move || drill::next(request, entropy())).await.map(Json)
}

/// Grades an answer to a puzzle.
#[utoipa::path(
    post,
    path = "/api/drill/answer",
    tag = "drill",
    request_body = AnswerRequest,
    responses(
        (status = 200, description = "Whether it is right, the score of every move, and the new progress.", body = AnswerVerdict),
        (status = 404, description = "No such puzzle.", body = Problem),
        (status = 422, description = "The move is not legal, or the progress cannot be read.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn answer(_: Identity, Body(request): Body<AnswerRequest>) -> Result<Json<AnswerVerdict>, Problem> {
    run_blocking(move || drill::answer(request)).await.map(Json)
}

/// Returns a puzzle.
#[utoipa::path(
    get,
    path = "/api/puzzles/{id}",
    tag = "drill",
    params(("id" = String, Path, description = "Eight hexadecimal digits.")),
    responses(
        (status = 200, description = "The puzzle.", body = ShownPuzzle),
        (status = 404, description = "No such puzzle.", body = Problem),
        Refusals
    )
)]
async fn puzzle(_: Identity, id: Result<Path<String>, PathRejection>) -> Result<Json<ShownPuzzle>, Problem> {
    let id = id.ok().and_then(|Path(text)| text.parse().ok());
    id.map_or_else(|| Err(drill::no_such_puzzle()), drill::puzzle).map(Json)
}

/// Returns the puzzle of the day, the same for everyone until midnight UTC.
#[utoipa::path(
    get,
    path = "/api/drill/today",
    tag = "drill",
    responses((status = 200, description = "The puzzle.", body = TodaysPuzzle), Refusals)
)]
async fn today(_: Identity, State(app): State<AppState>) -> impl IntoResponse {
    let (puzzle, stays) = drill::today(app.clock.now());
    let caching = format!("public, max-age={}", stays.as_secs());
    ([(header::CACHE_CONTROL, caching)], Json(puzzle))
}

/// Plays an endgame puzzle out against the best defence, or shows its best line.
#[utoipa::path(
    post,
    path = "/api/drill/play",
    tag = "drill",
    request_body = PlayOutRequest,
    responses(
        (status = 200, description = "A verdict on the move, the position after the replies, and the result at the end.", body = PlayOutState),
        (status = 404, description = "No such puzzle.", body = Problem),
        (status = 422, description = "The move is not legal, the moves before it are not, or the puzzle is no endgame.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn play_out(
    State(app): State<AppState>,
    _: Identity,
    caller: Caller,
    Body(request): Body<PlayOutRequest>,
) -> Result<Json<PlayOutState>, Problem> {
    let mut step = run_blocking(move || PlayOutStep::new(&request)).await?;
    while let Some(position) = step.next()? {
        let limits = Solved::limits(&position);
        let request = AnalysisRequest { position, lines: limits.lines, time: PATIENCE, depth: limits.depth };
        let analysis = analysis(&app, caller, request).await?;
        let busy = || Problem::new(ErrorKind::Unavailable, "the server is too busy to solve the position; try again");
        step.supply(Solved::of(&position, &analysis).ok_or_else(busy)?);
    }
    Ok(Json(step.state()))
}

/// Lists the named openings.
#[utoipa::path(
    get,
    path = "/api/openings",
    tag = "drill",
    params(OpeningsRequest),
    responses((status = 200, description = "The openings, the most played first.", body = OpeningList), Refusals)
)]
async fn openings(_: Identity, Asked(request): Asked<OpeningsRequest>) -> Result<Json<OpeningList>, Problem> {
    drill::openings(&request).map(Json)
}

/// Returns the next opening to play from memory.
#[utoipa::path(
    post,
    path = "/api/drill/lesson",
    tag = "drill",
    request_body = LessonRequest,
    responses(
        (status = 200, description = "The opening, and a summary of the progress.", body = NextLesson),
        (status = 422, description = "The progress cannot be read.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn next_lesson(_: Identity, Body(request): Body<LessonRequest>) -> Result<Json<NextLesson>, Problem> {
    run_blocking(move || drill::next_lesson(request, entropy())).await.map(Json)
}

/// Plays a move in an opening from memory.
#[utoipa::path(
    post,
    path = "/api/drill/opening",
    tag = "drill",
    request_body = StepRequest,
    responses(
        (status = 200, description = "The outcome of the move, the position, and the new progress.", body = LessonStep),
        (status = 404, description = "No such opening.", body = Problem),
        (status = 422, description = "The move is not legal, the moves before it are not the line's, or the progress cannot be read.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn step(_: Identity, Body(request): Body<StepRequest>) -> Result<Json<LessonStep>, Problem> {
    run_blocking(move || drill::step(request)).await.map(Json)
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

fn entropy() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}
