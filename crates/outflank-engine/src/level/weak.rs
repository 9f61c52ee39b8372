//! How weak levels choose a move.
//!
//! People who are learning the game mostly lose it by what they do not see: a move that flips many discs stands out, a
//! quiet one is easily overlooked. So a weak level first overlooks some of its moves, then takes the one it likes best.
//! It makes many small mistakes in every part of the game rather than one absurd move among perfect ones.

use outflank_rules::{Bitboard, Move, Position, Square, bitboard};

use crate::Analysis;

/// What a weak player likes, overlooks and misjudges. The appeal of a move is counted in discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// How many plies it looks ahead.
    pub(super) depth: u8,
    /// The share of the search's judgement that it understands, from 0 to 1.
    pub(super) insight: f32,
    /// The appeal of every disc that a move flips.
    pub(super) greed: f32,
    /// The appeal of a corner. A player who likes corners never overlooks one.
    pub(super) corner: f32,
    /// The dislike of an X-square next to an empty corner; a C-square is disliked half as much.
    pub(super) danger: f32,
    /// The probability of overlooking a move that flips one disc; its `n`-th power for a move that flips `n`.
    pub(super) blindness: f32,
    /// The standard deviation of its misjudgement of a move.
    pub(super) error: f32,
}

impl Habits {
    /// The square it plays among these. The same `entropy` gives the same square.
    pub(super) fn choose(
        &self,
        position: &Position,
        squares: Bitboard,
        analysis: &Analysis,
        entropy: u64,
    ) -> Option<Square> {
        let visibility = |square: &Square| self.visibility(position, *square, entropy);
        let appeal = |square: &Square| self.appeal(position, *square, analysis, entropy);
        let noticed = squares.into_iter().filter(|square| visibility(square) >= 0.0);
        // A player who notices nothing at first plays whatever turns up next.
        noticed
            .max_by(|a, b| appeal(a).total_cmp(&appeal(b)))
            .or_else(|| squares.into_iter().max_by(|a, b| visibility(a).total_cmp(&visibility(b))))
    }

    /// How clearly it sees that a square can be played. Below 0, the move is overlooked.
    fn visibility(&self, position: &Position, square: Square, entropy: u64) -> f32 {
        let flips = position.flips(square).len().max(1) as i32;
        let is_welcome_corner = self.corner > 0.0 && CORNERS.contains(square);
        let overlooked = if is_welcome_corner { 0.0 } else { self.blindness.powi(flips) };
        uniform(noise(entropy, square, Noise::Notice)) - overlooked
    }

    fn appeal(&self, position: &Position, square: Square, analysis: &Analysis, entropy: u64) -> f32 {
        self.insight * value(analysis, square)
            + self.greed * position.flips(square).len() as f32
            + if CORNERS.contains(square) { self.corner } else { 0.0 }
            - self.danger * danger(position.empty(), square)
            + self.error * bell(noise(entropy, square, Noise::Judge))
    }
}

const CORNERS: Bitboard = bitboard! {
    X . . . . . . X
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    X . . . . . . X
};

const X_SQUARES: Bitboard = bitboard! {
    . . . . . . . .
    . X . . . . X .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . X . . . . X .
    . . . . . . . .
};

/// What the search says of a move, in discs. A search that was cut short may not have looked at all moves: those are
/// taken for as bad as the worst of the others.
fn value(analysis: &Analysis, square: Square) -> f32 {
    let line = analysis.lines.iter().find(|line| line.pv.first() == Some(&Move::Place(square)));
    line.or(analysis.lines.last()).map_or(0.0, |line| line.score.discs())
}

/// 1 for an X-square next to an empty corner, 1/2 for a C-square, 0 elsewhere.
fn danger(empty: Bitboard, square: Square) -> f32 {
    let is_next_to_empty_corner = (CORNERS & empty).neighbours().contains(square);
    match (is_next_to_empty_corner, X_SQUARES.contains(square)) {
        (false, _) => 0.0,
        (true, true) => 1.0,
        (true, false) => 0.5,
    }
}

/// What a random number is for: each purpose has its own.
#[derive(Clone, Copy)]
enum Noise {
    Notice,
    Judge,
}

/// The random number of a square: SplitMix64 with a stream for every purpose and square.
fn noise(entropy: u64, square: Square, purpose: Noise) -> u64 {
    let stream = (purpose as u64) << 6 | u64::from(square.index());
    mix(mix(entropy) ^ mix(stream + 1))
}

fn mix(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}

/// A number from 0 to 1, without 1.
fn uniform(bits: u64) -> f32 {
    (bits >> 40) as f32 / (1_u64 << 24) as f32
}

/// A number with mean 0 and standard deviation 1, and never beyond 3.5: the sum of four uniform ones.
fn bell(bits: u64) -> f32 {
    let parts = [0, 16, 32, 48].map(|shift| (bits >> shift) as u16);
    let sum: f32 = parts.into_iter().map(|part| f32::from(part) / f32::from(u16::MAX)).sum();
    (sum - 2.0) * 3_f32.sqrt()
}
