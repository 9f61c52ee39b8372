//! Chance that can be repeated.

use std::ops::RangeInclusive;

use outflank_rules::{Bitboard, Square};

/// Steele, Lea and Flood's SplitMix64.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// The numbers of one thing, a game for instance, in a run with this seed. Those of the next game are others, not the
    /// same a step further on.
    pub(crate) fn of(seed: u64, number: u64) -> Random {
        let run = Random { state: seed }.next();
        Random { state: Random { state: run.wrapping_add(number) }.next() }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 on that is smaller than `end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        // The high half of a number below 2^32 times `end` is below `end`.
        (((self.next() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// A number of a range that is not empty.
    pub(crate) fn within(&mut self, range: RangeInclusive<u32>) -> u32 {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// True so many times in a hundred.
    pub(crate) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of the squares, of which there must be one.
    pub(crate) fn one_of(&mut self, squares: Bitboard) -> Square {
        let index = self.below(squares.len()) as usize;
        squares.into_iter().nth(index).expect("the index is below the number of squares")
    }
}
