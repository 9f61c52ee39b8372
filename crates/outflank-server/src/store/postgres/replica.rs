//! Connections to a server that has become a read-only replica are closed before they are used again.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::store::StoreError;

const READ_ONLY: &str = "25006";

pub(super) fn is_read_only(error: &StoreError) -> bool {
    error.of_database().and_then(|error| error.code()).is_some_and(|code| code == READ_ONLY)
}

#[derive(Clone, Debug, Default)]
pub(super) struct ReplicaGuard {
    switched: Arc<Mutex<Option<Instant>>>,
}

impl ReplicaGuard {
    pub(super) fn distrust_existing(&self) {
        *self.switched.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    pub(super) fn trusts(&self, age: Duration) -> bool {
        let switched = *self.switched.lock().unwrap_or_else(PoisonError::into_inner);
        switched.is_none_or(|switched| age < switched.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_older_than_a_failure_are_not_trusted() {
        let guard = ReplicaGuard::default();
        let hour = Duration::from_secs(3_600);
        assert!(guard.trusts(Duration::ZERO) && guard.trusts(hour));
        guard.distrust_existing();
        assert!(!guard.trusts(hour));
        let lost = Instant::now();
        while lost.elapsed().is_zero() {}
        assert!(guard.trusts(Duration::ZERO));
    }
}
