use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::Deserialize;
use utoipa::IntoParams;

use super::auth::{AtGame, Identity};
use super::errors::{Asked, Body, BodyRefusals, GameRefusals, Refusals};
use super::{AddressGroup, AppState};
use crate::Secret;
use crate::store::{Cursor, Listing, Number, Page};
use crate::wire::{
    Ack, Chat, ChatMessage, ChatRequest, CommandRequest, Created, ErrorKind, FullGame, GameList, HeldSeats,
    JoinRequest, LevelList, Problem, Proposal, SeatRequest,
};

/// Creates a game.
///
/// A request without a secret gets one as a cookie.
#[utoipa::path(
    post,
    path = "/api/games",
    tag = "games",
    request_body = Proposal,
    responses((status = 201, description = "The game, with a token for each seat.", body = Created), Refusals, BodyRefusals)
)]
pub(super) async fn create(
    State(app): State<AppState>,
    identity: Identity,
    client: Option<Extension<AddressGroup>>,
    Body(proposal): Body<Proposal>,
) -> Result<impl IntoResponse, Problem> {
    let (hash, cookie) = identity.or_new(&app);
    let owner = client.map(|Extension(group)| group.into());
    let created = app.hall.create(proposal, Some(hash), owner).await?;
    Ok((StatusCode::CREATED, cookie, Json(created)))
}

/// Returns a game.
#[utoipa::path(
    get,
    path = "/api/game/{id}",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    responses((status = 200, description = "The game.", body = FullGame), Refusals, GameRefusals)
)]
pub(super) async fn full(AtGame { app, game, identity, .. }: AtGame) -> Result<Json<FullGame>, Problem> {
    app.hall.full(game, identity.hash()).await.map(Json)
}

/// Takes the seat that a token belongs to; the client's secret holds it from now on.
///
/// A request without a secret gets one as a cookie.
#[utoipa::path(
    post,
    path = "/api/game/{id}/seat",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    request_body = SeatRequest,
    responses(
        (status = 200, description = "The seats that the client holds now.", body = HeldSeats),
        (status = 409, description = "The seat has too many holders.", body = Problem),
        Refusals, GameRefusals, BodyRefusals
    )
)]
pub(super) async fn take_seat(
    AtGame { app, game, identity, .. }: AtGame,
    Body(request): Body<SeatRequest>,
) -> Result<impl IntoResponse, Problem> {
    let token: Secret = request.token.parse().map_err(|error| Problem::new(ErrorKind::NoSuchSecret, error))?;
    let (hash, cookie) = identity.or_new(&app);
    let seats = app.hall.take_seat(game, &token, hash).await?;
    Ok((cookie, Json(HeldSeats::from(seats))))
}

/// Joins a game on the seat that the secret holds, or on a seat that is open to anyone.
///
/// A request without a secret gets one as a cookie.
#[utoipa::path(
    post,
    path = "/api/game/{id}/join",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    request_body = JoinRequest,
    responses(
        (status = 200, description = "The game.", body = FullGame),
        (status = 409, description = "The seat is taken, or the game was cancelled.", body = Problem),
        Refusals, GameRefusals, BodyRefusals
    )
)]
pub(super) async fn join(
    AtGame { app, game, identity, .. }: AtGame,
    Body(request): Body<JoinRequest>,
) -> Result<impl IntoResponse, Problem> {
    let (hash, cookie) = identity.or_new(&app);
    let full = app.hall.join(game, hash, request).await?;
    Ok((cookie, Json(full)))
}

/// Executes a command, once per command id.
#[utoipa::path(
    post,
    path = "/api/game/{id}/command",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    request_body = CommandRequest,
    responses(
        (status = 200, description = "The command was executed and is on disk.", body = Ack),
        (status = 409, description = "The command is stale, or not possible now.", body = Problem),
        Refusals, GameRefusals, BodyRefusals
    )
)]
pub(super) async fn command(
    AtGame { app, game, identity, client }: AtGame,
    Body(request): Body<CommandRequest>,
) -> Result<Json<Ack>, Problem> {
    app.budgets.take_command(client, &request.order)?;
    app.hall.command(game, identity.hash(), request).await.map(Json)
}

