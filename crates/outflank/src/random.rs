//! Numbers for choices that need not be secret.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Numbers from a seed, or others in every run.
#[derive(Clone, Debug)]
pub(crate) struct Random(outflank_players::Random);

impl Random {
    /// The numbers that follow from a seed, or others in every run.
    pub(crate) fn new(seed: Option<u64>) -> Random {
        Random(outflank_players::Random::new(seed.unwrap_or_else(any_number)))
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0.next()
    }
}

/// A number that is another in every run: the standard library asks the system for its hash keys.
pub(crate) fn any_number() -> u64 {
    RandomState::new().build_hasher().finish()
}
