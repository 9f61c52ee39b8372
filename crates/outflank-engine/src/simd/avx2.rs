//! The kernels for x86-64 with AVX2 and BMI2: one lane per axis of the board. `portable` documents them.

#![allow(unsafe_code, reason = "intrinsics, and only those that every processor this module is built for has")]

use core::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, Shl, Shr, Sub};

use outflank_rules::Square;

use super::{COLUMN_A, DOWN, NOT_AN_EDGE, NOT_AN_EDGE_COLUMN, STRIDES, UP, borders, edge, rays};

#[inline]
pub fn moves(player: u64, opponent: u64) -> u64 {
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
pub fn flips(square: Square, player: u64, opponent: u64) -> u64 {
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
pub fn last_flips(square: Square, player: u64) -> u32 {
    let mut count = 0;
    for line in &LINES[square.index() as usize] {
        count += u32::from(line.flips[pext(player, line.squares) as u8 as usize]);
    }
    count
}

#[inline]
pub fn stable(player: u64, opponent: u64) -> u64 {
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
fn full_lines(discs: u64) -> Lanes {
    let (mut up, mut down) = (Lanes::splat(discs), Lanes::splat(discs));
    for (reach, borders) in [STEP, LEAP, LEAP_TWICE].into_iter().zip(BORDERS) {
        up &= (up << reach) | borders.down;
        down &= (down >> reach) | borders.up;
    }
    up & down
}

#[inline]
fn stable_edges(player: u64, opponent: u64) -> u64 {
    let row_1 = edge::stable(player as u8, opponent as u8);
    let row_8 = edge::stable((player >> 56) as u8, (opponent >> 56) as u8);
    let column_a = edge::stable(pext(player, COLUMN_A) as u8, pext(opponent, COLUMN_A) as u8);
    let column_h = edge::stable(pext(player, COLUMN_H) as u8, pext(opponent, COLUMN_H) as u8);
    u64::from(row_1) | u64::from(row_8) << 56 | pdep(column_a.into(), COLUMN_A) | pdep(column_h.into(), COLUMN_H)
}

const COLUMN_H: u64 = COLUMN_A << 7;

const STEP: Lanes = Lanes::new(STRIDES);
const LEAP: Lanes = Lanes::new([2 * STRIDES[0], 2 * STRIDES[1], 2 * STRIDES[2], 2 * STRIDES[3]]);
const LEAP_TWICE: Lanes = Lanes::new([4 * STRIDES[0], 4 * STRIDES[1], 4 * STRIDES[2], 4 * STRIDES[3]]);

#[derive(Clone, Copy)]
struct UpDown {
    up: Lanes,
    down: Lanes,
}

/// Inner squares of the lines of each axis. A shift from one of them never wraps around the edge of the board.
const INNER: [u64; 4] = [NOT_AN_EDGE_COLUMN, NOT_AN_EDGE_COLUMN, !0, NOT_AN_EDGE_COLUMN];

static RAYS: [UpDown; 64] = {
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
pub fn corner(discs: u64) -> u64 {
    pext(discs, 0x07_0707)
}

#[inline]
pub fn column(discs: u64) -> u64 {
    pext(discs, COLUMN_A)
}

#[inline]
pub fn prefetch<T>(value: &T) {
    // SAFETY: a hint, which never faults; every x86-64 processor has it.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
}

#[inline]
fn pext(discs: u64, squares: u64) -> u64 {
    // SAFETY: this module is built only for processors with BMI2.
    unsafe { _pext_u64(discs, squares) }
}

#[inline]
fn pdep(bits: u64, squares: u64) -> u64 {
    // SAFETY: this module is built only for processors with BMI2.
    unsafe { _pdep_u64(bits, squares) }
}

#[derive(Clone, Copy)]
struct Lanes(__m256i);

impl Lanes {
    const ZERO: Lanes = Lanes::new([0; 4]);

    const fn new(lanes: [u64; 4]) -> Lanes {
        // SAFETY: both types are 32 bytes in which every bit pattern is valid.
        Lanes(unsafe { core::mem::transmute::<[u64; 4], __m256i>(lanes) })
    }

    #[inline]
    fn splat(bits: u64) -> Lanes {
        // SAFETY: this module is built only for processors with AVX2; the same holds for all functions below.
        Lanes(unsafe { _mm256_set1_epi64x(bits as i64) })
    }

    #[inline]
    fn without(self, others: Lanes) -> Lanes {
        // SAFETY: AVX2.
        Lanes(unsafe { _mm256_andnot_si256(others.0, self.0) })
    }

    /// All ones in the lanes that are zero.
    #[inline]
    fn zeros(self) -> Lanes {
        // SAFETY: AVX2.
        Lanes(unsafe { _mm256_cmpeq_epi64(self.0, Lanes::ZERO.0) })
    }

    #[inline]
    fn union(self) -> u64 {
        // SAFETY: AVX2.
        unsafe {
            let pair = _mm_or_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
        }
    }

    #[inline]
    fn intersection(self) -> u64 {
        // SAFETY: AVX2.
        unsafe {
            let pair = _mm_and_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            _mm_cvtsi128_si64(_mm_and_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
        }
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $intrinsic:ident),*) => {$(
        impl $operator for Lanes {
            type Output = Lanes;

            #[inline]
            fn $method(self, other: Lanes) -> Lanes {
                // SAFETY: this module is built only for processors with AVX2.
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
    #[inline]
    fn bitand_assign(&mut self, other: Lanes) {
        *self = *self & other;
    }
}

impl BitOrAssign for Lanes {
    #[inline]
    fn bitor_assign(&mut self, other: Lanes) {
        *self = *self | other;
    }
}
