//! Kernels of the innermost loops: moves, flips, stability and bit extraction. The build chooses between [`portable`]
//! and, on x86-64 with AVX2 and BMI2, `avx2`. The kernels of the evaluation are in `network`.
//!
//! A board is two disjoint words, the discs of the player and of the opponent, from bit 0 for a1 to bit 63 for h8.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
pub mod avx2;
mod edge;
pub(crate) mod network;
pub mod portable;
#[cfg(test)]
mod tests;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
pub use avx2::{column, corner, flips, last_flips, moves, prefetch, stable};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2")))]
pub use portable::{column, corner, flips, last_flips, moves, prefetch, stable};

use outflank_rules::{Direction, Square};

/// Distance between neighbours along each axis: rows, rising diagonals, columns, falling diagonals.
const STRIDES: [u64; 4] = [1, 7, 8, 9];

/// The direction of increasing square index along each axis.
const UP: [Direction; 4] = [Direction::East, Direction::SouthWest, Direction::South, Direction::SouthEast];

const DOWN: [Direction; 4] = [Direction::West, Direction::NorthEast, Direction::North, Direction::NorthWest];

const NOT_AN_EDGE_COLUMN: u64 = 0x7e7e_7e7e_7e7e_7e7e;

const NOT_AN_EDGE: u64 = NOT_AN_EDGE_COLUMN & !ROW_1 & !ROW_8;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const ROW_1: u64 = 0xff;
const ROW_8: u64 = ROW_1 << 56;

/// The squares in each direction from a square, which is not included.
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

/// The squares with fewer than `steps` squares beyond them, in each direction.
const fn borders(steps: u32, directions: [Direction; 4]) -> [u64; 4] {
    let mut borders = [0; 4];
    let mut index = 0;
    while index < 64 {
        let rays = rays(Square::ALL[index], directions);
        let mut axis = 0;
        while axis < 4 {
            if rays[axis].count_ones() < steps {
                borders[axis] |= 1 << index;
            }
            axis += 1;
        }
        index += 1;
    }
    borders
}
