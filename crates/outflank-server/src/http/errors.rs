//! Error responses, and extractors that turn every rejection into a [`Problem`].

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use utoipa::openapi::{Content, Ref, RefOr, ResponseBuilder};

use crate::limits::{Spent, SpentBy};
use crate::wire::{ErrorKind, Problem};

const RETRY_SOON: HeaderValue = HeaderValue::from_static("1");

const RETRY_LATER: HeaderValue = HeaderValue::from_static("5");

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (kind, retry_after) = (self.error, self.retry_after.map(HeaderValue::from));
        let mut response = (kind.status(), Json(self)).into_response();
        let header = match kind {
            ErrorKind::NoSuchSecret => Some((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
            ErrorKind::TooMany => Some((header::RETRY_AFTER, retry_after.unwrap_or(RETRY_SOON))),
            ErrorKind::Unavailable => Some((header::RETRY_AFTER, retry_after.unwrap_or(RETRY_LATER))),
            _ => None,
        };
        response.headers_mut().extend(header);
        response
    }
}

impl From<Spent> for Problem {
    fn from(spent: Spent) -> Problem {
        let kind = match spent.by {
            SpentBy::Client => ErrorKind::TooMany,
            SpentBy::Everyone => ErrorKind::Unavailable,
        };
        Problem { retry_after: Some(spent.seconds()), ..Problem::new(kind, spent) }
    }
}

pub(crate) async fn not_found() -> Problem {
    Problem::new(ErrorKind::NotFound, "no such path")
}

pub(crate) async fn method_not_allowed() -> Problem {
    Problem::new(ErrorKind::MethodNotAllowed, "method not allowed")
}

pub(crate) fn no_such_game() -> Problem {
    Problem::new(ErrorKind::NotFound, "no such game")
}

/// Shorter than the limit for a whole request, so that a slow client gets a client error and is not logged as a server error.
const BODY_TIME: Duration = Duration::from_secs(20);

pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new(ErrorKind::NotJson, "expected a body with the content type application/json"));
        }
        match timeout(BODY_TIME, Bytes::from_request(request, state)).await {
            Ok(read) => object(&read.map_err(unread)?).map(Body),
            Err(_) => Err(Problem::new(ErrorKind::BadRequest, "timed out while reading the body")),
        }
    }
}

/// Accepts only an object: Serde would also read a struct from an array.
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
        _ => Problem::new(ErrorKind::BadRequest, "cannot read the body"),
    }
}

pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(asked)) => Ok(Asked(asked)),
            // The rejection names our extractor; its source names the field.
            Err(rejection) => Err(match rejection.source() {
                Some(why) => Problem::new(ErrorKind::BadRequest, why),
                None => Problem::new(ErrorKind::BadRequest, rejection),
            }),
        }
    }
}

/// For the API description: responses of any request.
pub(crate) struct Refusals;

pub(crate) struct GameRefusals;

pub(crate) struct BodyRefusals;

impl utoipa::IntoResponses for Refusals {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        described(&[
            (ErrorKind::BadRequest, "The request is malformed."),
            (ErrorKind::NoSuchSecret, "The secret is unknown or malformed."),
            (ErrorKind::TooMany, "Too many requests; `Retry-After` says how many seconds to wait."),
            (ErrorKind::Internal, "Internal server error."),
            (ErrorKind::Unavailable, "The server is stopping or overloaded, or its database is unavailable."),
        ])
    }
}

impl utoipa::IntoResponses for GameRefusals {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        described(&[
            (ErrorKind::NotYours, "The client may not see or do this."),
            (ErrorKind::NotFound, "No such game."),
        ])
    }
}

impl utoipa::IntoResponses for BodyRefusals {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        described(&[
            (ErrorKind::ForeignOrigin, "The request comes from another site, or the client may not do this."),
            (ErrorKind::TooLarge, "The body is too large."),
            (ErrorKind::NotJson, "The body is not JSON."),
            (ErrorKind::Unusable, "The request is well-formed but not possible."),
        ])
    }
}

fn described(kinds: &[(ErrorKind, &str)]) -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
    let described = |&(kind, description): &(ErrorKind, &str)| {
        let content = Content::new(Some(Ref::from_schema_name("Problem")));
        let response = ResponseBuilder::new().description(description).content("application/json", content).build();
        (kind.status().as_str().to_owned(), RefOr::T(response))
    };
    kinds.iter().map(described).collect()
}
