//! Which connections are used again.
//!
//! A connection may be good and still lead to the wrong place: to a server of PostgreSQL that has become the copy of another one, and may only be
//! read. So when that is said, every connection that is there then is closed before it is used again, and another one is made.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::store::StoreError;

/// What PostgreSQL says where nothing may be written.
const READ_ONLY: &str = "25006";

/// Whether an error is that of who wanted to write where one may only read.
pub(super) fn may_only_be_read(error: &StoreError) -> bool {
    error.of_database().and_then(|error| error.code()).is_some_and(|code| code == READ_ONLY)
}

/// Whether connections are trusted. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Trust {
    /// When it was last said that nothing may be written.
    lost: Arc<Mutex<Option<Instant>>>,
}

impl Trust {
    /// No connection that is there now is trusted any more.
    pub(super) fn lose(&self) {
        *self.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether a connection of this age is trusted.
    pub(super) fn has(&self, age: Duration) -> bool {
        let lost = *self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        lost.is_none_or(|lost| age < lost.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_older_than_a_failure_is_not_trusted() {
        let trust = Trust::default();
        let hour = Duration::from_secs(3_600);
        assert!(trust.has(Duration::ZERO) && trust.has(hour));
        trust.lose();
        assert!(!trust.has(hour));
        // A moment later there can be a new one.
        let lost = Instant::now();
        while lost.elapsed().is_zero() {}
        assert!(trust.has(Duration::ZERO));
    }
}
