//! Identifies the sender of a request.
//!
//! A program sends its secret as `Authorization: Bearer`; a browser has one in a cookie. A browser sends its cookie whoever made it send the
//! request, so one with the cookie that may change something has to come from a page of this server: `Origin` says where from. One that
//! only reads is answered without the cookie if it comes from elsewhere.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::AppendHeaders;

use super::AppState;
use crate::config::PublicUrl;
use crate::wire::{ErrorKind, Problem};
use crate::{Secret, SecretHash};

/// The name of the cookie.
const COOKIE: &str = "outflank";

/// For how many seconds a browser keeps the cookie: 400 days, the most that browsers allow.
const COOKIE_AGE: u32 = 400 * 24 * 60 * 60;

/// The sender of a request.
#[derive(Debug)]
pub(crate) enum Identity {
    Anonymous,
    Holder(Secret),
}

impl Identity {
    /// What the hall knows them by.
    pub(crate) fn hash(&self) -> Option<SecretHash> {
        match self {
            Identity::Anonymous => None,
            Identity::Holder(secret) => Some(secret.hash()),
        }
    }

    /// What the hall knows them by. Who has no secret gets one, to be kept by a browser; a program may leave it.
    pub(crate) fn or_new(&self, app: &AppState) -> (SecretHash, NewCookie) {
        match self {
            Identity::Holder(secret) => (secret.hash(), AppendHeaders(None)),
            Identity::Anonymous => {
                let secret = Secret::random();
                let cookie = set_cookie(&secret, app.reach.public_url());
                (secret.hash(), AppendHeaders(Some((header::SET_COOKIE, cookie))))
            }
        }
    }
}

impl FromRequestParts<AppState> for Identity {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Identity, Problem> {
        if let Some(secret) = bearer(&parts.headers)? {
            return Ok(Identity::Holder(secret));
        }
        let secret = cookie(&parts.headers);
        let source = Source::of(parts, app.reach.public_url());
        // A page of another site reads only what everyone may read.
        let is_foreign_read = matches!((&source, Effect::of(parts)), (Source::Elsewhere, Effect::Reads));
        let secret = secret.filter(|_| !is_foreign_read);
        let allowed = match (source, Effect::of(parts), &secret) {
            (Source::Here, _, _) | (_, Effect::Reads, _) | (Source::Unsaid, _, None) => true,
            // Nobody's socket only watches what everybody may watch.
            (Source::Elsewhere, Effect::Talks, None) => true,
            (Source::Elsewhere, _, _) | (Source::Unsaid, _, Some(_)) => false,
        };
        match allowed {
            true => Ok(secret.map_or(Identity::Anonymous, Identity::Holder)),
            false => Err(app.foreign_origins.refuse(&parts.headers, app.reach.public_url())),
        }
    }
}

/// What a request may do.
enum Effect {
    /// It reads.
    Reads,
    /// It changes something.
    Changes,
    /// It opens a socket, over which commands may come.
    Talks,
}

impl Effect {
    fn of(parts: &Parts) -> Effect {
        match parts.method.is_safe() {
            true if parts.headers.contains_key(header::UPGRADE) => Effect::Talks,
            true => Effect::Reads,
            false => Effect::Changes,
        }
    }
}

/// Which page a request comes from.
pub(super) enum Source {
    /// From one of this server.
    Here,
    /// From another site.
    Elsewhere,
    /// From no page, as it seems.
    Unsaid,
}

impl Source {
    pub(super) fn of(parts: &Parts, public: Option<&PublicUrl>) -> Source {
        let Some(origin) = parts.headers.get(header::ORIGIN) else { return Source::Unsaid };
        let Some(origin) = origin.to_str().ok().and_then(|text| text.parse::<PublicUrl>().ok()) else {
            return Source::Elsewhere;
        };
        let here = match public {
            Some(public) => origin == *public,
            None => asked(&parts.headers, origin.is_https()).is_some_and(|asked| origin == asked),
        };
        if here { Source::Here } else { Source::Elsewhere }
    }
}

/// The server that a request was meant for, by its own word. Whether it was sent by HTTPS is not seen behind a proxy.
pub(super) fn asked(headers: &HeaderMap, https: bool) -> Option<PublicUrl> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let scheme = if https { "https" } else { "http" };
    format!("{scheme}://{host}").parse().ok()
}

/// The secret of a program. A proxy that asks for a password sends `Basic`, which is none of our business.
fn bearer(headers: &HeaderMap) -> Result<Option<Secret>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let (scheme, rest) = value.to_str().ok().and_then(|text| text.split_once(' ')).unwrap_or_default();
    if scheme.eq_ignore_ascii_case("Basic") {
        return Ok(None);
    }
    let secret = rest.trim().parse().ok().filter(|_| scheme.eq_ignore_ascii_case("Bearer"));
    secret
        .map(Some)
        .ok_or_else(|| Problem::new(ErrorKind::NoSuchSecret, "expected Bearer and a secret of 22 characters"))
}

/// The secret of a browser. A cookie that is none is as good as no cookie: the browser gets another.
fn cookie(headers: &HeaderMap) -> Option<Secret> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == COOKIE).find_map(|(_, value)| value.parse().ok())
}

fn set_cookie(secret: &Secret, public: Option<&PublicUrl>) -> HeaderValue {
    let secure = if public.is_some_and(PublicUrl::is_https) { "; Secure" } else { "" };
    let text = format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={COOKIE_AGE}{secure}", secret.reveal());
    let mut value = HeaderValue::try_from(text).expect("a secret is letters, digits, - and _");
    value.set_sensitive(true);
    value
}

/// A cookie to be kept, if one was made: a part of an answer.
pub(crate) type NewCookie = AppendHeaders<Option<(HeaderName, HeaderValue)>>;
