//! A fast evaluation of corners and edges, for move ordering only.
//!
//! A table over the 3x3 squares of each corner and the 8 squares of each edge, fitted to solved positions with few
//! empties. Far weaker than the network, but only eight lookups.

use crate::simd::Kernels;

const CORNER_PATTERNS: usize = 3usize.pow(9);
const EDGE_PATTERNS: usize = 3usize.pow(8);

/// Quarter discs for the side to move: corners, then edges. Ternary index: 0 empty, 1 side to move, 2 opponent.
static WEIGHTS: &[u8; CORNER_PATTERNS + EDGE_PATTERNS] = below_header(include_bytes!("../../data/edge_corner.bin"));

/// Contribution of one side's discs to an index: squares from the left, or each row of three from the right.
static FROM_LEFT: [u16; 512] = ternary_indices([0, 1, 2, 3, 4, 5, 6, 7, 8]);
static FROM_RIGHT: [u16; 512] = ternary_indices([2, 1, 0, 5, 4, 3, 8, 7, 6]);

#[inline(always)]
pub(super) fn edge_corner_eval(kernels: impl Kernels, player: u64, opponent: u64) -> i32 {
    let (over, over_opponent) = (player.swap_bytes(), opponent.swap_bytes());
    let corners = corner(kernels, &FROM_LEFT, player, opponent)
        + corner(kernels, &FROM_LEFT, over, over_opponent)
        + corner(kernels, &FROM_RIGHT, player >> 5, opponent >> 5)
        + corner(kernels, &FROM_RIGHT, over >> 5, over_opponent >> 5);
    let edges = edge(player, opponent)
        + edge(over, over_opponent)
        + edge(kernels.column(player), kernels.column(opponent))
        + edge(kernels.column(player >> 7), kernels.column(opponent >> 7));
    corners + edges
}

#[inline(always)]
fn corner(kernels: impl Kernels, indices: &[u16; 512], player: u64, opponent: u64) -> i32 {
    let index = |side| usize::from(indices[(kernels.corner(side) & 511) as usize]);
    weight(index(player) + 2 * index(opponent))
}

/// The first row. The weights are symmetric, so its direction does not matter.
#[inline]
fn edge(player: u64, opponent: u64) -> i32 {
    let index = |side| usize::from(FROM_LEFT[(side & 0xff) as usize]);
    weight(CORNER_PATTERNS + index(player) + 2 * index(opponent))
}

#[inline]
fn weight(index: usize) -> i32 {
    i32::from(WEIGHTS[index].cast_signed())
}

/// The index of every set of nine squares, where square `n` has the ternary digit `digits[n]`.
const fn ternary_indices(digits: [u32; 9]) -> [u16; 512] {
    let mut indices = [0; 512];
    let mut discs = 0;
    while discs < 512 {
        let mut square = 0;
        while square < 9 {
            if discs >> square & 1 == 1 {
                indices[discs] += 3u16.pow(digits[square]);
            }
            square += 1;
        }
        discs += 1;
    }
    indices
}

/// Skips the four header lines. A table of the wrong size does not compile.
const fn below_header(file: &'static [u8]) -> &'static [u8; CORNER_PATTERNS + EDGE_PATTERNS] {
    let (mut lines, mut at) = (0, 0);
    while lines < 4 {
        lines += (file[at] == b'\n') as u32;
        at += 1;
    }
    match file.split_at(at).1.as_array() {
        Some(table) => table,
        None => panic!("edge_corner.bin: expected four lines and 26,244 bytes"),
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Board, SplitMix64};

    use super::*;
    use crate::simd::Portable;

    fn reference(player: u64, opponent: u64) -> i32 {
        let digit = |square: usize| (player >> square & 1) + 2 * (opponent >> square & 1);
        let index =
            |squares: &[usize]| squares.iter().rev().fold(0, |index, &square| 3 * index + digit(square)) as usize;
        let corner = [0, 1, 2, 8, 9, 10, 16, 17, 18];
        let corners = [0, 7, 56, 63].map(|mirror| weight(index(&corner.map(|square| square ^ mirror))));
        let rank = [0, 1, 2, 3, 4, 5, 6, 7];
        let edges =
            [rank, rank.map(|square| square + 56), rank.map(|square| 8 * square), rank.map(|square| 8 * square + 7)];
        corners.iter().sum::<i32>() + edges.iter().map(|edge| weight(CORNER_PATTERNS + index(edge))).sum::<i32>()
    }

    #[test]
    fn agrees_with_the_reference_and_is_symmetric() {
        let mut random = SplitMix64::new(5);
        for _ in 0..10_000 {
            let (player, others) = (random.next(), random.next());
            let opponent = others & !player;
            let value = edge_corner_eval(Portable, player, opponent);
            assert_eq!(value, reference(player, opponent));
            let mirrored = |side: u64| side.swap_bytes().reverse_bits();
            assert_eq!(value, edge_corner_eval(Portable, mirrored(player), mirrored(opponent)));
        }
    }

    #[test]
    fn corners_are_valuable() {
        let board = Board::START;
        let with_corner = |square: u64| (board.player().bits() | square, board.opponent().bits());
        for corner in [1, 1 << 7, 1 << 56, 1 << 63] {
            let (player, opponent) = with_corner(corner);
            assert!(
                edge_corner_eval(Portable, player, opponent)
                    > edge_corner_eval(Portable, board.player().bits(), opponent)
            );
            assert!(
                edge_corner_eval(Portable, opponent, player)
                    < edge_corner_eval(Portable, opponent, board.player().bits())
            );
        }
    }
}
