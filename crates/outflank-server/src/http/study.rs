use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::body::{Body as AnswerBody, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use outflank_engine::Analysis;
use outflank_formats::Record;
use outflank_rules::Color;
use outflank_study::report;
use outflank_study::review::{Effort, Finding, Key, Review};
use outflank_study::teach::{self, Tolerance, Warning};
use serde::Serialize;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::auth::Identity;
use super::errors::{Body, BodyRefusals, Refusals};
use super::stream::{KEEP_ALIVE, NO_BUFFERING};
use super::{AddressGroup, AppState};
use crate::engine::{AnalysisRequest, Broken, Caller, ProgressStream, Refused, ReviewEvent, ReviewStream, Stage};
use crate::jobs::ReportService;
use crate::study;
use crate::wire::{
    AnalysisLine, AnalyzeRequest, CollectionGame, ErrorKind, ExploreAnswer, Found, Judged, PositionRequest, Problem,
    Published, ReadAnswer, ReadRequest, ReviewLine, ReviewRequest, StudyPosition, WarnAnswer, WarnRequest, WhyAnswer,
    WhyRequest,
};

const MAX_LINES: usize = 64;

const MAX_PLIES: u8 = 60;

/// No player waits longer for a warning. Enough for all moves of most positions.
const PATIENCE: Duration = Duration::from_secs(2);

const MAX_REVIEW: Duration = Duration::from_secs(20);

const SECONDS: std::ops::RangeInclusive<f64> = 0.1..=60.0;

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read))
        .routes(routes!(position))
        .routes(routes!(why))
        .routes(routes!(analyze))
        .routes(routes!(review))
        .routes(routes!(explore))
        .routes(routes!(collection_game))
        .routes(routes!(warn))
}

/// Reads records and positions in any format.
#[utoipa::path(
    post,
    path = "/api/study/read",
    tag = "study",
    request_body = ReadRequest,
    responses(
        (status = 200, description = "The games.", body = ReadAnswer),
        (status = 422, description = "Not a valid record; the message names the line and column.", body = Problem),
        Refusals, BodyRefusals
    )
)]
async fn read(_: Identity, Body(request): Body<ReadRequest>) -> Result<Json<ReadAnswer>, Problem> {
    let rules = request.rules.unwrap_or_default();
    run_blocking(move || study::read(&request.text, rules)).await.map(Json)
}

/// Returns the position after a sequence of moves.
#[utoipa::path(
    post,
    path = "/api/study/position",
    tag = "study",
    request_body = PositionRequest,
    responses((status = 200, description = "The position after the moves.", body = StudyPosition), Refusals, BodyRefusals)
)]
async fn position(_: Identity, Body(request): Body<PositionRequest>) -> Result<Json<StudyPosition>, Problem> {
    run_blocking(move || study::position(&request)).await.map(Json)
}

/// Explains whether a square can be played.
#[utoipa::path(
    post,
    path = "/api/study/why",
    tag = "study",
    request_body = WhyRequest,
    responses((status = 200, description = "Whether it is legal, and if not, why.", body = WhyAnswer), Refusals, BodyRefusals)
)]
async fn why(_: Identity, Body(request): Body<WhyRequest>) -> Result<Json<WhyAnswer>, Problem> {
    run_blocking(move || study::why(&request)).await.map(Json)
}

/// Streams the engine's analysis of a position, deeper with each line. Closing the connection stops it.
#[utoipa::path(
    post,
    path = "/api/analyze",
    tag = "study",
    request_body = AnalyzeRequest,
    responses(
        (status = 200, description = "Lines of JSON. The last has `done`.", body = AnalysisLine, content_type = "application/x-ndjson"),
        Refusals, BodyRefusals
    )
)]
async fn analyze(
    State(app): State<AppState>,
    _: Identity,
    caller: Caller,
    Body(request): Body<AnalyzeRequest>,
) -> Result<Response, Problem> {
    let AnalyzeRequest { record, lines, seconds, depth } = request;
    let time = time(seconds)?;
    if !(1..=MAX_LINES).contains(&lines) {
        return Err(Problem::new(ErrorKind::BadRequest, format_args!("expected 1 to {MAX_LINES} lines")));
    }
    if depth.is_some_and(|depth| !(1..=MAX_PLIES).contains(&depth)) {
        return Err(Problem::new(ErrorKind::BadRequest, format_args!("expected a depth of 1 to {MAX_PLIES}")));
    }
    let position = run_blocking(move || study::record(&record)).await.map(|record| *record.game().position())?;
    let answer = app.engine.analyze(caller, AnalysisRequest { position, lines, time, depth })?;
    Ok(growing(answer, move |stage| analysis_lines(stage, position.turn())))
}

