/// SplitMix64 (Steele, Lea and Flood). The same seed always gives the same numbers. Not for secrets.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Starts the sequence of a seed.
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Shuffles a slice (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            // The bias of the remainder is below 2^-40 for any list that fits in memory.
            let chosen = self.next() % (last as u64 + 1);
            items.swap(last, chosen as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Games, puzzles and training runs refer to seeds: the sequences must never change.
    #[test]
    fn sequences_are_fixed() {
        let first = |seed| {
            [(); 3].map({
                let mut random = SplitMix64::new(seed);
                move |()| random.next()
            })
        };
        assert_eq!(first(0), [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
        assert_eq!(first(1_234_567), [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn shuffles_are_fixed() {
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        SplitMix64::new(7).shuffle(&mut items);
        assert_eq!(items, [1, 4, 5, 2, 6, 0, 3, 7]);
    }
}