/// Sends a chat message to the other player.
#[utoipa::path(
    post,
    path = "/api/game/{id}/chat",
    tag = "games",
    params(("id" = String, Path, description = "The game.")),
    request_body = ChatRequest,
    responses(
        (status = 200, description = "The message.", body = ChatMessage),
        (status = 409, description = "The chat is full.", body = Problem),
        Refusals, GameRefusals, BodyRefusals
    )
)]
pub(super) async fn say(
    AtGame { app, game, identity, client }: AtGame,
    Body(request): Body<ChatRequest>,
) -> Result<Json<ChatMessage>, Problem> {
    app.budgets.chat.take(client)?;
    let line = app.hall.say(game, identity.hash(), request.text).await?;
    Ok(Json(line.into()))
}

/// Returns the chat. For players only.
#[utoipa::path(
    get,
    path = "/api/game/{id}/chat",
    tag = "games",
    params(("id" = String, Path, description = "The game."), After),
    responses((status = 200, description = "The messages.", body = Chat), Refusals, GameRefusals)
)]
pub(super) async fn chat(
    AtGame { app, game, identity, .. }: AtGame,
    Asked(asked): Asked<After>,
) -> Result<Json<Chat>, Problem> {
    let lines = app.hall.chat(game, identity.hash(), asked.after.unwrap_or(0)).await?;
    Ok(Json(Chat { lines: lines.into_iter().map(ChatMessage::from).collect() }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// Only what comes after this number.
    pub(super) after: Option<Number>,
}

/// Lists games, the most recently changed first.
#[utoipa::path(
    get,
    path = "/api/games",
    tag = "games",
    params(ListRequest),
    responses((status = 200, description = "A page of the list.", body = GameList), Refusals)
)]
pub(super) async fn list(
    State(app): State<AppState>,
    identity: Identity,
    Asked(request): Asked<ListRequest>,
) -> Result<Json<GameList>, Problem> {
    let page = request.page()?;
    if request.sort == Some(SortName::Watchers) {
        return match (request.list, page.after) {
            (ListName::Running, None) => app.hall.list_most_watched(page.count).await.map(Json),
            _ => {
                Err(Problem::new(ErrorKind::BadRequest, "expected sort=watchers with list=running and without before"))
            }
        };
    }
    let listing = match (request.list, identity.hash()) {
        (ListName::Open, _) => Listing::Open,
        (ListName::Running, _) => Listing::Running,
        (ListName::Finished, _) => Listing::Finished,
        (ListName::Mine, Some(hash)) => Listing::HeldBy(hash),
        (ListName::Mine, None) => return Ok(Json(GameList { games: Vec::new(), before: None })),
    };
    app.hall.list(listing, page).await.map(Json)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListRequest {
    /// `open`: public games waiting for an opponent. `running` and `finished`: public games. `mine`: games in which the secret holds a
    /// player's seat.
    #[param(inline)]
    list: ListName,
    /// The `before` value of the previous page.
    before: Option<String>,
    /// `watchers`: running games, those with the most watchers on this server first, then the most recently changed; one page. Default: the
    /// most recently changed first.
    #[param(inline)]
    sort: Option<SortName>,
    /// The maximum number of games.
    #[param(minimum = 1, maximum = 50, default = 20)]
    count: Option<usize>,
}

impl ListRequest {
    const USUAL_COUNT: usize = 20;
    const MOST: usize = 50;

    fn page(&self) -> Result<Page, Problem> {
        let count = self.count.unwrap_or(ListRequest::USUAL_COUNT);
        if !(1..=ListRequest::MOST).contains(&count) {
            return Err(Problem::new(
                ErrorKind::BadRequest,
                format_args!("expected a count from 1 to {}", ListRequest::MOST),
            ));
        }
        let before = self.before.as_deref().map(str::parse::<Cursor>).transpose();
        Ok(Page { after: before.map_err(|error| Problem::new(ErrorKind::BadRequest, error))?, count })
    }
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum SortName {
    Updated,
    Watchers,
}

/// The name of a list.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum ListName {
    Open,
    Running,
    Finished,
    Mine,
}

/// Lists the engine's levels, with names and descriptions.
#[utoipa::path(
    get,
    path = "/api/levels",
    tag = "games",
    responses((status = 200, description = "All levels, the weakest first.", body = LevelList), Refusals)
)]
pub(super) async fn levels(_: Identity) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "public, max-age=3600")], Json(LevelList::all()))
}
