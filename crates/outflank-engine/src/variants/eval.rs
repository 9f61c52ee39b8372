use outflank_rules::{Bitboard, Direction, Placement, Rules, bitboard};

use super::state::{VariantRules, VariantState, touching};
use crate::Score;

/// A weighted sum of [`features`](LinearEval::features), in [`Score`] units.
pub(super) struct LinearEval {
    weights: FeatureWeights,
    axes: Vec<Axis>,
}

const FEATURES: usize = 11;

/// The weights of each feature in units: opening, midgame and endgame, interpolated linearly.
type FeatureWeights = [[i32; 3]; FEATURES];

const HALF: i32 = 30;

impl LinearEval {
    pub(super) fn of(rules: Rules) -> LinearEval {
        let weights = match rules.placement() {
            Placement::Touches => TOUCHING,
            Placement::Outflanks if rules.flips_along() == Direction::ORTHOGONAL => RANKS_AND_FILES,
            Placement::Outflanks => EIGHT_DIRECTIONS,
        };
        let axes = Axis::ALL.into_iter().filter(|axis| rules.flips_along().contains(&axis.direction)).collect();
        LinearEval { weights, axes }
    }

    /// Value for the side to move, which must have a move.
    pub(super) fn value(&self, rules: &VariantRules, state: VariantState) -> i32 {
        let left = i32::from(state.likely_plies()).min(2 * HALF);
        let (before, after) = ((left - HALF).max(0), (HALF - left).max(0));
        let features = self.features(rules, state);
        let weighted = features.into_iter().zip(self.weights).map(|(feature, [start, middle, end])| {
            feature * (middle * HALF + (start - middle) * before + (end - middle) * after)
        });
        let sum: i32 = weighted.sum();
        (sum / HALF).clamp(-64 * Score::UNITS_PER_DISC, 64 * Score::UNITS_PER_DISC)
    }

    /// Mostly differences between the side to move and the opponent, in the order of the weights below.
    fn features(&self, rules: &VariantRules, state: VariantState) -> [i32; FEATURES] {
        let board = state.board;
        let sides = [board.player(), board.opponent()];
        let empty = board.empty();
        let [own_moves, other_moves] = [board, board.pass()].map(|board| rules.playable(board));
        let frontier = touching(empty);
        let near_empty_corners = touching(Bitboard::CORNERS & empty);
        let [own_stable, other_stable] = sides.map(|discs| self.stable(discs, !empty));
        let more_on = |squares: Bitboard| (sides[0] & squares).len() as i32 - (sides[1] & squares).len() as i32;
        [
            own_moves.len() as i32 - other_moves.len() as i32,
            more_on(frontier),
            more_on(Bitboard::CORNERS),
            more_on(Bitboard::X_SQUARES & near_empty_corners),
            more_on(EDGES & near_empty_corners),
            more_on(EDGES),
            own_stable.len() as i32 - other_stable.len() as i32,
            more_on(Bitboard::FULL),
            if state.likely_plies() % 2 == 1 { 1 } else { -1 },
            (own_moves & Bitboard::CORNERS).len() as i32,
            (other_moves & Bitboard::CORNERS).len() as i32,
        ]
    }

    /// Discs that can never be flipped: along every axis they are at an end, in a full line or next to a stable disc of
    /// their own side. Full diagonals are ignored, so a few are missed.
    fn stable(&self, discs: Bitboard, occupied: Bitboard) -> Bitboard {
        let mut safe = [0; Axis::ALL.len()];
        for (safe, axis) in safe.iter_mut().zip(&self.axes) {
            *safe = axis.ends.bits() | axis.full_lines(occupied);
        }
        let mut stable = 0;
        loop {
            let next = self.axes.iter().zip(safe).fold(discs.bits(), |left, (axis, safe)| {
                // A shift around the edge of the board lands at an end of the axis, which is safe anyway.
                left & (safe | stable << axis.step | stable >> axis.step)
            });
            if next == stable {
                return Bitboard::from_bits(stable);
            }
            stable = next;
        }
    }
}

#[derive(Clone, Copy)]
struct Axis {
    direction: Direction,
    step: u32,
    ends: Bitboard,
}

impl Axis {
    const ALL: [Axis; 4] = [
        Axis { direction: Direction::East, step: 1, ends: Bitboard::from_bits(0x8181_8181_8181_8181) },
        Axis { direction: Direction::South, step: 8, ends: Bitboard::from_bits(0xff00_0000_0000_00ff) },
        Axis { direction: Direction::SouthEast, step: 9, ends: Bitboard::from_bits(0xff81_8181_8181_81ff) },
        Axis { direction: Direction::SouthWest, step: 7, ends: Bitboard::from_bits(0xff81_8181_8181_81ff) },
    ];

    fn full_lines(self, occupied: Bitboard) -> u64 {
        let mut lines = occupied.bits();
        match self.direction {
            Direction::East => {
                lines &= lines >> 4;
                lines &= lines >> 2;
                lines &= lines >> 1;
                (lines & 0x0101_0101_0101_0101) * 0xff
            }
            Direction::South => {
                lines &= lines.rotate_left(32);
                lines &= lines.rotate_left(16);
                lines & lines.rotate_left(8)
            }
            _ => 0,
        }
    }
}

const EDGES: Bitboard = bitboard! {
    . X X X X X X .
    X . . . . . . X
    X . . . . . . X
    X . . . . . . X
    X . . . . . . X
    X . . . . . . X
    X . . . . . . X
    . X X X X X X .
};

// Least-squares fits to the final scores of self-play games, 230,000 to 360,000 positions per table. Correlated
// features share their weight arbitrarily, so single numbers say little, those of the opening least.

/// Outflanking in eight directions.
#[rustfmt::skip]
const EIGHT_DIRECTIONS: FeatureWeights = [
    [16, 9, 44],      // moves
    [-32, -15, -15],  // discs that touch an empty square
    [193, 317, -18],  // corners
    [-291, -205, 77], // X-squares by empty corners
    [-113, -83, 56],  // C-squares by empty corners
    [7, 24, -17],     // edge squares
    [227, 35, 25],    // stable discs
    [16, -4, 14],     // discs
    [48, 47, 54],     // the last disc to place
    [68, 155, 111],   // corners to take now
    [-77, -156, -68], // corners the opponent could take
];

/// Outflanking along rows and columns: few squares are playable, so those that are count for more.
#[rustfmt::skip]
const RANKS_AND_FILES: FeatureWeights = [
    [-48, 36, 99],   // moves
    [-13, 16, 19],   // discs that touch an empty square
    [7, 47, 39],     // corners
    [-147, -62, 1],  // X-squares by empty corners
    [6, -41, -3],    // C-squares by empty corners
    [239, 109, -15], // edge squares
    [50, 22, 15],    // stable discs
    [-51, -6, 18],   // discs
    [-27, -5, 51],   // the last disc to place
    [6, 210, 155],   // corners to take now
    [3, 50, 38],     // corners the opponent could take
];

/// Any square that touches a disc: both sides have the same moves, so mobility says nothing.
#[rustfmt::skip]
const TOUCHING: FeatureWeights = [
    [0, 0, 0],      // moves
    [2, -6, -19],   // discs that touch an empty square
    [280, 143, 3],  // corners
    [-9, -11, -12], // X-squares by empty corners
    [1, -30, 13],   // C-squares by empty corners
    [-50, 11, 1],   // edge squares
    [139, 38, 15],  // stable discs
    [-13, 1, 18],   // discs
    [80, 92, 88],   // the last disc to place
    [206, 72, 4],   // corners to take now
    [0, 0, 0],      // corners the opponent could take
];
