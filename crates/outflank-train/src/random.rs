use std::ops::RangeInclusive;

use outflank_rules::{Bitboard, SplitMix64, Square};

pub(crate) struct Random(SplitMix64);

impl Random {
    /// The sequence for one item of a run, such as a game. Hashing twice keeps the sequences of neighbours apart.
    pub(crate) fn of(seed: u64, number: u64) -> Random {
        let run = SplitMix64::new(seed).next();
        Random(SplitMix64::new(SplitMix64::new(run.wrapping_add(number)).next()))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// Uniform in `0..end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        // The high half of a number below 2^32 times `end` is below `end`.
        (((self.next() >> 32) * u64::from(end)) >> 32) as u32
    }

    pub(crate) fn within(&mut self, range: RangeInclusive<u32>) -> u32 {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// True with probability `percent` / 100.
    pub(crate) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn one_of(&mut self, squares: Bitboard) -> Square {
        let index = self.below(squares.len()) as usize;
        squares.into_iter().nth(index).expect("the index is below the number of squares")
    }
}
