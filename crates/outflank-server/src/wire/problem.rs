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
    pub(crate) error: Trouble,
    /// A sentence for people.
    pub(crate) message: String,
    /// Where the game stands, when the request came too late for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<Box<State>>,
}

impl Problem {
    /// A refusal with the reason in words.
    pub(crate) fn new(error: Trouble, message: impl fmt::Display) -> Problem {
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
pub(crate) enum Trouble {
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

impl Trouble {
    /// The status that it is answered with.
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Trouble::BadRequest | Trouble::UnknownNumber => StatusCode::BAD_REQUEST,
            Trouble::NoSuchSecret => StatusCode::UNAUTHORIZED,
            Trouble::Watching | Trouble::NotYours | Trouble::ForeignOrigin => StatusCode::FORBIDDEN,
            Trouble::NotFound => StatusCode::NOT_FOUND,
            Trouble::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Trouble::Stale | Trouble::NotNow | Trouble::NotYourTurn | Trouble::SeatTaken => StatusCode::CONFLICT,
            Trouble::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Trouble::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Trouble::Illegal | Trouble::IdReused | Trouble::Unusable | Trouble::UnreadableProgress => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Trouble::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Trouble::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Trouble::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}