/// Streams what each move of a game was worth, from the end on, and finally the report. Closing the connection stops it.
#[utoipa::path(
    post,
    path = "/api/study/review",
    tag = "study",
    request_body = ReviewRequest,
    responses(
        (status = 200, description = "Lines of JSON. The last has `done` and the report.", body = ReviewLine, content_type = "application/x-ndjson"),
        Refusals, BodyRefusals
    )
)]
async fn review(
    State(app): State<AppState>,
    _: Identity,
    caller: Caller,
    Body(request): Body<ReviewRequest>,
) -> Result<Response, Problem> {
    let effort = match (request.effort, request.seconds) {
        (None, Some(seconds)) => time(seconds).map(|time| Effort::for_time(time.min(MAX_REVIEW)))?,
        (effort, None) => effort.map_or(Effort::Standard, Effort::from),
        (Some(_), Some(_)) => return Err(Problem::new(ErrorKind::BadRequest, "expected either an effort or seconds")),
    };
    if effort == Effort::Deep {
        return Err(Problem::new(ErrorKind::BadRequest, "request deep reports with POST /api/reports"));
    }
    let record = run_blocking(move || study::record(&request.record)).await?;
    let mut review = Review::of(record.game(), effort.into());
    let keys: Vec<Key> = review.keys().cloned().collect();
    // Without the stored findings it takes longer.
    let known = app.reports.findings(&keys).await.unwrap_or_default();
    known.iter().for_each(|finding| review.learn(finding));
    let searches = app.engine.review(caller, review.searches().cloned().collect())?;
    let running = RunningReview { record, review, searches, reports: app.reports, found: Vec::new(), sent: Vec::new() };
    let pieces = stream::unfold(Some(running), |running| async move {
        let mut running = running?;
        let Ok(event) = timeout(KEEP_ALIVE, running.searches.next()).await else {
            return Some((Bytes::from_static(b"\n"), Some(running)));
        };
        let (lines, is_last) = running.lines(event).await;
        Some((written(&lines), (!is_last).then_some(running)))
    });
    Ok(streamed(pieces))
}

struct RunningReview {
    record: Record,
    review: Review,
    searches: ReviewStream,
    reports: ReportService,
    found: Vec<Finding>,
    sent: Vec<Judged>,
}

impl RunningReview {
    async fn lines(&mut self, event: Option<ReviewEvent>) -> (Vec<ReviewLine>, bool) {
        match event {
            Some(ReviewEvent::Waiting(waiting)) => (vec![ReviewLine::Waiting { waiting }], false),
            Some(ReviewEvent::Found(finding)) => {
                self.review.learn(&finding);
                self.found.push(finding);
                (self.news(&self.document()), false)
            }
            Some(ReviewEvent::Done) => {
                // Findings that are not kept are searched again.
                let _ = self.reports.learn(&self.found).await;
                let document = self.document();
                let mut lines = self.news(&document);
                lines.push(ReviewLine::Done { done: true, report: Published(Box::new(document)) });
                (lines, true)
            }
            Some(ReviewEvent::Failed) => (vec![ReviewLine::Problem(Broken::Failed.into())], true),
            None => (vec![ReviewLine::Problem(Broken::Stopped.into())], true),
        }
    }

    fn document(&self) -> report::Document {
        report::Document::of(&self.record, &report::Report::of(self.record.game(), &self.review), None)
    }

    /// The moves judged since the last lines.
    fn news(&mut self, document: &report::Document) -> Vec<ReviewLine> {
        let judged: Vec<Judged> = document.moves.iter().cloned().map(Published).collect();
        let news =
            judged.iter().filter(|judged| !self.sent.contains(judged)).cloned().map(ReviewLine::Judged).collect();
        self.sent = judged;
        news
    }
}

/// Returns what was played in a position, from the server's game collection.
#[utoipa::path(
    post,
    path = "/api/study/explore",
    tag = "study",
    request_body = PositionRequest,
    responses(
        (status = 200, description = "The moves with their results, and the latest games. A server may have no games at all.", body = ExploreAnswer),
        Refusals, BodyRefusals
    )
)]
async fn explore(
    State(app): State<AppState>,
    _: Identity,
    Body(request): Body<PositionRequest>,
) -> Result<Json<ExploreAnswer>, Problem> {
    run_blocking(move || app.collection.explore(&request)).await.map(Json)
}

