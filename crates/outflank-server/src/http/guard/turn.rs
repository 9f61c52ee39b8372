use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Guard;
use super::client::{ClientAddress, Peer, is_forwarded};
use crate::limits::{Budget, Spent};
use crate::wire::{ErrorKind, Problem};

const STUDY: [&str; 3] = ["/api/study/", "/api/drill/", "/api/collection/"];

/// Rejects clients with too many requests. Files of the page are not limited.
pub(super) async fn limit(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let Some(class) = RateClass::of(request.method(), request.uri().path()) else {
        return next.run(request).await;
    };
    let Some(client) = guard.client(&request) else {
        return Problem::new(ErrorKind::Internal, "unknown client address").into_response();
    };
    // Handlers charge the same client for what the request does.
    request.extensions_mut().insert(client.group());
    if let Err(spent) = guard.budget(class).take(client.group()) {
        return too_many(spent);
    }
    // A request whose body is still to come would only block the others.
    let is_complete = request.body().is_end_stream();
    match class {
        RateClass::Other if is_complete => guard.read_limit.serve(next.run(request)).await,
        RateClass::Game | RateClass::Study | RateClass::Listen | RateClass::Other => next.run(request).await,
    }
}

fn too_many(spent: Spent) -> Response {
    let mut answer = Problem::from(spent).into_response();
    // Pipelined requests are not read.
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

#[derive(Clone, Copy, Debug)]
enum RateClass {
    Game,
    Study,
    Listen,
    Other,
}

impl RateClass {
    fn of(method: &Method, path: &str) -> Option<RateClass> {
        match path {
            "/api/games" if method == Method::POST => Some(RateClass::Game),
            "/api/analyze" | "/api/qr" | "/api/reports" => Some(RateClass::Study),
            _ if STUDY.iter().any(|start| path.starts_with(start)) => Some(RateClass::Study),
            _ if path.starts_with("/api/game/") && ["/socket", "/stream"].iter().any(|end| path.ends_with(end)) => {
                Some(RateClass::Listen)
            }
            "/api/games/stream" => Some(RateClass::Listen),
            "/healthz" | "/metrics" => Some(RateClass::Other),
            _ if path.starts_with("/api/") || path.starts_with("/game/") => Some(RateClass::Other),
            _ => None,
        }
    }
}

impl Guard {
    pub(super) fn client(&self, request: &Request) -> Option<ClientAddress> {
        let Peer(peer) = *request.extensions().get()?;
        if is_forwarded(request.headers())
            && !self.is_trusted(peer)
            && !self.warned_untrusted.swap(true, Ordering::Relaxed)
        {
            tracing::warn!("{peer} sends X-Forwarded-For but is not a trusted proxy; all its clients share one limit");
        }
        Some(ClientAddress::resolve(peer, request.headers(), &self.trusted_proxies))
    }

    pub(super) fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(address))
    }

    fn budget(&self, class: RateClass) -> &Budget {
        match class {
            RateClass::Game => &self.budgets.games,
            RateClass::Study => &self.budgets.study,
            RateClass::Listen | RateClass::Other => &self.budgets.requests,
        }
    }
}
