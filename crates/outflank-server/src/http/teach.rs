//! Warnings before a bad move.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use outflank_study::teach::{self, Tolerance, Warning};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::AppState;
use super::auth::Identity;
use super::errors::{Body, BodyRefusals, Refusals};
use super::study::run_blocking;
use crate::engine::{AnalysisRequest, Caller, Stage};
use crate::study;
use crate::wire::{ErrorKind, Problem, WarnAnswer, WarnRequest};

/// No player waits longer for a warning. Enough for all moves of most positions.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(warn))
}

/// Warns if a move loses more than the tolerance, and says what is wrong with it, without naming the better move.
#[utoipa::path(
    post,
    path = "/api/study/warn",
    tag = "study",
    request_body = WarnRequest,
    responses(
        (status = 200, description = "A warning, or none.", body = WarnAnswer),
        (status = 422, description = "The position is invalid, or the move is illegal.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn warn(
    State(app): State<AppState>,
    _: Identity,
    caller: Caller,
    Body(request): Body<WarnRequest>,
) -> Result<Json<WarnAnswer>, Problem> {
    let WarnRequest { position, square, tolerance } = request;
    let expected = || Problem::new(ErrorKind::BadRequest, "expected a tolerance of 1 to 64 discs");
    let tolerance = Tolerance::new(tolerance).ok_or_else(expected)?;
    let before = run_blocking(move || study::game(&position)).await.map(|game| *game.position())?;
    before.play(square.into()).map_err(|illegal| Problem::new(ErrorKind::Illegal, illegal))?;
    let limits = teach::limits(&before);
    let question = AnalysisRequest { position: before, lines: limits.lines, time: PATIENCE, depth: limits.depth };
    let mut answer = app.engine.analyze(caller, question)?;
    let analysis = loop {
        match answer.next().await {
            Stage::Done(analysis) => break analysis,
            Stage::Broken(broken) => return Err(broken.into()),
            Stage::Waiting(_) | Stage::Found(_) => {}
        }
    };
    let warning = Warning::of(&before, square, &analysis, tolerance);
    Ok(Json(WarnAnswer { warning: warning.as_ref().map(Into::into) }))
}