/// Returns a game of the server's collection, which the explorer has listed.
#[utoipa::path(
    get,
    path = "/api/collection/{id}",
    tag = "study",
    params(("id" = String, Path, description = "The `id` of a listed game.")),
    responses(
        (status = 200, description = "The game.", body = CollectionGame),
        (status = 404, description = "No such game, or the server has another collection now.", body = Problem),
        Refusals
    )
)]
async fn collection_game(
    State(app): State<AppState>,
    _: Identity,
    id: Result<Path<String>, PathRejection>,
) -> Result<impl IntoResponse, Problem> {
    let key = id.ok().and_then(|Path(text)| text.parse().ok()).ok_or_else(study::no_such_game)?;
    let game = run_blocking(move || app.collection.game(key)).await?;
    Ok(([(header::CACHE_CONTROL, "public, max-age=3600")], Json(game)))
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
    let analysis = analysis(&app, caller, question).await?;
    let warning = Warning::of(&before, square, &analysis, tolerance);
    Ok(Json(WarnAnswer { warning: warning.as_ref().map(Into::into) }))
}

pub(super) async fn analysis(app: &AppState, caller: Caller, request: AnalysisRequest) -> Result<Analysis, Problem> {
    let mut answer = app.engine.analyze(caller, request)?;
    loop {
        match answer.next().await {
            Stage::Done(analysis) => return Ok(analysis),
            Stage::Broken(broken) => return Err(broken.into()),
            Stage::Waiting(_) | Stage::Found(_) => {}
        }
    }
}

pub(super) fn time(seconds: f64) -> Result<Duration, Problem> {
    let time = Some(seconds).filter(|seconds| SECONDS.contains(seconds)).map(Duration::from_secs_f64);
    let (least, most) = (SECONDS.start(), SECONDS.end());
    time.ok_or_else(|| Problem::new(ErrorKind::BadRequest, format_args!("expected {least} to {most} seconds")))
}

pub(super) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Problem::new(ErrorKind::Internal, "internal server error")))
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        let kind = match refused {
            Refused::TooManyOfYours => ErrorKind::TooMany,
            Refused::TooMany | Refused::Stopped => ErrorKind::Unavailable,
        };
        Problem::new(kind, refused)
    }
}

impl From<Broken> for Problem {
    fn from(broken: Broken) -> Problem {
        match broken {
            Broken::Failed => Problem::new(ErrorKind::Internal, "the engine failed"),
            Broken::Stopped => Refused::Stopped.into(),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Caller, Infallible> {
        AddressGroup::from_request_parts(parts, state).await.map(|client| Caller(client.number()))
    }
}

fn analysis_lines(stage: Stage<Analysis>, turn: Color) -> Bytes {
    written(&[match stage {
        Stage::Waiting(waiting) => AnalysisLine::Waiting { waiting },
        Stage::Found(analysis) => AnalysisLine::Found(Found::of(&analysis, turn, false)),
        Stage::Done(analysis) => AnalysisLine::Found(Found::of(&analysis, turn, true)),
        Stage::Broken(broken) => AnalysisLine::Problem(broken.into()),
    }])
}

fn written<T: Serialize>(lines: &[T]) -> Bytes {
    let mut bytes = Vec::new();
    for line in lines {
        serde_json::to_writer(&mut bytes, line).expect("a line is plain JSON");
        bytes.push(b'\n');
    }
    bytes.into()
}

fn growing<T: Clone + Send + Sync + 'static>(
    answer: ProgressStream<T>,
    write: impl FnMut(Stage<T>) -> Bytes + Send + 'static,
) -> Response {
    let pieces = stream::unfold(Some((answer, write)), |state| async move {
        let (mut answer, mut write) = state?;
        let Ok(stage) = timeout(KEEP_ALIVE, answer.next()).await else {
            return Some((Bytes::from_static(b"\n"), Some((answer, write))));
        };
        let is_last = stage.is_last();
        Some((write(stage), (!is_last).then_some((answer, write))))
    });
    streamed(pieces)
}

fn streamed(pieces: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let headers = [(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson")), NO_BUFFERING];
    (headers, AnswerBody::from_stream(pieces.map(Ok::<_, Infallible>))).into_response()
}
