//! Numbers for choices that need not be secret.

/// Steele, Lea and Flood's SplitMix64: from the same seed, the same numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Numbers that begin with this seed.
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "it never ends, so that an iterator would only be in the way")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Brings items into another order, by Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            // The remainder favours small numbers by less than one in 2^40 for any list that fits in memory.
            let chosen = self.next() % (last as u64 + 1);
            items.swap(last, chosen as usize);
        }
    }
}
