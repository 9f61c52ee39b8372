//! Rejects browser requests from other origins. Usually the host configured one address and people open another, so errors name both.

use std::sync::Arc;

use axum::http::{HeaderMap, header};

use super::auth::requested_url;
use crate::config::PublicUrl;
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::wire::{ErrorKind, Problem};

/// Longer addresses are not logged, so that strangers cannot fill the log.
const LONGEST: usize = 100;

#[derive(Clone)]
pub(crate) struct ForeignOrigins {
    throttle: Arc<LogThrottle>,
}

impl ForeignOrigins {
    pub(crate) fn new() -> ForeignOrigins {
        let messages = FailureMessages {
            failing: "rejected a browser's request",
            recovered: "browsers' requests are accepted again",
        };
        ForeignOrigins { throttle: Arc::new(LogThrottle::warning(messages)) }
    }

    pub(super) fn refuse(&self, headers: &HeaderMap, public: Option<&PublicUrl>) -> Problem {
        let why = explain(headers, public);
        self.throttle.failed(&why);
        Problem::new(ErrorKind::ForeignOrigin, why)
    }
}

fn explain(headers: &HeaderMap, public: Option<&PublicUrl>) -> String {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return "a request with a browser's cookie needs an Origin header; programs send Authorization: Bearer instead"
            .to_owned();
    };
    let origin = origin.to_str().ok().and_then(|text| text.parse::<PublicUrl>().ok()).filter(is_short);
    let here = public.cloned().or_else(|| requested_url(headers, false).filter(is_short));
    match (origin, here) {
        (Some(origin), Some(here)) if public.is_some() => format!(
            "this server is configured for {here} (--public-url), but the page was opened at {origin}; open {here}, or change --public-url"
        ),
        (Some(origin), Some(here)) => format!(
            "the page was opened at {origin}, but the request reached the server as {here}; if {origin} is your proxy, start the server \
             with --public-url {origin}"
        ),
        (_, Some(here)) => format!("the request does not come from a page of this server; open {here}"),
        (_, None) => "the request comes from another site".to_owned(),
    }
}

fn is_short(url: &PublicUrl) -> bool {
    url.as_str().len() <= LONGEST
}
