//! Identifies the sender. Programs send their secret as `Authorization: Bearer`, browsers in a cookie, which they add to requests from any
//! site. So a request that may change something needs this server's `Origin`, and a read from another site counts as anonymous.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::AppendHeaders;

use super::errors::no_such_game;
use super::{AddressGroup, AppState};
use crate::config::PublicUrl;
use crate::wire::{ErrorKind, Problem};
use crate::{GameId, Secret, SecretHash};

const COOKIE: &str = "outflank";

/// For public URLs with https: no other subdomain and no attacker in the network can set a cookie with this prefix.
const HOST_COOKIE: &str = "__Host-outflank";

/// 400 days, the maximum in browsers.
const COOKIE_AGE: u32 = 400 * 24 * 60 * 60;

/// The sender's secret. `None` if it is anonymous.
#[derive(Debug)]
pub(crate) struct Identity {
    secret: Option<Secret>,
    has_old_cookie: bool,
}

impl Identity {
    pub(crate) fn hash(&self) -> Option<SecretHash> {
        self.secret.as_ref().map(Secret::hash)
    }

    /// Gives an anonymous sender a new secret, as a cookie. Programs may ignore it. The secret of an outdated cookie is kept in a new one.
    pub(crate) fn or_new(&self, app: &AppState) -> (SecretHash, NewCookie) {
        let https = app.reach.public_url().is_some_and(PublicUrl::is_https);
        let set = |name, secret: &Secret| (header::SET_COOKIE, set_cookie(name, secret, https));
        match &self.secret {
            Some(secret) if self.has_old_cookie => (secret.hash(), AppendHeaders(vec![set(HOST_COOKIE, secret)])),
            Some(secret) => (secret.hash(), AppendHeaders(Vec::new())),
            None => {
                let secret = Secret::random();
                let current = https.then(|| set(HOST_COOKIE, &secret));
                // With https, this one is for servers of the version before that run beside this one during an upgrade.
                let outdated = set(COOKIE, &secret);
                (secret.hash(), AppendHeaders(current.into_iter().chain([outdated]).collect()))
            }
        }
    }
}

pub(super) fn expired_cookies(app: &AppState) -> NewCookie {
    let https = app.reach.public_url().is_some_and(PublicUrl::is_https);
    let names = [COOKIE].into_iter().chain(https.then_some(HOST_COOKIE));
    AppendHeaders(names.map(|name| (header::SET_COOKIE, cookie_header(name, "", 0, https))).collect())
}

impl FromRequestParts<AppState> for Identity {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Identity, Problem> {
        if let Some(secret) = bearer(&parts.headers)? {
            return Ok(Identity { secret: Some(secret), has_old_cookie: false });
        }
        let https = app.reach.public_url().is_some_and(PublicUrl::is_https);
        let current = Some(HOST_COOKIE).filter(|_| https).and_then(|name| cookie(&parts.headers, name));
        let has_old_cookie = https && current.is_none();
        let secret = current.or_else(|| cookie(&parts.headers, COOKIE));
        let source = Source::of(parts, app.reach.public_url());
        // Another site reads only what everyone may read.
        let is_foreign_read = matches!((&source, Effect::of(parts)), (Source::OtherSite, Effect::Reads));
        let secret = secret.filter(|_| !is_foreign_read);
        let allowed = match (source, Effect::of(parts), &secret) {
            (Source::ThisServer, _, _) | (_, Effect::Reads, _) | (Source::Unknown, _, None) => true,
            // An anonymous socket can only watch.
            (Source::OtherSite, Effect::OpensSocket, None) => true,
            (Source::OtherSite, _, _) | (Source::Unknown, _, Some(_)) => false,
        };
        match allowed {
            true => Ok(Identity { secret, has_old_cookie }),
            false => Err(app.foreign_origins.refuse(&parts.headers, app.reach.public_url())),
        }
    }
}

pub(crate) struct AtGame {
    pub(crate) app: AppState,
    pub(crate) game: GameId,
    pub(crate) identity: Identity,
    pub(crate) client: AddressGroup,
}

impl FromRequestParts<AppState> for AtGame {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<AtGame, Problem> {
        let Path(id) = Path::<String>::from_request_parts(parts, app).await.map_err(|_| no_such_game())?;
        let game = id.parse().map_err(|_| no_such_game())?;
        let Ok(client) = AddressGroup::from_request_parts(parts, app).await;
        Ok(AtGame { app: app.clone(), game, identity: Identity::from_request_parts(parts, app).await?, client })
    }
}

enum Effect {
    Reads,
    Changes,
    OpensSocket,
}

impl Effect {
    fn of(parts: &Parts) -> Effect {
        match parts.method.is_safe() {
            true if parts.headers.contains_key(header::UPGRADE) => Effect::OpensSocket,
            true => Effect::Reads,
            false => Effect::Changes,
        }
    }
}

pub(super) enum Source {
    ThisServer,
    OtherSite,
    Unknown,
}

impl Source {
    pub(super) fn of(parts: &Parts, public: Option<&PublicUrl>) -> Source {
        let Some(origin) = parts.headers.get(header::ORIGIN) else { return Source::Unknown };
        let Some(origin) = origin.to_str().ok().and_then(|text| text.parse::<PublicUrl>().ok()) else {
            return Source::OtherSite;
        };
        let here = match public {
            Some(public) => origin == *public,
            None => requested_url(&parts.headers, origin.is_https()).is_some_and(|requested| origin == requested),
        };
        if here { Source::ThisServer } else { Source::OtherSite }
    }
}

/// The URL that the request was sent to. Behind a proxy, the scheme is unknown.
pub(super) fn requested_url(headers: &HeaderMap, https: bool) -> Option<PublicUrl> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let scheme = if https { "https" } else { "http" };
    format!("{scheme}://{host}").parse().ok()
}

/// `Basic` is the password of a proxy, not ours.
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

/// An invalid cookie is ignored; the browser gets a new one.
fn cookie(headers: &HeaderMap, name: &str) -> Option<Secret> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(found, _)| *found == name).find_map(|(_, value)| value.parse().ok())
}

fn set_cookie(name: &str, secret: &Secret, https: bool) -> HeaderValue {
    cookie_header(name, &secret.reveal(), COOKIE_AGE, https)
}

fn cookie_header(name: &str, value: &str, age: u32, https: bool) -> HeaderValue {
    let secure = if https { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    let mut value = HeaderValue::try_from(text).expect("a secret is letters, digits, - and _");
    value.set_sensitive(true);
    value
}

pub(crate) type NewCookie = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;
