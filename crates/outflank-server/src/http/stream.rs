use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use tokio::time::timeout;

use super::auth::AtGame;
use super::errors::{Asked, GameRefusals, Refusals};
use super::games::After;
use crate::live::{Message, MessageKind, Subscription};
use crate::store::Number;
use crate::wire::{ErrorKind, Problem, Told};

pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(15);

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

pub(super) const NO_BUFFERING: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// Streams a game: first the whole game, or with `after` one state with all later events; then a state for every change.
#[utoipa::path(
    get,
    path = "/api/game/{id}/stream",
    tag = "streams",
    params(
        ("id" = String, Path, description = "The game."),
        After,
        ("Last-Event-ID" = Option<Number>, Header, description = "The same as `after`, and takes precedence."),
    ),
    responses(
        (status = 200, description = "Lines of JSON, or server-sent events if `Accept` asks for them.", content(
            (Told = "application/x-ndjson"),
            (Told = "text/event-stream"),
        )),
        Refusals, GameRefusals
    )
)]
pub(super) async fn stream(
    AtGame { app, game, identity, .. }: AtGame,
    Asked(asked): Asked<After>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let framing = Framing::asked_for(&headers);
    let after = last_event_id(&headers)?.or(asked.after);
    let subscription = app.hall.subscribe(game, identity.hash(), after).await?;
    let headers = [(header::CONTENT_TYPE, framing.content_type()), NO_BUFFERING];
    Ok((headers, Body::from_stream(pieces(subscription, framing))).into_response())
}

fn last_event_id(headers: &HeaderMap) -> Result<Option<Number>, Problem> {
    let number = |value: &HeaderValue| value.to_str().ok().and_then(|text| text.parse().ok());
    match headers.get(LAST_EVENT_ID) {
        None => Ok(None),
        Some(value) => number(value)
            .map(Some)
            .ok_or_else(|| Problem::new(ErrorKind::BadRequest, "expected the number of an event as Last-Event-ID")),
    }
}

fn pieces(mut subscription: Subscription, framing: Framing) -> impl Stream<Item = Result<Bytes, Infallible>> {
    let first = std::mem::take(&mut subscription.first);
    let first = stream::iter(first).map(move |message| framing.write(&message));
    let rest = stream::unfold(subscription, move |mut subscription| async move {
        let piece = match timeout(KEEP_ALIVE, subscription.messages.recv()).await {
            Ok(Some(message)) => framing.write(&message),
            Ok(None) => return None,
            Err(_) => framing.keep_alive(),
        };
        Some((piece, subscription))
    });
    first.chain(rest).map(Ok)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    Lines,
    Events,
}

impl Framing {
    pub(super) fn asked_for(headers: &HeaderMap) -> Framing {
        let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let mut kinds = accepted.flat_map(|text| text.split(',')).filter_map(|kind| kind.split(';').next());
        match kinds.any(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream")) {
            true => Framing::Events,
            false => Framing::Lines,
        }
    }

    pub(super) fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Framing::Lines => "application/x-ndjson",
            Framing::Events => "text/event-stream",
        })
    }

    /// A state's number is its event id, from which a client can resume.
    pub(super) fn write(self, message: &Message) -> Bytes {
        let text = &message.text;
        match (self, message.kind) {
            (Framing::Lines, _) => format!("{text}\n").into(),
            (Framing::Events, MessageKind::State(number)) => format!("id: {number}\ndata: {text}\n\n").into(),
            (
                Framing::Events,
                MessageKind::Chat(_) | MessageKind::Watchers | MessageKind::List | MessageKind::Removed,
            ) => format!("data: {text}\n\n").into(),
        }
    }

    pub(super) fn keep_alive(self) -> Bytes {
        Bytes::from_static(match self {
            Framing::Lines => b"\n",
            Framing::Events => b":\n\n",
        })
    }
}
