//! Requests of browsers that come from a page of another address.
//!
//! Most often nobody attacks: the host has configured one address and people open another. So the refusal names both, and so does the log.

use std::sync::Arc;

use axum::http::{HeaderMap, header};

use super::auth::asked;
use crate::config::PublicUrl;
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::wire::{ErrorKind, Problem};

/// No honest address is longer, and the log is not to be filled by strangers.
const LONGEST: usize = 100;

/// Refuses requests from pages of other addresses, and warns the host. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ForeignOrigins {
    alarm: Arc<LogThrottle>,
}

impl ForeignOrigins {
    pub(crate) fn new() -> ForeignOrigins {
        let words = FailureMessages { fails: "refused a browser", works: "browsers are accepted again" };
        ForeignOrigins { alarm: Arc::new(LogThrottle::warning(words)) }
    }

    /// The refusal of a request with these headers.
    pub(super) fn refuse(&self, headers: &HeaderMap, public: Option<&PublicUrl>) -> Problem {
        let why = explain(headers, public);
        self.alarm.failed(&why);
        Problem::new(ErrorKind::ForeignOrigin, why)
    }
}

/// Names the address that the server goes by and the one that was used. Both are parsed, so that neither can contain anything but an address.
fn explain(headers: &HeaderMap, public: Option<&PublicUrl>) -> String {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return "a request with a browser's cookie needs the header Origin; programs send Authorization: Bearer instead".to_owned();
    };
    let origin = origin.to_str().ok().and_then(|text| text.parse::<PublicUrl>().ok()).filter(is_short);
    let here = public.cloned().or_else(|| asked(headers, false).filter(is_short));
    match (origin, here) {
        (Some(origin), Some(here)) if public.is_some() => format!(
            "this server is configured for {here} (--public-url), but the page was opened at {origin}; open {here}, or change --public-url"
        ),
        (Some(origin), Some(here)) => format!(
            "the page was opened at {origin}, but the request reached the server as {here}; if {origin} is your proxy, start the server \
             with --public-url {origin}"
        ),
        (_, Some(here)) => format!("the request comes from a page without a usable address; open {here}"),
        (_, None) => "the request comes from a page of another address".to_owned(),
    }
}

fn is_short(url: &PublicUrl) -> bool {
    url.as_str().len() <= LONGEST
}
