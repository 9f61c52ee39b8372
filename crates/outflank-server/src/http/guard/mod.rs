//! Limits and headers for every request.

mod body;
mod client;
mod cors;
mod headers;
mod observe;
mod panics;
mod read_limit;
mod time;
mod turn;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};

use crate::config::{Config, Limits, Network};
use crate::limits::AddressLimiter;
use crate::metrics::Metrics;
use read_limit::ReadLimit;

pub(super) use client::is_forwarded;
pub(crate) use client::{AddressGroup, Peer};

pub(crate) struct Guard {
    limits: Limits,
    trusted_proxies: Vec<Network>,
    games: AddressLimiter,
    requests: AddressLimiter,
    study: AddressLimiter,
    read_limit: ReadLimit,
    metrics: Metrics,
    warned_untrusted: AtomicBool,
}

impl Guard {
    pub(crate) fn new(config: &Config, metrics: Metrics) -> Guard {
        let limits = config.limits.clone();
        Guard {
            trusted_proxies: config.trusted_proxies.clone(),
            games: AddressLimiter::new(limits.games),
            requests: AddressLimiter::new(limits.requests),
            study: AddressLimiter::new(limits.study),
            read_limit: ReadLimit::new(),
            limits,
            metrics,
            warned_untrusted: AtomicBool::new(false),
        }
    }

    /// The layer added last sees a request first.
    pub(crate) fn wrap(self, router: Router) -> Router {
        let guard = Arc::new(self);
        router
            .layer(from_fn(panics::catch))
            .layer(from_fn_with_state(Arc::clone(&guard), body::limit))
            .layer(from_fn_with_state(Arc::clone(&guard), turn::limit))
            .layer(from_fn_with_state(Arc::clone(&guard), time::limit))
            .layer(from_fn(cors::allow))
            .layer(from_fn(headers::add))
            .layer(from_fn_with_state(guard, observe::observe))
    }
}
