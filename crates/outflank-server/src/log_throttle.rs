//! Logs a recurring failure when it starts, now and then while it lasts, and when it ends: on a full disk, every request fails.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tracing::Level;

const REPEAT_EVERY: Duration = Duration::from_secs(30);

/// A failure is over when nothing has failed for this long.
const OVER_AFTER: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(crate) struct LogThrottle {
    messages: FailureMessages,
    level: Level,
    /// Named in the log, if the message alone doesn't say what is affected.
    place: Option<String>,
    failure: Mutex<Option<Failure>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FailureMessages {
    pub(crate) failing: &'static str,
    pub(crate) recovered: &'static str,
}

#[derive(Debug)]
struct Failure {
    began: Instant,
    failed: Instant,
    logged: Instant,
    times: u64,
    why: String,
}

impl LogThrottle {
    pub(crate) fn new(messages: FailureMessages) -> LogThrottle {
        LogThrottle { messages, level: Level::ERROR, place: None, failure: Mutex::new(None) }
    }

    pub(crate) fn warning(messages: FailureMessages) -> LogThrottle {
        LogThrottle { level: Level::WARN, ..LogThrottle::new(messages) }
    }

    pub(crate) fn at(place: impl fmt::Display, messages: FailureMessages) -> LogThrottle {
        LogThrottle { place: Some(place.to_string()), ..LogThrottle::new(messages) }
    }

    pub(crate) fn failed(&self, error: &dyn fmt::Display) {
        let now = Instant::now();
        let mut failure = self.failure();
        let begins = failure.is_none();
        let failure = failure.get_or_insert_with(|| Failure {
            began: now,
            failed: now,
            logged: now,
            times: 0,
            why: String::new(),
        });
        failure.failed = now;
        failure.times += 1;
        failure.why = error.to_string();
        if begins || now.duration_since(failure.logged) >= REPEAT_EVERY {
            failure.logged = now;
            let Failure { times, why, .. } = failure;
            let seconds = now.duration_since(failure.began).as_secs();
            match self.level {
                Level::WARN => tracing::warn!(place = self.place, times, seconds, "{}: {why}", self.messages.failing),
                _ => tracing::error!(place = self.place, times, seconds, "{}: {why}", self.messages.failing),
            }
        }
    }

    pub(crate) fn worked(&self) {
        let now = Instant::now();
        let mut failure = self.failure();
        if let Some(over) = failure.take_if(|failure| now.duration_since(failure.failed) >= OVER_AFTER) {
            let seconds = over.failed.duration_since(over.began).as_secs();
            tracing::info!(place = self.place, times = over.times, seconds, "{}", self.messages.recovered);
        }
    }

    pub(crate) fn note<T, E: fmt::Display>(&self, result: &Result<T, E>) {
        match result {
            Ok(_) => self.worked(),
            Err(error) => self.failed(error),
        }
    }

    pub(crate) fn why(&self) -> Option<String> {
        self.failure().as_ref().map(|failure| failure.why.clone())
    }

    fn failure(&self) -> MutexGuard<'_, Option<Failure>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throttle() -> LogThrottle {
        LogThrottle::at("games.db", FailureMessages { failing: "cannot write", recovered: "can write again" })
    }

    #[tokio::test(start_paused = true)]
    async fn a_failure_ends_when_nothing_has_failed_for_a_while() {
        let throttle = throttle();
        throttle.worked();
        assert_eq!(throttle.why(), None);
        for why in ["full", "still full"] {
            throttle.failed(&why);
            assert_eq!(throttle.why().as_deref(), Some(why));
        }
        for _ in 0..4 {
            tokio::time::advance(Duration::from_secs(4)).await;
            throttle.worked();
            assert_eq!(throttle.why().as_deref(), Some("still full"), "it fails now and then");
            throttle.failed(&"still full");
        }
        tokio::time::advance(OVER_AFTER).await;
        assert!(throttle.why().is_some(), "not tried since");
        throttle.worked();
        assert_eq!(throttle.why(), None);
    }
}
