//! Rate limits per client address.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, RETRY_AFTER};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;

use super::Guard;
use super::client::{ClientAddress, Peer, is_forwarded};
use crate::limits::AddressLimiter;
use crate::wire::{ErrorKind, Problem};

/// Rejects addresses with too many requests. Files of the page are not limited.
pub(super) async fn limit(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let Some(class) = RateClass::of(request.method(), request.uri().path()) else {
        return next.run(request).await;
    };
    let Some(client) = guard.client(&request) else {
        return Problem::new(ErrorKind::Internal, "unknown client address").into_response();
    };
    // Study requests are queued per address group.
    request.extensions_mut().insert(client.group());
    if let Err(wait) = guard.limiter(class).take(client.group(), Instant::now()) {
        guard.metrics.rate_limited();
        return too_many(wait);
    }
    // A request whose body is still to come would only block the others.
    let is_complete = request.body().is_end_stream();
    match class {
        RateClass::Other if is_complete => guard.read_limit.serve(next.run(request)).await,
        RateClass::Game | RateClass::Study | RateClass::Listen | RateClass::Other => next.run(request).await,
    }
}

fn too_many(wait: Duration) -> Response {
    let seconds = wait.as_nanos().div_ceil(1_000_000_000).max(1) as u64;
    let mut answer =
        Problem::new(ErrorKind::TooMany, format_args!("too many requests; wait {seconds} s")).into_response();
    let headers = answer.headers_mut();
    headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    // Pipelined requests are not read.
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

#[derive(Clone, Copy, Debug)]
enum RateClass {
    Game,
    /// Uses the engine.
    Study,
    Listen,
    Other,
}

impl RateClass {
    fn of(method: &Method, path: &str) -> Option<RateClass> {
        match path {
            "/api/games" if method == Method::POST => Some(RateClass::Game),
            "/api/analyze" | "/api/qr" | "/api/reports" => Some(RateClass::Study),
            _ if path.starts_with("/api/study/") || path.starts_with("/api/drill/") => Some(RateClass::Study),
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
    fn client(&self, request: &Request) -> Option<ClientAddress> {
        let Peer(peer) = *request.extensions().get()?;
        if is_forwarded(request.headers())
            && !self.trusted_proxies.iter().any(|network| network.contains(peer))
            && !self.warned_untrusted.swap(true, Ordering::Relaxed)
        {
            tracing::warn!("{peer} sends X-Forwarded-For but is not a trusted proxy; all its clients share one limit");
        }
        Some(ClientAddress::resolve(peer, request.headers(), &self.trusted_proxies))
    }

    fn limiter(&self, class: RateClass) -> &AddressLimiter {
        match class {
            RateClass::Game => &self.games,
            RateClass::Study => &self.study,
            RateClass::Listen | RateClass::Other => &self.requests,
        }
    }
}
