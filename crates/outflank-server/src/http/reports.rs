use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use outflank_engine::Level;
use outflank_formats::Record;
use outflank_study::review::Effort;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::AppState;
use super::auth::Identity;
use super::errors::{Body, BodyRefusals, GameRefusals, Refusals, no_such_game};
use super::study::{run_blocking, time};
use crate::engine::Caller;
use crate::export;
use crate::jobs::{Client, MAX_PER_CLIENT, Placed, Rank, ReportRequest, State as Progress, Submission};
use crate::live::PlayedGame;
use crate::store::StoreError;
use crate::study::{self, Collection};
use crate::wire::{ErrorKind, OrderAnswer, OrderRequest, OrderState, Problem, Published};
use crate::{GameId, ReportId};

const MAX_GAMES: usize = 100;

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(order)).routes(routes!(state))
}

/// Queues reports on games. A single game has priority over collections.
#[utoipa::path(
    post,
    path = "/api/reports",
    tag = "study",
    request_body = OrderRequest,
    responses(
        (status = 202, description = "The ids of the reports.", body = OrderAnswer),
        (status = 409, description = "The game is not over.", body = Problem),
        Refusals, BodyRefusals, GameRefusals
    )
)]
async fn order(
    State(app): State<AppState>,
    identity: Identity,
    caller: Caller,
    Body(request): Body<OrderRequest>,
) -> Result<(StatusCode, Json<OrderAnswer>), Problem> {
    let effort = effort(&request)?;
    let (tasks, unread) = match (request.record, request.game) {
        (Some(text), None) => run_blocking(move || of_collection(&text, effort)).await?,
        (None, Some(game)) => {
            let id: GameId = game.parse().map_err(|_| no_such_game())?;
            let played = app.hall.played(id, identity.hash()).await?;
            (vec![of_game(&played, effort.unwrap_or_default())?], Vec::new())
        }
        _ => return Err(Problem::new(ErrorKind::BadRequest, "expected either a record or a game")),
    };
    let rank = if tasks.len() == 1 { Rank::Person } else { Rank::Bulk };
    let tasks: Vec<(ReportId, ReportRequest)> = tasks.into_iter().map(|task| (ReportId::random(), task)).collect();
    let reports = tasks.iter().map(|(report, _)| report.to_string()).collect();
    match app.reports.put(Submission { tasks, rank, client: Client(caller.0) }).await.map_err(failed)? {
        Placed::Kept => Ok((StatusCode::ACCEPTED, Json(OrderAnswer { reports, unread }))),
        Placed::TooManyOfYours => Err(Problem::new(
            ErrorKind::TooMany,
            format_args!("at most {MAX_PER_CLIENT} reports at a time; wait for some"),
        )),
        Placed::TooMany => Err(Problem::new(ErrorKind::Unavailable, "too many reports are queued; try again later")),
    }
}

/// Returns the progress of a report, and the report once it is done. Reports are kept for a day.
#[utoipa::path(
    get,
    path = "/api/reports/{id}",
    tag = "study",
    params(("id" = String, Path, description = "The report.")),
    responses(
        (status = 200, description = "The progress.", body = OrderState),
        (status = 404, description = "No such report, or it has expired.", body = Problem),
        Refusals
    )
)]
async fn state(
    State(app): State<AppState>,
    _: Identity,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<OrderState>, Problem> {
    let no_such_report = || Problem::new(ErrorKind::NotFound, "no such report");
    let report = id.ok().and_then(|Path(text)| text.parse().ok()).ok_or_else(no_such_report)?;
    let state = app.reports.state(report).await.map_err(failed)?.ok_or_else(no_such_report)?;
    Ok(Json(match state {
        Progress::Waiting { before } => OrderState::Waiting { before },
        Progress::Running { percent } => OrderState::Running { percent },
        Progress::Done(report) => OrderState::Done { report: Published(report) },
        Progress::GivenUp { why } => OrderState::GivenUp { message: why },
    }))
}

fn effort(request: &OrderRequest) -> Result<Option<Effort>, Problem> {
    match (request.effort, request.level, request.seconds) {
        (None, None, Some(seconds)) => time(seconds).map(|time| Some(Effort::for_time(time))),
        (None, Some(level), None) => Level::new(level)
            .map(|level| Some(Effort::Level(level)))
            .ok_or_else(|| Problem::new(ErrorKind::BadRequest, "expected a level from 1 to 10")),
        (effort, None, None) => Ok(effort.map(Effort::from)),
        _ => Err(Problem::new(ErrorKind::BadRequest, "expected only one of effort, level and seconds")),
    }
}

fn of_collection(text: &str, effort: Option<Effort>) -> Result<(Vec<ReportRequest>, Vec<String>), Problem> {
    let Collection { records, unread } = study::collection(text, MAX_GAMES)?;
    let effort = effort.unwrap_or(if records.len() == 1 { Effort::Standard } else { Effort::Quick });
    let tasks = records.iter().map(|record| task(record, effort)).collect::<Result<_, _>>()?;
    Ok((tasks, unread))
}

fn of_game(played: &PlayedGame, effort: Effort) -> Result<ReportRequest, Problem> {
    if played.table.as_ref().is_none_or(|table| table.ending().is_none()) {
        return Err(Problem::new(ErrorKind::NotNow, "the game is not over"));
    }
    task(&export::record(played), effort)
}

fn task(record: &Record, effort: Effort) -> Result<ReportRequest, Problem> {
    match record.game().placements().next() {
        Some(_) => Ok(ReportRequest::new(record, effort)),
        None => Err(study::unusable("expected a game with moves")),
    }
}

fn failed(error: StoreError) -> Problem {
    match error.affects_all_calls() {
        // Logged once for all requests.
        true => tracing::debug!(%error, "the report queue failed"),
        false => tracing::error!(%error, "the report queue failed"),
    }
    Problem::new(ErrorKind::Unavailable, "the report queue is unavailable")
}
