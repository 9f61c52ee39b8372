//! The network: from the patterns of a board to a score.
//!
//! Every pattern on the board has a row of [`WIDTH`] numbers, and the rows of all patterns are added up. The first
//! [`DIRECT`] sums are a score in themselves. The others, with a bias and clipped to the range from 0 to 1, are the
//! inputs of a layer of [`UNITS`] units, clipped in the same way, and these of one unit that is the rest of the score.
//! The rows change once in a game, the layers with every move.
//!
//! All of it is done in whole numbers: 1 is 254 in a sum, 127 in an input, 64 in a weight of the layer.

use super::patterns::{TABLE_SIZE, TABLES};
use crate::Score;

/// How many numbers a row has.
pub const WIDTH: usize = 32;

/// How many of the sums are added to the score as they are.
pub const DIRECT: usize = 2;

/// How many units the layer has.
pub const UNITS: usize = 32;

/// How many sets of rows there are.
pub const STAGES: usize = 2;

/// How many heads there are: one for each number of moves.
pub const HEADS: usize = 60;

/// A sum of one, in steps of a row's numbers.
pub const SUM_ONE: i32 = 254;
/// An input of one: half as many steps, so that two products of inputs and weights fit 16 bits.
pub const INPUT_ONE: i32 = 127;
/// A weight of one.
pub const WEIGHT_ONE: i32 = 64;
/// How many discs a direct sum of one is worth, and the output of a unit with a weight of one.
pub const DISCS: i32 = 16;

/// What a unit gives at most, as it goes into the last sum; and what the last sum is divided by to give steps.
pub(crate) const UNIT_ONE: i32 = (INPUT_ONE * WEIGHT_ONE) >> UNIT_SHIFT;
pub(crate) const UNIT_SHIFT: i32 = 5;
pub(crate) const LAST_ONE: i32 = UNIT_ONE * OUT_ONE;
/// How many steps finer than a step of the score the weights of the last unit are.
pub const OUT_ONE: i32 = 16;
/// What a direct sum is multiplied by before it is added to the last sum.
pub(crate) const DIRECT_FACTOR: i32 = DISCS * Score::STEPS * OUT_ONE * UNIT_ONE / SUM_ONE;

/// The stage of a position after so many moves.
#[inline]
pub const fn stage(moves: usize) -> usize {
    (moves >= 30) as usize
}

/// How many moves were made when so many squares are empty; the last count for all that should not be.
#[inline]
pub const fn moves(empties: u32) -> usize {
    let moves = 60_u32.saturating_sub(empties) as usize;
    if moves < HEADS { moves } else { HEADS - 1 }
}

/// What a pattern adds to the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Row(pub(crate) [i8; WIDTH]);

/// The rows of one stage.
pub(crate) type Rows = [[Row; TABLE_SIZE]; TABLES];

/// The layers for one number of moves, laid out for the kernels: every field but the last begins at a multiple of 32 bytes,
/// because those before it have such sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(crate) struct Head {
    /// What every sum begins with.
    pub(crate) bias: [i16; WIDTH],
    /// The weights of the units: for four neighbouring inputs those of all units, four to a unit. The direct sums are
    /// inputs with no weight.
    pub(crate) weights: [[[i8; 4]; UNITS]; WIDTH / 4],
    pub(crate) unit_bias: [i32; UNITS],
    pub(crate) out: [i16; UNITS],
    pub(crate) out_bias: i32,
}

/// The sums of a board's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Sums(pub(crate) [i16; WIDTH]);

/// The score in steps, from the direct sums and what the units add up to.
#[inline]
pub(crate) fn score(head: &Head, sums: &Sums, units: i32) -> i32 {
    let direct: i32 = sums.0[..DIRECT].iter().map(|&sum| i32::from(sum)).sum();
    ((direct * DIRECT_FACTOR + units) / LAST_ONE).saturating_add(head.out_bias)
}
