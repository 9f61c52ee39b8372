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
pub(crate) struct Alarm {
    words: Words,
    level: Level,
    /// Where it happens, if there is more to say than what.
    place: Option<String>,
    trouble: Mutex<Option<Trouble>>,
}

/// What is said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// What fails.
    pub(crate) fails: &'static str,
    /// That it does not fail any more.
    pub(crate) works: &'static str,
}

/// Something fails.
#[derive(Debug)]
struct Trouble {
    /// Since when, when it last did, and when that was last said.
    began: Instant,
    failed: Instant,
    said: Instant,
    /// How often.
    times: u64,
    /// The last reason.
    why: String,
}

impl Alarm {
    /// Everything works.
    pub(crate) fn new(words: Words) -> Alarm {
        Alarm { words, level: Level::ERROR, place: None, trouble: Mutex::new(None) }
    }

    /// The same for what is a fault of others or of the configuration: it is logged as a warning.
    pub(crate) fn warning(words: Words) -> Alarm {
        Alarm { level: Level::WARN, ..Alarm::new(words) }
    }

    /// Everything works in this place, which is named in the log.
    pub(crate) fn at(place: impl fmt::Display, words: Words) -> Alarm {
        Alarm { place: Some(place.to_string()), ..Alarm::new(words) }
    }

    /// It failed once more.
    pub(crate) fn failed(&self, error: &dyn fmt::Display) {
        let now = Instant::now();
        let mut trouble = self.trouble();
        let begins = trouble.is_none();
        let trouble =
            trouble.get_or_insert_with(|| Trouble { began: now, failed: now, said: now, times: 0, why: String::new() });
        trouble.failed = now;
        trouble.times += 1;
        trouble.why = error.to_string();
        if begins || now.duration_since(trouble.said) >= SAID_EVERY {
            trouble.said = now;
            let Trouble { times, why, .. } = trouble;
            let seconds = now.duration_since(trouble.began).as_secs();
            match self.level {
                Level::WARN => tracing::warn!(place = self.place, times, seconds, "{}: {why}", self.words.fails),
                _ => tracing::error!(place = self.place, times, seconds, "{}: {why}", self.words.fails),
            }
        }
    }

    /// It worked once more.
    pub(crate) fn worked(&self) {
        let now = Instant::now();
        let mut trouble = self.trouble();
        if let Some(over) = trouble.take_if(|trouble| now.duration_since(trouble.failed) >= OVER_AFTER) {
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
        self.trouble().as_ref().map(|trouble| trouble.why.clone())
    }

    /// Nothing panics while it holds the lock.
    fn trouble(&self) -> MutexGuard<'_, Option<Trouble>> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alarm() -> Alarm {
        Alarm::at("games.db", Words { fails: "nothing is kept", works: "everything is kept" })
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
