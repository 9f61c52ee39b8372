use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use serde::Deserialize;
use tokio::time::timeout;
use utoipa::IntoParams;

use super::AppState;
use super::auth::Identity;
use super::errors::{Asked, Refusals};
use super::stream::{Framing, KEEP_ALIVE, NO_BUFFERING};
use crate::live::ListFeed;
use crate::wire::{ErrorKind, ListMessage, Problem};

/// Streams a list of games: first the whole list, then a message for every game that enters, changes or leaves it.
#[utoipa::path(
    get,
    path = "/api/games/stream",
    tag = "streams",
    params(StreamRequest),
    responses(
        (status = 200, description = "Lines of JSON, or server-sent events if `Accept` asks for them.", content(
            (ListMessage = "application/x-ndjson"),
            (ListMessage = "text/event-stream"),
        )),
        Refusals
    )
)]
pub(super) async fn list_stream(
    State(app): State<AppState>,
    identity: Identity,
    Asked(request): Asked<StreamRequest>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let framing = Framing::asked_for(&headers);
    let feed = match (request.list, identity.hash()) {
        (StreamedList::Open, _) => app.hall.stream_open().await?,
        (StreamedList::Running, _) => app.hall.stream_running().await?,
        (StreamedList::Mine, Some(secret)) => app.hall.stream_own(secret).await?,
        (StreamedList::Mine, None) => {
            return Err(Problem::new(ErrorKind::NoSuchSecret, "a secret is needed to stream your own games"));
        }
    };
    let headers = [(header::CONTENT_TYPE, framing.content_type()), NO_BUFFERING];
    Ok((headers, Body::from_stream(pieces(feed, framing))).into_response())
}

fn pieces(feed: ListFeed, framing: Framing) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(feed, move |mut feed| async move {
        let piece = match timeout(KEEP_ALIVE, feed.next()).await {
            Ok(Some(messages)) => messages.iter().flat_map(|message| framing.write(message)).collect(),
            Ok(None) => return None,
            Err(_) => framing.keep_alive(),
        };
        Some((Ok(piece), feed))
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StreamRequest {
    /// `open`: public games waiting for an opponent. `running`: 24 public games with the most watchers on this server; fewer watched ones
    /// stay listed until they end. `mine`: waiting and running games in which the secret holds a player's seat.
    #[param(inline)]
    list: StreamedList,
}

/// The name of a list that can be streamed.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum StreamedList {
    Open,
    Running,
    Mine,
}
