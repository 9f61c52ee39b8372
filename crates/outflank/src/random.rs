use std::hash::{BuildHasher, Hasher, RandomState};

use outflank_players::Random;

pub(crate) fn seeded(seed: Option<u64>) -> Random {
    Random::new(seed.unwrap_or_else(any_number))
}

/// A different number in every run: the standard library seeds its hash keys from the system.
pub(crate) fn any_number() -> u64 {
    RandomState::new().build_hasher().finish()
}
