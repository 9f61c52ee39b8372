use std::convert::Infallible;
use std::net::IpAddr;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};

use super::AppState;
use super::auth::{Identity, Source};
use super::errors::Refusals;
use super::guard::{Peer, is_forwarded};
use crate::wire::Site;

/// Returns how other computers reach this server.
#[utoipa::path(
    get,
    path = "/api/site",
    tag = "server",
    responses((status = 200, description = "The addresses for invitations.", body = Site), Refusals)
)]
pub(super) async fn site(_: Identity, on_this_computer: OnThisComputer, State(app): State<AppState>) -> Json<Site> {
    let AppState { reach, .. } = app;
    let public_url = reach.public_url().map(ToString::to_string);
    let may_know = public_url.is_some() || on_this_computer.0;
    let addresses = if may_know { reach.urls() } else { Vec::new() };
    Json(Site { reachable: !reach.is_local_only(), public_url, addresses })
}

/// Whether a request was made on this computer, by a page of this server or by a program. Only such requests see the addresses of the local
/// network: neither strangers behind a proxy nor other sites in this computer's browser do.
pub(super) struct OnThisComputer(bool);

impl FromRequestParts<AppState> for OnThisComputer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<OnThisComputer, Infallible> {
        let is_local = parts.extensions.get::<Peer>().is_some_and(|&Peer(ip)| ip.to_canonical().is_loopback());
        let is_foreign = matches!(Source::of(parts, app.reach.public_url()), Source::OtherSite);
        let is_direct = !is_forwarded(&parts.headers) && names_loopback(&parts.headers);
        Ok(OnThisComputer(is_local && is_direct && !is_foreign))
    }
}

/// Another site's name may point to this computer too.
fn names_loopback(headers: &HeaderMap) -> bool {
    let Some(Ok(host)) = headers.get(header::HOST).map(|host| host.to_str()) else { return false };
    let Ok(uri) = host.parse::<Uri>() else { return false };
    let name = uri.host().unwrap_or_default();
    let ip = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || ip.is_ok_and(|ip| ip.is_loopback())
}
