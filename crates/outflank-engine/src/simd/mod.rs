//! The kernels of the innermost loops: moves, flips and stable discs of a board given as two sets of bits, and squares that
//! are looked up together.
//!
//! There are two versions of each, [`portable`] and, in a build for x86-64 processors with AVX2 and BMI2, `avx2`. The
//! build decides which one these names stand for. The kernels of the evaluation are in `network`. A board is two words without a common bit, the discs of the player
//! whose view is asked for and those of the other; bit 0 is a1, bit 7 is h1, bit 63 is h8.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
pub mod avx2;
mod edge;
pub(crate) mod network;
pub mod portable;
#[cfg(test)]
mod tests;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
pub use avx2::{column, corner, flips, last_flips, moves, stable};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2")))]
pub use portable::{column, corner, flips, last_flips, moves, stable};

use outflank_rules::{Direction, Square};

/// The axes of the board in the order of every table here: rows, rising diagonals, columns, falling diagonals. Each
/// has the distance between two neighbours in a bitboard.
const STEPS: [u64; 4] = [1, 7, 8, 9];

/// The directions along the axes in which the index of a square grows.
const UP: [Direction; 4] = [Direction::East, Direction::SouthWest, Direction::South, Direction::SouthEast];

/// The opposite directions.
const DOWN: [Direction; 4] = [Direction::West, Direction::NorthEast, Direction::North, Direction::NorthWest];

const NOT_AN_EDGE_COLUMN: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares with eight neighbours.
const NOT_AN_EDGE: u64 = NOT_AN_EDGE_COLUMN & !ROW_1 & !ROW_8;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const ROW_1: u64 = 0xff;
const ROW_8: u64 = ROW_1 << 56;

/// The squares in each direction from a square, that square left out.
const fn rays(from: Square, directions: [Direction; 4]) -> [u64; 4] {
    let mut rays = [0; 4];
    let mut axis = 0;
    while axis < 4 {
        let mut next = directions[axis].step(from);
        while let Some(square) = next {
            rays[axis] |= 1 << square.index();
            next = directions[axis].step(square);
        }
        axis += 1;
    }
    rays
}

/// The squares from which fewer than `steps` steps lead off the board, in each direction.
const fn rims(steps: u32, directions: [Direction; 4]) -> [u64; 4] {
    let mut rims = [0; 4];
    let mut index = 0;
    while index < 64 {
        let rays = rays(Square::ALL[index], directions);
        let mut axis = 0;
        while axis < 4 {
            if rays[axis].count_ones() < steps {
                rims[axis] |= 1 << index;
            }
            axis += 1;
        }
        index += 1;
    }
    rims
}
