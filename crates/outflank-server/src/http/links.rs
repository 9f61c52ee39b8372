use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;

use super::auth::{AtGame, Identity, expired_cookies};
use super::errors::{Body, BodyRefusals, GameRefusals, Refusals};
use super::{AddressGroup, AppState};
use crate::Secret;
use crate::wire::{DeviceRequest, ErrorKind, Invitation, InviteRequest, OneTimeLink, Problem, TakenOver};

/// Makes a new invitation link for a seat that no one has joined yet, or for watching a private game.
///
/// For players and the creator of the game. The previous link stops working; browsers that have used it keep the seat.
#[utoipa::path(
    post,
    path = "/api/game/{id}/invite",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    request_body = InviteRequest,
    responses(
        (status = 200, description = "The link.", body = Invitation),
        (status = 409, description = "The seat is taken or open to anyone, the game is public or was cancelled.", body = Problem),
        Refusals, GameRefusals, BodyRefusals
    )
)]
pub(super) async fn invite(
    AtGame { app, game, identity, client }: AtGame,
    Body(request): Body<InviteRequest>,
) -> Result<Json<Invitation>, Problem> {
    app.budgets.links.take(client)?;
    app.hall.invite(game, identity.hash(), request.seat.into()).await.map(Json)
}

/// Makes a link by which another device gets the client's seats in a game.
///
/// It works once, for ten minutes. The other device sends the token to `POST /api/game/{id}/seat`. A new link replaces the previous one.
#[utoipa::path(
    post,
    path = "/api/game/{id}/device",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    responses((status = 200, description = "The link.", body = OneTimeLink), Refusals, GameRefusals, BodyRefusals)
)]
pub(super) async fn link_game(AtGame { app, game, identity, client }: AtGame) -> Result<Json<OneTimeLink>, Problem> {
    app.budgets.links.take(client)?;
    app.hall.link_game(game, identity.hash()).await.map(Json)
}

/// Makes a link by which another device gets the client's seats in all games, the 1,000 most recently changed.
///
/// It works once, for ten minutes. Games that either device creates or joins later are not shared; make another link for them.
#[utoipa::path(
    post,
    path = "/api/device",
    tag = "games",
    responses((status = 200, description = "The link.", body = OneTimeLink), Refusals, BodyRefusals)
)]
pub(super) async fn link_all(
    State(app): State<AppState>,
    identity: Identity,
    client: AddressGroup,
) -> Result<Json<OneTimeLink>, Problem> {
    app.budgets.links.take(client)?;
    let no_games = || Problem::new(ErrorKind::NoSuchSecret, "this browser has no games to continue elsewhere");
    app.hall.link_all(identity.hash().ok_or_else(no_games)?).await.map(Json)
}

/// Takes over the games of another device; the client's secret holds its seats from now on, too.
///
/// A request without a secret gets one as a cookie.
#[utoipa::path(
    post,
    path = "/api/device/take",
    tag = "games",
    request_body = DeviceRequest,
    responses((status = 200, description = "The number of games.", body = TakenOver), Refusals, BodyRefusals)
)]
pub(super) async fn take_over(
    State(app): State<AppState>,
    identity: Identity,
    client: AddressGroup,
    Body(request): Body<DeviceRequest>,
) -> Result<impl IntoResponse, Problem> {
    app.budgets.links.take(client)?;
    let token: Secret = request.token.parse().map_err(|error| Problem::new(ErrorKind::NoSuchSecret, error))?;
    let (hash, cookie) = identity.or_new(&app);
    let games = app.hall.take_over_all(&token, hash).await?;
    Ok((cookie, Json(TakenOver { games: games.len() })))
}

/// Deletes the browser's cookie. Its games stay, for other devices and the opponents.
#[utoipa::path(
    post,
    path = "/api/forget",
    tag = "games",
    responses((status = 204, description = "The browser holds no seats any more."), Refusals, BodyRefusals)
)]
pub(super) async fn forget(State(app): State<AppState>, _: Identity) -> impl IntoResponse {
    (StatusCode::NO_CONTENT, expired_cookies(&app))
}
