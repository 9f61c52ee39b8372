//! Random numbers for choices that need not be secret.

use std::hash::{BuildHasher, Hasher, RandomState};

#[derive(Clone, Debug)]
pub(crate) struct Random(outflank_players::Random);

impl Random {
    pub(crate) fn new(seed: Option<u64>) -> Random {
        Random(outflank_players::Random::new(seed.unwrap_or_else(any_number)))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next()
    }
}

/// A different number in every run: the standard library seeds its hash keys from the system.
pub(crate) fn any_number() -> u64 {
    RandomState::new().build_hasher().finish()
}
