mod bounds;
mod client;
mod cors;
mod headers;
mod in_progress;
mod observe;
mod read_limit;
mod turn;

#[cfg(test)]
mod tests;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;

use crate::config::{Config, Limits, Network};
use crate::limits::{Budgets, ConnectionLimit};
use crate::metrics::Metrics;
use crate::wire::{ErrorKind, Problem};
use read_limit::ReadLimit;

pub(super) use client::is_forwarded;
pub(crate) use client::{AddressGroup, Peer, Site};
pub(super) use in_progress::InProgress;

pub(crate) struct Guard {
    limits: Limits,
    trusted_proxies: Vec<Network>,
    budgets: Arc<Budgets>,
    connections: ConnectionLimit,
    read_limit: ReadLimit,
    metrics: Metrics,
    warned_untrusted: AtomicBool,
}

impl Guard {
    pub(crate) fn new(config: &Config, budgets: Arc<Budgets>, connections: ConnectionLimit, metrics: Metrics) -> Guard {
        Guard {
            trusted_proxies: config.trusted_proxies.clone(),
            budgets,
            connections,
            read_limit: ReadLimit::new(),
            limits: config.limits.clone(),
            metrics,
            warned_untrusted: AtomicBool::new(false),
        }
    }

    /// The layer added last sees a request first.
    pub(crate) fn wrap(self, router: Router) -> Router {
        let guard = Arc::new(self);
        router
            .layer(from_fn(catch_panics))
            .layer(from_fn_with_state(Arc::clone(&guard), bounds::body))
            .layer(from_fn_with_state(Arc::clone(&guard), turn::limit))
            .layer(from_fn_with_state(Arc::clone(&guard), in_progress::limit))
            .layer(from_fn_with_state(Arc::clone(&guard), bounds::time))
            .layer(from_fn(cors::allow))
            .layer(from_fn(headers::add))
            .layer(from_fn_with_state(guard, observe::observe))
    }
}

/// Turns a panic into an error of this request. The panic message is on standard error.
async fn catch_panics(request: Request, next: Next) -> Response {
    let response = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    response.unwrap_or_else(|_| Problem::new(ErrorKind::Internal, "internal server error").into_response())
}
