use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::AppState;
use super::auth::AtGame;
use super::entity_tag::EntityTag;
use super::errors::{GameRefusals, Refusals, no_such_game};
use super::study::run_blocking;
use crate::GameId;
use crate::export::{self, GameHead, Image};
use crate::wire::Problem;

/// Returns the picture for links to a public game: the board, the players and the result, 1200 x 630.
#[utoipa::path(
    get,
    path = "/game/{id}/preview.png",
    tag = "records",
    params(("id" = String, Path, description = "The game.")),
    responses(
        (status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/png"),
        Refusals, GameRefusals
    )
)]
pub(super) async fn preview(AtGame { app, game, client, .. }: AtGame, headers: HeaderMap) -> Result<Response, Problem> {
    app.budgets.exports.take(client)?;
    let game = app.hall.played(game, None).await?;
    let preview = run_blocking(move || export::preview(&game).ok_or_else(no_such_game)).await?;
    let tag = EntityTag::of(preview.svg().as_bytes());
    let about = [
        tag.header(),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60")),
        (header::CONTENT_TYPE, HeaderValue::from_static("image/png")),
    ];
    if tag.is_known(&headers) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let image = Image::Preview(Arc::new(preview));
    let png = app.pictures.draw(image, || app.budgets.pictures.take(client)).await?;
    Ok((about, png).into_response())
}

impl AppState {
    pub(crate) async fn page_head(&self, game: GameId) -> Option<GameHead> {
        let game = self.hall.played(game, None).await.ok()?;
        Some(GameHead::of(&game))
    }
}
