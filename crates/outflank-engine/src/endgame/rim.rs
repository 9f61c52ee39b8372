//! What the corners and edges of a board are worth, for the order of moves alone.
//!
//! It is a table of what can stand on the 3 by 3 squares of a corner and on the 8 squares of an edge, fitted to solved positions with few
//! empty squares. It knows far less than the network, and costs eight lookups.

use crate::simd;

/// How many ways there are to fill a corner, and an edge.
const CORNER_PLACES: usize = 3usize.pow(9);
const EDGE_PLACES: usize = 3usize.pow(8);

/// Quarters of a disc for the side to move, first by corner, then by edge. Places are written with a digit to the base of three for each
/// square: 0 if it is empty, 1 for a disc of the side to move, 2 for one of the opponent.
static WEIGHTS: &[u8; CORNER_PLACES + EDGE_PLACES] = below_header(include_bytes!("../../data/rim.bin"));

/// Discs of one side to what they add to a place: from the left, and from the right for the 3 squares of each row.
static FROM_LEFT: [u16; 512] = places([0, 1, 2, 3, 4, 5, 6, 7, 8]);
static FROM_RIGHT: [u16; 512] = places([2, 1, 0, 5, 4, 3, 8, 7, 6]);

/// How much the corners and edges are worth to the side to move, in quarters of a disc.
#[inline]
pub(super) fn worth(player: u64, opponent: u64) -> i32 {
    // The same with the lowest rank on top.
    let (over, over_opponent) = (player.swap_bytes(), opponent.swap_bytes());
    let corners = corner(&FROM_LEFT, player, opponent)
        + corner(&FROM_LEFT, over, over_opponent)
        + corner(&FROM_RIGHT, player >> 5, opponent >> 5)
        + corner(&FROM_RIGHT, over >> 5, over_opponent >> 5);
    let edges = edge(player, opponent)
        + edge(over, over_opponent)
        + edge(simd::column(player), simd::column(opponent))
        + edge(simd::column(player >> 7), simd::column(opponent >> 7));
    corners + edges
}

/// The corner at a1.
#[inline]
fn corner(places: &[u16; 512], player: u64, opponent: u64) -> i32 {
    let place = |side| usize::from(places[(simd::corner(side) & 511) as usize]);
    weight(place(player) + 2 * place(opponent))
}

/// The edge of the first rank. An edge is worth the same from both ends.
#[inline]
fn edge(player: u64, opponent: u64) -> i32 {
    let place = |side| usize::from(FROM_LEFT[(side & 0xff) as usize]);
    weight(CORNER_PLACES + place(player) + 2 * place(opponent))
}

#[inline]
fn weight(place: usize) -> i32 {
    i32::from(WEIGHTS[place].cast_signed())
}

/// What discs on nine squares add to a place, if square `n` of them has the digit `digits[n]`.
const fn places(digits: [u32; 9]) -> [u16; 512] {
    let mut places = [0; 512];
    let mut discs = 0;
    while discs < 512 {
        let mut square = 0;
        while square < 9 {
            if discs >> square & 1 == 1 {
                places[discs] += 3u16.pow(digits[square]);
            }
            square += 1;
        }
        discs += 1;
    }
    places
}

/// The table in a file that begins with four lines on what it is and how it was made. A file of another size does not compile.
const fn below_header(file: &'static [u8]) -> &'static [u8; CORNER_PLACES + EDGE_PLACES] {
    let (mut lines, mut at) = (0, 0);
    while lines < 4 {
        lines += (file[at] == b'\n') as u32;
        at += 1;
    }
    match file.split_at(at).1.as_array() {
        Some(table) => table,
        None => panic!("rim.bin: expected four lines and 26,244 bytes"),
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Board;

    use super::*;

    /// Corners and edges as they are defined, square by square.
    fn plainly(player: u64, opponent: u64) -> i32 {
        let digit = |square: usize| (player >> square & 1) + 2 * (opponent >> square & 1);
        let place =
            |squares: &[usize]| squares.iter().rev().fold(0, |place, &square| 3 * place + digit(square)) as usize;
        let corner = [0, 1, 2, 8, 9, 10, 16, 17, 18];
        let corners = [0, 7, 56, 63].map(|mirror| weight(place(&corner.map(|square| square ^ mirror))));
        let rank = [0, 1, 2, 3, 4, 5, 6, 7];
        let edges =
            [rank, rank.map(|square| square + 56), rank.map(|square| 8 * square), rank.map(|square| 8 * square + 7)];
        corners.iter().sum::<i32>() + edges.iter().map(|edge| weight(CORNER_PLACES + place(edge))).sum::<i32>()
    }

    #[test]
    fn every_corner_and_edge_counts_once_and_from_either_side() {
        let mut random = super::super::tests::splitmix(5);
        for _ in 0..10_000 {
            let (player, others) = (random(), random());
            let opponent = others & !player;
            let worth = worth(player, opponent);
            assert_eq!(worth, plainly(player, opponent));
            let mirrored = |side: u64| side.swap_bytes().reverse_bits();
            assert_eq!(worth, super::worth(mirrored(player), mirrored(opponent)));
        }
    }

    #[test]
    fn corners_are_worth_having() {
        let board = Board::START;
        let with_corner = |square: u64| (board.player().bits() | square, board.opponent().bits());
        for corner in [1, 1 << 7, 1 << 56, 1 << 63] {
            let (player, opponent) = with_corner(corner);
            assert!(worth(player, opponent) > worth(board.player().bits(), opponent));
            assert!(worth(opponent, player) < worth(opponent, board.player().bits()));
        }
    }
}
