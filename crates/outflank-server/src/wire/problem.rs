use std::fmt;

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::State;

/// An error response.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    pub(crate) error: ErrorKind,
    /// A message for people.
    pub(crate) message: String,
    /// The current state, if the request was based on an old one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<Box<State>>,
    /// The seconds after which to try again, for the header `Retry-After`.
    #[serde(skip)]
    pub(crate) retry_after: Option<u64>,
}

impl Problem {
    pub(crate) fn new(error: ErrorKind, message: impl fmt::Display) -> Problem {
        Problem { error, message: message.to_string(), state: None, retry_after: None }
    }

    pub(crate) fn with_state(self, state: State) -> Problem {
        Problem { state: Some(Box::new(state)), ..self }
    }
}

/// The kinds of errors. Each has one HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Trouble)]
pub(crate) enum ErrorKind {
    /// Malformed request.
    BadRequest,
    /// No event has this number yet.
    UnknownNumber,
    /// The secret is invalid or holds no seat here.
    NoSuchSecret,
    /// Watchers cannot do this.
    Watching,
    /// The game is private, or the seat belongs to another player.
    NotYours,
    /// A request with a cookie from another site.
    ForeignOrigin,
    /// No such game, page or file.
    NotFound,
    /// Method not allowed.
    MethodNotAllowed,
    /// The request is based on an old state.
    Stale,
    /// Not possible at this point of the game.
    NotNow,
    /// It is the other player's turn.
    NotYourTurn,
    /// The seat is taken or has too many holders.
    SeatTaken,
    /// The body or the message is too large.
    TooLarge,
    /// The body is not JSON.
    NotJson,
    /// Illegal move.
    Illegal,
    /// The id was used for another command.
    IdReused,
    /// The record, the position or the name cannot be used.
    Unusable,
    /// The training progress cannot be read.
    UnreadableProgress,
    /// Too many requests.
    TooMany,
    /// Internal server error.
    Internal,
    /// The server is stopping, or its storage failed.
    Unavailable,
}

impl ErrorKind {
    pub(crate) fn status(self) -> StatusCode {
        match self {
            ErrorKind::BadRequest | ErrorKind::UnknownNumber => StatusCode::BAD_REQUEST,
            ErrorKind::NoSuchSecret => StatusCode::UNAUTHORIZED,
            ErrorKind::Watching | ErrorKind::NotYours | ErrorKind::ForeignOrigin => StatusCode::FORBIDDEN,
            ErrorKind::NotFound => StatusCode::NOT_FOUND,
            ErrorKind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            ErrorKind::Stale | ErrorKind::NotNow | ErrorKind::NotYourTurn | ErrorKind::SeatTaken => {
                StatusCode::CONFLICT
            }
            ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorKind::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorKind::Illegal | ErrorKind::IdReused | ErrorKind::Unusable | ErrorKind::UnreadableProgress => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            ErrorKind::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}
