//! The kernels for x86-64 processors with AVX2 and BMI2: the four axes of the board are the four lanes of a register.

#![allow(unsafe_code, reason = "intrinsics, and only those that every processor this module is built for has")]

use core::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, Shl, Shr, Sub};

use outflank_rules::Square;

use super::{COLUMN_A, DOWN, NOT_AN_EDGE, NOT_AN_EDGE_COLUMN, STEPS, UP, edge, rays, rims};

/// The squares that the player can play.
#[inline]
pub fn moves(player: u64, opponent: u64) -> u64 {
    let inner = Lanes::splat(opponent) & Lanes::new(INNER);
    let discs = Lanes::splat(player);
    // Runs of opposing discs that begin next to a disc of the player, in both senses of the axis. They grow by one,
    // then by pairs: six is the longest run there is.
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

/// The discs that the player flips by placing one on `square`, which must be empty.
#[inline]
pub fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    let Senses { up, down } = RAYS[square.index() as usize];
    let (player, opponent) = (Lanes::splat(player), Lanes::splat(opponent));

    // Upwards, the first square of the ray without an opposing disc is the lowest bit.
    let others = up.without(opponent);
    let closing = others & (Lanes::ZERO - others) & player;
    // The complement of -closing is closing - 1: the bits below. Where there is none, -1 instead of 0 leaves no bit.
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

/// How many discs the player flips by placing one on `square`, the last empty square of the board.
#[inline]
pub fn last_flips(square: Square, player: u64) -> u32 {
    let mut count = 0;
    for line in &LINES[square.index() as usize] {
        count += u32::from(line.flips[extract(player, line.squares) as u8 as usize]);
    }
    count
}

/// Discs of the player that no sequence of moves can flip: many of them, not always all.
#[inline]
pub fn stable(player: u64, opponent: u64) -> u64 {
    let full = full_lines(player | opponent);
    let inner = player & NOT_AN_EDGE;
    let mut stable = stable_edges(player, opponent) | (inner & full.intersection());
    // A disc is stable if on each axis the line is full or a neighbour is a stable disc of the player.
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

/// The squares on lines without an empty square, by axis.
#[inline]
fn full_lines(discs: u64) -> Lanes {
    // Squares from which there are discs as far as the rim, or for 1, 3 and then 7 steps.
    let (mut up, mut down) = (Lanes::splat(discs), Lanes::splat(discs));
    for (reach, rims) in [STEP, LEAP, LEAP_TWICE].into_iter().zip(RIMS) {
        up &= (up << reach) | rims.down;
        down &= (down >> reach) | rims.up;
    }
    up & down
}

/// The stable discs of the player on the four edges.
#[inline]
fn stable_edges(player: u64, opponent: u64) -> u64 {
    let row_1 = edge::stable(player as u8, opponent as u8);
    let row_8 = edge::stable((player >> 56) as u8, (opponent >> 56) as u8);
    let column_a = edge::stable(extract(player, COLUMN_A) as u8, extract(opponent, COLUMN_A) as u8);
    let column_h = edge::stable(extract(player, COLUMN_H) as u8, extract(opponent, COLUMN_H) as u8);
    u64::from(row_1) | u64::from(row_8) << 56 | deposit(column_a.into(), COLUMN_A) | deposit(column_h.into(), COLUMN_H)
}

const COLUMN_H: u64 = COLUMN_A << 7;

/// The distance of neighbours on each axis, twice and four times that.
const STEP: Lanes = Lanes::new(STEPS);
const LEAP: Lanes = Lanes::new([2 * STEPS[0], 2 * STEPS[1], 2 * STEPS[2], 2 * STEPS[3]]);
const LEAP_TWICE: Lanes = Lanes::new([4 * STEPS[0], 4 * STEPS[1], 4 * STEPS[2], 4 * STEPS[3]]);

/// Squares by axis, in both senses of it.
#[derive(Clone, Copy)]
struct Senses {
    up: Lanes,
    down: Lanes,
}

/// The squares that can lie between two others on a line of each axis. A disc that is shifted along the axis from one
/// of them never goes around the edge of the board.
const INNER: [u64; 4] = [NOT_AN_EDGE_COLUMN, NOT_AN_EDGE_COLUMN, !0, NOT_AN_EDGE_COLUMN];

/// The squares in each direction from one square.
static RAYS: [Senses; 64] = {
    let mut table = [Senses { up: Lanes::ZERO, down: Lanes::ZERO }; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        table[index] = Senses { up: Lanes::new(rays(square, UP)), down: Lanes::new(rays(square, DOWN)) };
        index += 1;
    }
    table
};

/// The squares with fewer than 1, 2 and 4 squares beyond them.
const RIMS: [Senses; 3] = [rims_both(1), rims_both(2), rims_both(4)];

const fn rims_both(steps: u32) -> Senses {
    Senses { up: Lanes::new(rims(steps, UP)), down: Lanes::new(rims(steps, DOWN)) }
}

/// A line through a square that is the last empty one.
#[derive(Clone, Copy)]
struct Line {
    /// The squares of the line, that one included.
    squares: u64,
    /// How many discs are flipped along the line, by the discs of the player on it.
    flips: &'static [u8; 256],
}

static LINES: [[Line; 4]; 64] = {
    let mut table = [[Line { squares: 0, flips: &LAST_FLIPS[0] }; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let (up, down) = (rays(square, UP), rays(square, DOWN));
        let mut axis = 0;
        while axis < 4 {
            let place = down[axis].count_ones() as usize;
            table[index][axis] = Line { squares: up[axis] | down[axis] | 1 << index, flips: &LAST_FLIPS[place] };
            axis += 1;
        }
        index += 1;
    }
    table
};

/// By place on a line of up to eight squares, and by the player's discs there: how many discs a disc on that place
/// flips if all other squares have discs of the opponent. A shorter line ends in such discs, which nothing closes.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0u32;
    while place < 8 {
        let mut player = 0u32;
        while player < 256 {
            let above = player >> place >> 1;
            let below = player & ((1 << place) - 1);
            let mut count = 0;
            if above != 0 {
                count += above.trailing_zeros();
            }
            if below != 0 {
                count += place - 1 - below.ilog2();
            }
            table[place as usize][player as usize] = count as u8;
            player += 1;
        }
        place += 1;
    }
    table
};

/// The nine squares of the corner at a1 side by side, from a1 to c1, a2 to c2, a3 to c3.
#[inline]
pub fn corner(discs: u64) -> u64 {
    extract(discs, 0x07_0707)
}

/// The squares of column a side by side, from a1 to a8.
#[inline]
pub fn column(discs: u64) -> u64 {
    extract(discs, COLUMN_A)
}

/// The bits of `discs` on the squares of a set, side by side.
#[inline]
fn extract(discs: u64, squares: u64) -> u64 {
    // SAFETY: this module is built only for processors with BMI2.
    unsafe { _pext_u64(discs, squares) }
}

/// The inverse of [`extract`].
#[inline]
fn deposit(bits: u64, squares: u64) -> u64 {
    // SAFETY: this module is built only for processors with BMI2.
    unsafe { _pdep_u64(bits, squares) }
}

/// Four bitboards, one for each axis.
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

    /// The squares of these lanes that are not in the others.
    #[inline]
    fn without(self, others: Lanes) -> Lanes {
        // SAFETY: AVX2.
        Lanes(unsafe { _mm256_andnot_si256(others.0, self.0) })
    }

    /// All bits of the lanes that are zero, none of the others.
    #[inline]
    fn zeros(self) -> Lanes {
        // SAFETY: AVX2.
        Lanes(unsafe { _mm256_cmpeq_epi64(self.0, Lanes::ZERO.0) })
    }

    /// The squares that are in some lane.
    #[inline]
    fn union(self) -> u64 {
        // SAFETY: AVX2.
        unsafe {
            let pair = _mm_or_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
        }
    }

    /// The squares that are in all lanes.
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
