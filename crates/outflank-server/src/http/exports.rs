use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_formats::format::Format;
use serde::Deserialize;
use utoipa::IntoParams;

use super::auth::Identity;
use super::entity_tag::EntityTag;
use super::errors::{Asked, Body, BodyRefusals, GameRefusals, Refusals, no_such_game, not_found};
use super::study::run_blocking;
use super::{AddressGroup, AppState};
use crate::export::{DrawError, Image};
use crate::wire::{ErrorKind, GameRecord, Problem, QrRequest};
use crate::{GameId, export, qr};

/// Returns a game as a record, or one of its positions as an image.
#[utoipa::path(
    get,
    path = "/game/{file}",
    tag = "records",
    params(
        ("file" = String, Path, description = "The game with one of the endings `.json`, `.ggf`, `.sgf`, `.txt`, `.svg`, `.png`, `.gif` (all moves)."),
        PictureRequest,
    ),
    responses(
        (status = 200, description = "The record or the image.", content(
            (GameRecord = "application/json"),
            (String = "application/x-ggf"),
            (String = "application/x-go-sgf"),
            (String = "text/plain"),
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
            (Vec<u8> = "image/gif"),
        )),
        (status = 422, description = "The format cannot represent this game.", body = Problem),
        Refusals, GameRefusals
    )
)]
pub(super) async fn export(
    State(app): State<AppState>,
    file: Result<Path<String>, PathRejection>,
    identity: Identity,
    client: AddressGroup,
    Asked(asked): Asked<PictureRequest>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path(file) = file.map_err(|_| no_such_game())?;
    let Some((id, ending)) = file.rsplit_once('.') else { return Err(not_found().await) };
    let (Ok(id), Some((kind, content_type))) = (id.parse::<GameId>(), Kind::of(ending)) else {
        return Err(no_such_game());
    };
    app.budgets.exports.take(client)?;
    let game = app.hall.played(id, identity.hash()).await?;
    let body = match kind {
        Kind::Json => Json(run_blocking(move || Ok(export::json(&game))).await?).into_response(),
        Kind::Record(format) => run_blocking(move || export::text(&game, format)).await?.into_response(),
        Kind::Svg | Kind::Png => {
            let image = export::picture(&game, asked.ply)?;
            let svg = image.svg();
            match kind {
                Kind::Svg => picture(&svg, &headers, async { Ok(svg.clone()) }).await?,
                _ => picture(&svg, &headers, draw_image(&app, client, Image::Board(image))).await?,
            }
        }
        Kind::Gif => {
            let (film, moves) =
                run_blocking(move || Ok((export::film(&game), export::text(&game, Format::Plain)?))).await?;
            picture(&moves, &headers, draw_image(&app, client, Image::Film(Arc::new(film)))).await?
        }
    };
    let name = HeaderValue::try_from(format!("{}; filename=\"outflank-{id}.{ending}\"", kind.disposition()));
    let name = name.expect("names of games and kinds are letters and digits");
    let headers = [(header::CONTENT_TYPE, HeaderValue::from_static(content_type)), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, body).into_response())
}

/// Responds with 304 and without drawing if the client has the picture of this content.
async fn picture<B: IntoResponse>(
    content: &str,
    headers: &HeaderMap,
    draw: impl Future<Output = Result<B, Problem>>,
) -> Result<Response, Problem> {
    let tag = EntityTag::of(content.as_bytes());
    // A takeback changes the picture, and the game may be private.
    let about = [tag.header(), (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"))];
    match tag.is_known(headers) {
        true => Ok((StatusCode::NOT_MODIFIED, about).into_response()),
        false => Ok((about, draw.await?).into_response()),
    }
}

async fn draw_image(app: &AppState, client: AddressGroup, image: Image) -> Result<Bytes, Problem> {
    Ok(app.pictures.draw(image, || app.budgets.pictures.take(client)).await?)
}

impl From<DrawError> for Problem {
    fn from(error: DrawError) -> Problem {
        match error {
            DrawError::Budget(spent) => spent.into(),
            DrawError::Failed => Problem::new(ErrorKind::Internal, "cannot draw the picture"),
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureRequest {
    /// For an image: the number of plies, passes included [default: the last position].
    ply: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Json,
    Record(Format),
    Svg,
    Png,
    Gif,
}

impl Kind {
    fn of(ending: &str) -> Option<(Kind, &'static str)> {
        match ending {
            "json" => Some((Kind::Json, "application/json")),
            "ggf" => Some((Kind::Record(Format::Ggf), "application/x-ggf; charset=utf-8")),
            "sgf" => Some((Kind::Record(Format::Sgf), "application/x-go-sgf; charset=utf-8")),
            "txt" => Some((Kind::Record(Format::Plain), "text/plain; charset=utf-8")),
            "svg" => Some((Kind::Svg, "image/svg+xml")),
            "png" => Some((Kind::Png, "image/png")),
            "gif" => Some((Kind::Gif, "image/gif")),
            _ => None,
        }
    }

    fn disposition(self) -> &'static str {
        match self {
            Kind::Svg | Kind::Png | Kind::Gif => "inline",
            Kind::Json | Kind::Record(_) => "attachment",
        }
    }
}

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
