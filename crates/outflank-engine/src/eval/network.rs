//! The network: pattern rows, one hidden layer, one output.
//!
//! Each pattern on the board selects a row of [`WIDTH`] numbers, and the accumulator is their sum. Its first [`DIRECT`]
//! values go straight into the score. The others, with a bias and clipped to the range from 0 to 1, feed a hidden layer
//! of [`HIDDEN`] neurons, clipped in the same way, and these the output. The rows change once in a game ([`STAGES`]),
//! the layers with every move ([`BUCKETS`]).
//!
//! All arithmetic is in integers: 1 is 254 in the accumulator, 127 in an input, 64 in a hidden weight.

use super::patterns::SPAN;
use crate::Score;

/// Numbers per row.
pub const WIDTH: usize = 32;

/// Accumulator values that go straight into the score.
pub const DIRECT: usize = 2;

/// Size of the hidden layer.
pub const HIDDEN: usize = 32;

/// Sets of rows.
pub const STAGES: usize = 2;

/// Output buckets: one per number of moves played.
pub const BUCKETS: usize = 60;

/// 1 in the accumulator.
pub const ACCUMULATOR_ONE: i32 = 254;
/// 1 in an input: half of that, so that two products with weights fit 16 bits.
pub const INPUT_ONE: i32 = 127;
/// 1 in a hidden weight.
pub const WEIGHT_ONE: i32 = 64;
/// Discs for a direct value of 1, and for a neuron with an output weight of 1.
pub const DISCS: i32 = 16;

/// 1 of a neuron in the output sum, and the divisor that turns this sum into units.
pub(crate) const HIDDEN_ONE: i32 = (INPUT_ONE * WEIGHT_ONE) >> HIDDEN_SHIFT;
pub(crate) const HIDDEN_SHIFT: i32 = 5;
pub(crate) const OUTPUT_DIVISOR: i32 = HIDDEN_ONE * OUT_SCALE;
/// Resolution of the output weights, relative to a neuron.
pub const OUT_SCALE: i32 = 16;
/// Factor of the direct values in the output sum.
pub(crate) const DIRECT_FACTOR: i32 = DISCS * Score::UNITS_PER_DISC * OUT_SCALE * HIDDEN_ONE / ACCUMULATOR_ONE;

/// The set of rows that a bucket uses.
#[inline]
pub const fn stage(bucket: usize) -> usize {
    (bucket >= 30) as usize
}

/// The bucket for a number of empties: the number of moves played, at most 59.
#[inline]
pub const fn bucket(empties: u32) -> usize {
    let moves = 60_u32.saturating_sub(empties) as usize;
    if moves < BUCKETS { moves } else { BUCKETS - 1 }
}

/// A pattern's contribution to the accumulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Row(pub(crate) [i8; WIDTH]);

/// The rows of a stage: table after table, without the unused ones between them.
pub(crate) type Rows = [Row; SPAN];

/// The layers for one number of moves. The kernels require every field but the last to be aligned to 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct OutputBucket {
    pub(crate) bias: [i16; WIDTH],
    /// Hidden weights, four inputs at a time for all neurons. The direct values have no weight.
    pub(crate) weights: [[[i8; 4]; HIDDEN]; WIDTH / 4],
    pub(crate) hidden_bias: [i32; HIDDEN],
    pub(crate) out: [i16; HIDDEN],
    pub(crate) out_bias: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Accumulator(pub(crate) [i16; WIDTH]);

/// The score in units, from the direct values and the hidden layer's part of the output sum.
#[inline]
pub(crate) fn score(bucket: &OutputBucket, accumulator: &Accumulator, hidden: i32) -> i32 {
    let direct: i32 = accumulator.0[..DIRECT].iter().map(|&sum| i32::from(sum)).sum();
    ((direct * DIRECT_FACTOR + hidden) / OUTPUT_DIVISOR).saturating_add(bucket.out_bias)
}
