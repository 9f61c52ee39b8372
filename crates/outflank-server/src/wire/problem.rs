//! Everything that can be refused, with its status in one place.

use std::fmt;

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::State;

/// Why a request is refused.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// Which kind of refusal it is.
    pub(crate) error: ErrorKind,
    /// A sentence for people.
    pub(crate) message: String,
    /// Where the game stands, when the request came too late for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<Box<State>>,
}

impl Problem {
    /// A refusal with the reason in words.
    pub(crate) fn new(error: ErrorKind, message: impl fmt::Display) -> Problem {
        Problem { error, message: message.to_string(), state: None }
    }

    /// The same, with where the game stands.
    pub(crate) fn with_state(self, state: State) -> Problem {
        Problem { state: Some(Box::new(state)), ..self }
    }
}

/// The kinds of refusals. Each has one status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Trouble)]
pub(crate) enum ErrorKind {
    /// The request could not be understood.
    BadRequest,
    /// The number of an event that does not exist yet.
    UnknownNumber,
    /// The secret is none that holds a seat here, or is not a secret at all.
    NoSuchSecret,
    /// Those who only watch cannot do this.
    Watching,
    /// The game is private, or the seat is somebody else's.
    NotYours,
    /// The request carries a cookie and comes from another site.
    ForeignOrigin,
    /// There is no such game, page or file.
    NotFound,
    /// This address cannot be asked like this.
    MethodNotAllowed,
    /// Something has happened that the sender had not seen.
    Stale,
    /// The table does not allow it now.
    NotNow,
    /// It is the other player's turn.
    NotYourTurn,
    /// The seat is taken, or too many hold it.
    SeatTaken,
    /// The body or the message is too large.
    TooLarge,
    /// The body is not JSON.
    NotJson,
    /// The rules do not allow the move.
    Illegal,
    /// The id was used for another command.
    IdReused,
    /// The record, the position or the name cannot be used.
    Unusable,
    /// What was kept of somebody's training cannot be read.
    UnreadableProgress,
    /// Too many requests.
    TooMany,
    /// Something failed on the server.
    Internal,
    /// The server is stopping, or its disk fails.
    Unavailable,
}

impl ErrorKind {
    /// The status that it is answered with.
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
