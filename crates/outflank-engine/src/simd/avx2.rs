//! The kernels for x86-64 with AVX2 and BMI2: one lane per axis of the board.

#![allow(unsafe_code, reason = "intrinsics, and only those whose processor features have been detected")]

use core::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, Shl, Shr, Sub};

use outflank_rules::Square;

use super::{COLUMN_A, Compiled, DOWN, Kernels, NOT_AN_EDGE, NOT_AN_EDGE_COLUMN, STRIDES, UP, borders, edge, rays};
use crate::eval::network::{self, Accumulator, HIDDEN, OutputBucket, Row, Rows, WIDTH};
use crate::eval::patterns::{QUAD_TABLES, SLOTS, TABLE_SIZE, TABLE_STARTS};

/// The proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Avx2> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx2(()))
    }
}

impl Kernels for Avx2 {
    #[inline(always)]
    fn call<F: Compiled<A, B, C, D>, A, B, C, D>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_features<F: Compiled<A, B, C, D>, A, B, C, D>(function: F, a: A, b: B, c: C, d: D) -> F::Output {
            function.body(a, b, c, d)
        }
        // SAFETY: `self` proves that the processor has these features; the same holds for all functions below.
        unsafe { with_features(function, a, b, c, d) }
    }

    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { moves(player, opponent) }
    }

    #[inline(always)]
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { flips(square, player, opponent) }
    }

    #[inline(always)]
    fn last_flips(self, square: Square, player: u64) -> u32 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { last_flips(square, player) }
    }

    #[inline(always)]
    fn stable(self, player: u64, opponent: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { stable(player, opponent) }
    }

    #[inline(always)]
    fn corner(self, discs: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { corner(discs) }
    }

    #[inline(always)]
    fn column(self, discs: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { column(discs) }
    }

    #[inline(always)]
    fn accumulate(self, bucket: &OutputBucket, rows: &Rows, indices: &[u16; SLOTS]) -> Accumulator {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { accumulate(bucket, rows, indices) }
    }

    #[inline(always)]
    fn output(self, bucket: &OutputBucket, accumulator: &Accumulator) -> i32 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { output(bucket, accumulator) }
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn moves(player: u64, opponent: u64) -> u64 {
    let inner = Lanes::splat(opponent) & Lanes::new(INNER);
    let discs = Lanes::splat(player);
    // Runs of opposing discs next to a disc of the player grow by one, then by pairs: the longest run is six.
    let mut up = inner & (discs << STEP);
    let mut down = inner & (discs >> STEP);
    up |= inner & (up << STEP);
    down |= inner & (down >> STEP);
    let pairs_up = inner & (inner << STEP);
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & (up << LEAP);
    down |= pairs_down & (down >> LEAP);
    up |= pairs_up & (up << LEAP);
    down |= pairs_down & (down >> LEAP);
    ((up << STEP) | (down >> STEP)).union() & !(player | opponent)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    let UpDown { up, down } = RAYS[square.index() as usize];
    let (player, opponent) = (Lanes::splat(player), Lanes::splat(opponent));

    // Upwards, the first square of the ray without an opposing disc is the lowest bit.
    let others = up.without(opponent);
    let closing = others & (Lanes::ZERO - others) & player;
    // The complement of -closing is closing - 1: the bits below it. Where there is none, -1 instead of 0 leaves no bit.
    let flips_up = up.without(closing.zeros() - closing);

    // Downwards, it is the highest bit: the one that is in the shadow of no other.
    let others = down.without(opponent);
    let mut shadow = others >> STEP;
    shadow |= shadow >> STEP;
    shadow |= shadow >> LEAP;
    shadow |= shadow >> LEAP_TWICE;
    let closing = (down & player).without(shadow);
    let flips_down = down & (Lanes::ZERO - (closing + closing));

    (flips_up | flips_down).union()
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn last_flips(square: Square, player: u64) -> u32 {
    let mut count = 0;
    for line in &LINES[square.index() as usize] {
        count += u32::from(line.flips[_pext_u64(player, line.squares) as u8 as usize]);
    }
    count
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn stable(player: u64, opponent: u64) -> u64 {
    let full = full_lines(player | opponent);
    let inner = player & NOT_AN_EDGE;
    let mut stable = stable_edges(player, opponent) | (inner & full.intersection());
    while stable != 0 {
        let discs = Lanes::splat(stable);
        let held = inner & (full | (discs << STEP) | (discs >> STEP)).intersection();
        if held & !stable == 0 {
            break;
        }
        stable |= held;
    }
    stable
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn full_lines(discs: u64) -> Lanes {
    let (mut up, mut down) = (Lanes::splat(discs), Lanes::splat(discs));
    for (reach, borders) in [STEP, LEAP, LEAP_TWICE].into_iter().zip(BORDERS) {
        up &= (up << reach) | borders.down;
        down &= (down >> reach) | borders.up;
    }
    up & down
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn stable_edges(player: u64, opponent: u64) -> u64 {
    let row_1 = edge::stable(player as u8, opponent as u8);
    let row_8 = edge::stable((player >> 56) as u8, (opponent >> 56) as u8);
    let column_a = edge::stable(_pext_u64(player, COLUMN_A) as u8, _pext_u64(opponent, COLUMN_A) as u8);
    let column_h = edge::stable(_pext_u64(player, COLUMN_H) as u8, _pext_u64(opponent, COLUMN_H) as u8);
    u64::from(row_1)
        | u64::from(row_8) << 56
        | _pdep_u64(column_a.into(), COLUMN_A)
        | _pdep_u64(column_h.into(), COLUMN_H)
}

const COLUMN_H: u64 = COLUMN_A << 7;

const STEP: Lanes = Lanes::new(STRIDES);
const LEAP: Lanes = Lanes::new([2 * STRIDES[0], 2 * STRIDES[1], 2 * STRIDES[2], 2 * STRIDES[3]]);
const LEAP_TWICE: Lanes = Lanes::new([4 * STRIDES[0], 4 * STRIDES[1], 4 * STRIDES[2], 4 * STRIDES[3]]);

#[derive(Clone, Copy)]
pub(super) struct UpDown {
    pub(super) up: Lanes,
    pub(super) down: Lanes,
}

/// Inner squares of the lines of each axis. A shift from one of them never wraps around the edge of the board.
const INNER: [u64; 4] = [NOT_AN_EDGE_COLUMN, NOT_AN_EDGE_COLUMN, !0, NOT_AN_EDGE_COLUMN];

pub(super) static RAYS: [UpDown; 64] = {
    let mut table = [UpDown { up: Lanes::ZERO, down: Lanes::ZERO }; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        table[index] = UpDown { up: Lanes::new(rays(square, UP)), down: Lanes::new(rays(square, DOWN)) };
        index += 1;
    }
    table
};

const BORDERS: [UpDown; 3] = [both_borders(1), both_borders(2), both_borders(4)];

const fn both_borders(steps: u32) -> UpDown {
    UpDown { up: Lanes::new(borders(steps, UP)), down: Lanes::new(borders(steps, DOWN)) }
}

/// A line through the last empty square, which it includes.
#[derive(Clone, Copy)]
struct LastLine {
    squares: u64,
    /// Number of flips, by the player's discs on the line.
    flips: &'static [u8; 256],
}

static LINES: [[LastLine; 4]; 64] = {
    let mut table = [[LastLine { squares: 0, flips: &LAST_FLIPS[0] }; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let (up, down) = (rays(square, UP), rays(square, DOWN));
        let mut axis = 0;
        while axis < 4 {
            let position = down[axis].count_ones() as usize;
            table[index][axis] = LastLine { squares: up[axis] | down[axis] | 1 << index, flips: &LAST_FLIPS[position] };
            axis += 1;
        }
        index += 1;
    }
    table
};

/// Number of flips, by the position of the empty square on a line of eight and by the player's discs; all others are
/// the opponent's. Shorter lines end in opposing discs, which close nothing.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut position = 0u32;
    while position < 8 {
        let mut player = 0u32;
        while player < 256 {
            let above = player >> position >> 1;
            let below = player & ((1 << position) - 1);
            let mut count = 0;
            if above != 0 {
                count += above.trailing_zeros();
            }
            if below != 0 {
                count += position - 1 - below.ilog2();
            }
            table[position as usize][player as usize] = count as u8;
            player += 1;
        }
        position += 1;
    }
    table
};

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn corner(discs: u64) -> u64 {
    _pext_u64(discs, 0x07_0707)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn column(discs: u64) -> u64 {
    _pext_u64(discs, COLUMN_A)
}

#[derive(Clone, Copy)]
pub(super) struct Lanes(pub(super) __m256i);

impl Lanes {
    pub(super) const ZERO: Lanes = Lanes::new([0; 4]);

    const fn new(lanes: [u64; 4]) -> Lanes {
        // SAFETY: both types are 32 bytes in which every bit pattern is valid.
        Lanes(unsafe { core::mem::transmute::<[u64; 4], __m256i>(lanes) })
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn splat(bits: u64) -> Lanes {
        Lanes(_mm256_set1_epi64x(bits as i64))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn without(self, others: Lanes) -> Lanes {
        Lanes(_mm256_andnot_si256(others.0, self.0))
    }

    /// All ones in the lanes that are zero.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn zeros(self) -> Lanes {
        Lanes(_mm256_cmpeq_epi64(self.0, Lanes::ZERO.0))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn union(self) -> u64 {
        let pair = _mm_or_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
        _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn intersection(self) -> u64 {
        let pair = _mm_and_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
        _mm_cvtsi128_si64(_mm_and_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $intrinsic:ident),*) => {$(
        impl $operator for Lanes {
            type Output = Lanes;

            #[inline(always)]
            fn $method(self, other: Lanes) -> Lanes {
                // SAFETY: only the kernels have lanes, and they run only on processors with AVX2.
                Lanes(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    )*};
}

operators! {
    Add add _mm256_add_epi64,
    Sub sub _mm256_sub_epi64,
    BitAnd bitand _mm256_and_si256,
    BitOr bitor _mm256_or_si256,
    Shl shl _mm256_sllv_epi64,
    Shr shr _mm256_srlv_epi64
}

impl BitAndAssign for Lanes {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Lanes) {
        *self = *self & other;
    }
}

impl BitOrAssign for Lanes {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Lanes) {
        *self = *self | other;
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn accumulate(bucket: &OutputBucket, rows: &Rows, indices: &[u16; SLOTS]) -> Accumulator {
    let mut sums = Accumulator(bucket.bias);
    // SAFETY: `Accumulator` and `Row` are aligned to 32 bytes, and loaded and stored in whole halves.
    unsafe {
        let mut low = _mm256_load_si256(sums.0.as_ptr().cast());
        let mut high = _mm256_load_si256(sums.0.as_ptr().add(16).cast());
        for (quad, table) in QUAD_TABLES.into_iter().enumerate() {
            let rows: &[Row; TABLE_SIZE] =
                rows[TABLE_STARTS[table]..].first_chunk().expect("a table ends before the span");
            for slot in 4 * quad..4 * quad + 4 {
                let row = rows[usize::from(indices[slot])].0.as_ptr();
                low = _mm256_add_epi16(low, _mm256_cvtepi8_epi16(_mm_load_si128(row.cast())));
                high = _mm256_add_epi16(high, _mm256_cvtepi8_epi16(_mm_load_si128(row.add(16).cast())));
            }
        }
        _mm256_store_si256(sums.0.as_mut_ptr().cast(), low);
        _mm256_store_si256(sums.0.as_mut_ptr().add(16).cast(), high);
    }
    sums
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn output(bucket: &OutputBucket, accumulator: &Accumulator) -> i32 {
    // SAFETY: All loads are within fields and at multiples of 32 bytes: `Accumulator` and `OutputBucket` are aligned so, and the offsets of the fields are checked below.
    unsafe {
        let sums_at = |at: usize| _mm256_load_si256(accumulator.0.as_ptr().add(at).cast());
        // Halve, and clip to 0..=127. Packing works on register halves, so restore the order.
        let halves = _mm256_packus_epi16(_mm256_srai_epi16::<1>(sums_at(0)), _mm256_srai_epi16::<1>(sums_at(16)));
        let inputs =
            _mm256_min_epu8(_mm256_permute4x64_epi64::<0xd8>(halves), _mm256_set1_epi8(network::INPUT_ONE as i8));
        let mut fours = Fours([0; WIDTH / 4]);
        _mm256_store_si256(fours.0.as_mut_ptr().cast(), inputs);

        let mut hidden: [__m256i; HIDDEN / 8] =
            std::array::from_fn(|eight| _mm256_load_si256(bucket.hidden_bias.as_ptr().add(8 * eight).cast()));
        let ones = _mm256_set1_epi16(1);
        for (four, weights) in fours.0.iter().zip(&bucket.weights) {
            let four = _mm256_set1_epi32(*four);
            for (eight, hidden) in hidden.iter_mut().enumerate() {
                let weights = _mm256_load_si256(weights.as_ptr().add(8 * eight).cast());
                // Two products of a byte up to 127 and a signed byte fit 16 bits, so nothing saturates.
                let pairs = _mm256_maddubs_epi16(four, weights);
                *hidden = _mm256_add_epi32(*hidden, _mm256_madd_epi16(pairs, ones));
            }
        }

        let max = _mm256_set1_epi32(network::HIDDEN_ONE << network::HIDDEN_SHIFT);
        let clipped = hidden.map(|hidden| {
            let hidden = _mm256_min_epi32(_mm256_max_epi32(hidden, _mm256_setzero_si256()), max);
            _mm256_srai_epi32::<{ network::HIDDEN_SHIFT }>(hidden)
        });
        let mut out = _mm256_setzero_si256();
        for (sixteen, pair) in clipped.as_chunks::<2>().0.iter().enumerate() {
            let hidden = _mm256_permute4x64_epi64::<0xd8>(_mm256_packs_epi32(pair[0], pair[1]));
            let weights = _mm256_load_si256(bucket.out.as_ptr().add(16 * sixteen).cast());
            out = _mm256_add_epi32(out, _mm256_madd_epi16(hidden, weights));
        }
        let four = _mm_add_epi32(_mm256_castsi256_si128(out), _mm256_extracti128_si256::<1>(out));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b00_00_00_01>(two));
        network::score(bucket, accumulator, _mm_cvtsi128_si32(one))
    }
}

const _: () = {
    assert!(std::mem::offset_of!(OutputBucket, weights) % 32 == 0);
    assert!(std::mem::offset_of!(OutputBucket, hidden_bias) % 32 == 0);
    assert!(std::mem::offset_of!(OutputBucket, out) % 32 == 0);
};

#[repr(align(32))]
struct Fours([i32; WIDTH / 4]);
