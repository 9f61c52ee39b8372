//! How often an address may ask.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;

use super::Guard;
use super::client::{ClientAddress, Peer, is_forwarded};
use super::rate::Limiter;
use crate::wire::{Problem, Trouble};

/// Refuses an address that asks too often. The files of the page cost nothing and are given to everybody.
pub(super) async fn limit(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let Some(limiter) = guard.limiter(request.method(), request.uri().path()) else {
        return next.run(request).await;
    };
    let Some(client) = guard.client(&request) else {
        return Problem::new(Trouble::Internal, "nobody knows where the request comes from").into_response();
    };
    // Those who study are served in turn by where they come from.
    request.extensions_mut().insert(client.group());
    match limiter.take(client.group(), Instant::now()) {
        Ok(()) => next.run(request).await,
        Err(wait) => {
            guard.metrics.rate_limited();
            let seconds = wait.as_nanos().div_ceil(1_000_000_000).max(1) as u64;
            let problem = Problem::new(Trouble::TooMany, format_args!("too many requests; wait {seconds} s"));
            let mut answer = problem.into_response();
            answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
            answer
        }
    }
}

impl Guard {
    fn client(&self, request: &Request) -> Option<ClientAddress> {
        let Peer(peer) = *request.extensions().get()?;
        if is_forwarded(request.headers())
            && !self.trusted_proxies.iter().any(|network| network.contains(peer))
            && !self.said_untrusted.swap(true, Ordering::Relaxed)
        {
            tracing::warn!("{peer} names others in X-Forwarded-For, but is no trusted proxy: their limits are shared");
        }
        Some(ClientAddress::resolve(peer, request.headers(), &self.trusted_proxies))
    }

    fn limiter(&self, method: &Method, path: &str) -> Option<&Limiter> {
        match path {
            "/api/games" if method == Method::POST => Some(&self.games),
            "/api/analyze" | "/api/qr" | "/api/reports" => Some(&self.study),
            _ if path.starts_with("/api/study/") || path.starts_with("/api/drill/") => Some(&self.study),
            "/healthz" | "/metrics" => Some(&self.requests),
            _ if path.starts_with("/api/") || path.starts_with("/game/") => Some(&self.requests),
            _ => None,
        }
    }
}
