//! Something that fails again and again is said when it begins, now and then while it lasts, and when it is over.
//!
//! Where a disk is full, everybody who waits for it is told so, many times a second. A log that said so each time would hide what else is
//! to be seen, and be long enough to fill the next disk.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tracing::Level;

/// How often it is said that something still fails.
const SAID_EVERY: Duration = Duration::from_secs(30);

/// What works now and then is not taken for well before nothing has failed for so long.
const OVER_AFTER: Duration = Duration::from_secs(5);

/// Notes whether something works, and says so in the log.
#[derive(Debug)]
pub(crate) struct LogThrottle {
    words: FailureMessages,
    level: Level,
    /// Where it happens, if there is more to say than what.
    place: Option<String>,
    failure: Mutex<Option<Failure>>,
}

/// What is said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FailureMessages {
    /// What fails.
    pub(crate) fails: &'static str,
    /// That it does not fail any more.
    pub(crate) works: &'static str,
}

/// Something fails.
#[derive(Debug)]
struct Failure {
    /// Since when, when it last did, and when that was last said.
    began: Instant,
    failed: Instant,
    said: Instant,
    /// How often.
    times: u64,
    /// The last reason.
    why: String,
}

impl LogThrottle {
    /// Everything works.
    pub(crate) fn new(words: FailureMessages) -> LogThrottle {
        LogThrottle { words, level: Level::ERROR, place: None, failure: Mutex::new(None) }
    }

    /// The same for what is a fault of others or of the configuration: it is logged as a warning.
    pub(crate) fn warning(words: FailureMessages) -> LogThrottle {
        LogThrottle { level: Level::WARN, ..LogThrottle::new(words) }
    }

    /// Everything works in this place, which is named in the log.
    pub(crate) fn at(place: impl fmt::Display, words: FailureMessages) -> LogThrottle {
        LogThrottle { place: Some(place.to_string()), ..LogThrottle::new(words) }
    }

    /// It failed once more.
    pub(crate) fn failed(&self, error: &dyn fmt::Display) {
        let now = Instant::now();
        let mut failure = self.failure();
        let begins = failure.is_none();
        let failure =
            failure.get_or_insert_with(|| Failure { began: now, failed: now, said: now, times: 0, why: String::new() });
        failure.failed = now;
        failure.times += 1;
        failure.why = error.to_string();
        if begins || now.duration_since(failure.said) >= SAID_EVERY {
            failure.said = now;
            let Failure { times, why, .. } = failure;
            let seconds = now.duration_since(failure.began).as_secs();
            match self.level {
                Level::WARN => tracing::warn!(place = self.place, times, seconds, "{}: {why}", self.words.fails),
                _ => tracing::error!(place = self.place, times, seconds, "{}: {why}", self.words.fails),
            }
        }
    }

    /// It worked once more.
    pub(crate) fn worked(&self) {
        let now = Instant::now();
        let mut failure = self.failure();
        if let Some(over) = failure.take_if(|failure| now.duration_since(failure.failed) >= OVER_AFTER) {
            let seconds = over.failed.duration_since(over.began).as_secs();
            tracing::info!(place = self.place, times = over.times, seconds, "{}", self.words.works);
        }
    }

    /// Either of both.
    pub(crate) fn note<T, E: fmt::Display>(&self, result: &Result<T, E>) {
        match result {
            Ok(_) => self.worked(),
            Err(error) => self.failed(error),
        }
    }

    /// Why it fails, if it does.
    pub(crate) fn why(&self) -> Option<String> {
        self.failure().as_ref().map(|failure| failure.why.clone())
    }

    /// Nothing panics while it holds the lock.
    fn failure(&self) -> MutexGuard<'_, Option<Failure>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alarm() -> LogThrottle {
        LogThrottle::at("games.db", FailureMessages { fails: "nothing is kept", works: "everything is kept" })
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_over_when_nothing_has_failed_for_a_while() {
        let alarm = alarm();
        alarm.worked();
        assert_eq!(alarm.why(), None);
        for why in ["full", "still full"] {
            alarm.failed(&why);
            assert_eq!(alarm.why().as_deref(), Some(why));
        }
        for _ in 0..4 {
            tokio::time::advance(Duration::from_secs(4)).await;
            alarm.worked();
            assert_eq!(alarm.why().as_deref(), Some("still full"), "it fails now and then");
            alarm.failed(&"still full");
        }
        tokio::time::advance(OVER_AFTER).await;
        assert!(alarm.why().is_some(), "nobody has tried");
        alarm.worked();
        assert_eq!(alarm.why(), None);
    }
}
