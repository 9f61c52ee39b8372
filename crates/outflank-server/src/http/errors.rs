//! What is refused, as answers; and what comes in, read so that everything wrong with it is a [`Problem`].

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use utoipa::openapi::{Content, Ref, RefOr, ResponseBuilder};

use crate::GameId;
use crate::wire::{ErrorKind, Problem};

/// After how many seconds to try again what was too much.
const RETRY_SOON: HeaderValue = HeaderValue::from_static("1");

/// After how many seconds to try again when the server cannot answer.
const RETRY_LATER: HeaderValue = HeaderValue::from_static("5");

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let trouble = self.error;
        let mut response = (trouble.status(), Json(self)).into_response();
        let header = match trouble {
            ErrorKind::NoSuchSecret => Some((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
            ErrorKind::TooMany => Some((header::RETRY_AFTER, RETRY_SOON)),
            ErrorKind::Unavailable => Some((header::RETRY_AFTER, RETRY_LATER)),
            _ => None,
        };
        response.headers_mut().extend(header);
        response
    }
}

/// An address that does not exist.
pub(crate) async fn not_found() -> Problem {
    Problem::new(ErrorKind::NotFound, "there is no such address")
}

/// An address that exists, asked in a way that it does not know.
pub(crate) async fn method_not_allowed() -> Problem {
    Problem::new(ErrorKind::MethodNotAllowed, "this address cannot be asked like this")
}

/// There is no such game.
pub(crate) fn no_such_game() -> Problem {
    Problem::new(ErrorKind::NotFound, "there is no such game")
}

/// How long a body may take to come. It is shorter than the time for a whole request, so that who sends a byte now and then is not taken for a
/// fault of the server, and not logged as one.
const BODY_TIME: Duration = Duration::from_secs(20);

/// A body in JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new(ErrorKind::NotJson, "expected a body with the content type application/json"));
        }
        match timeout(BODY_TIME, Bytes::from_request(request, state)).await {
            Ok(read) => object(&read.map_err(unread)?).map(Body),
            Err(_) => Err(Problem::new(ErrorKind::BadRequest, "the body did not come in time")),
        }
    }
}

/// Reads a text in JSON that has to be an object. Serde takes a list of all fields in their order for one as well, which nobody means.
pub(crate) fn object<T: DeserializeOwned>(text: &[u8]) -> Result<T, Problem> {
    let first = text.trim_ascii_start().first();
    if first.is_some_and(|&byte| byte != b'{') {
        return Err(Problem::new(ErrorKind::BadRequest, "expected a JSON object"));
    }
    serde_json::from_slice(text).map_err(|error| Problem::new(ErrorKind::BadRequest, error))
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(Ok(text)) = headers.get(header::CONTENT_TYPE).map(HeaderValue::to_str) else { return false };
    let essence = text.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn unread(rejection: BytesRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(ErrorKind::TooLarge, "the body is too large"),
        _ => Problem::new(ErrorKind::BadRequest, "the body could not be read"),
    }
}

/// What stands after the `?` of an address.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(asked)) => Ok(Asked(asked)),
            // What the rejection itself says names our reader; its source names the field.
            Err(rejection) => Err(match rejection.source() {
                Some(why) => Problem::new(ErrorKind::BadRequest, why),
                None => Problem::new(ErrorKind::BadRequest, rejection),
            }),
        }
    }
}

/// The game that an address names.
pub(crate) struct InPath(pub(crate) GameId);

impl<S: Send + Sync> FromRequestParts<S> for InPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<InPath, Problem> {
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| no_such_game())?;
        text.parse().map(InPath).map_err(|_| no_such_game())
    }
}

/// What any request can be refused with, for the description of the API.
pub(crate) struct Refusals;

/// What a request about a game can be refused with besides.
pub(crate) struct GameRefusals;

/// What a request with a body can be refused with besides.
pub(crate) struct BodyRefusals;

impl utoipa::IntoResponses for Refusals {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        described(&[
            (ErrorKind::BadRequest, "The request could not be understood."),
            (ErrorKind::NoSuchSecret, "There is no such secret."),
            (ErrorKind::TooMany, "Too many requests; `Retry-After` says in how many seconds to come back."),
            (ErrorKind::Internal, "Something failed on the server."),
            (ErrorKind::Unavailable, "The server is stopping, or its disk fails."),
        ])
    }
}

impl utoipa::IntoResponses for GameRefusals {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        described(&[
            (ErrorKind::NotYours, "It is not yours to see or to do."),
            (ErrorKind::NotFound, "There is no such game."),
        ])
    }
}

impl utoipa::IntoResponses for BodyRefusals {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        described(&[
            (ErrorKind::ForeignOrigin, "It comes from another site, or is not yours to do."),
            (ErrorKind::TooLarge, "The body is too large."),
            (ErrorKind::NotJson, "The body is not JSON."),
            (ErrorKind::Unusable, "It is understood, and against the rules."),
        ])
    }
}

fn described(troubles: &[(ErrorKind, &str)]) -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
    let described = |&(trouble, description): &(ErrorKind, &str)| {
        let content = Content::new(Some(Ref::from_schema_name("Problem")));
        let response = ResponseBuilder::new().description(description).content("application/json", content).build();
        (trouble.status().as_str().to_owned(), RefOr::T(response))
    };
    troubles.iter().map(described).collect()
}
