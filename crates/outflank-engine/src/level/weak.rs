//! Move choice of the weak levels.
//!
//! Learners mostly lose by what they overlook: a move that flips many discs stands out, a quiet one does not. So a weak
//! level first overlooks some of its moves, then plays the one it likes best. The result is many small mistakes instead
//! of one absurd move among perfect ones.

use outflank_rules::{Bitboard, Move, Position, SplitMix64, Square};

use crate::Analysis;

/// Preferences and handicaps of a weak player. The appeal of a move is in discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    pub(super) depth: u8,
    pub(super) insight: f32,
    pub(super) greed: f32,
    /// Appeal of a corner. If it is positive, corners are never overlooked.
    pub(super) corner: f32,
    /// Penalty for an X-square next to an empty corner; half of it for a C-square.
    pub(super) danger: f32,
    /// Probability of overlooking a move that flips one disc; its `n`-th power for `n` discs.
    pub(super) blindness: f32,
    pub(super) error: f32,
}

impl Habits {
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
        // If every move is overlooked, the most visible one is played.
        noticed
            .max_by(|a, b| appeal(a).total_cmp(&appeal(b)))
            .or_else(|| squares.into_iter().max_by(|a, b| visibility(a).total_cmp(&visibility(b))))
    }

    /// A move with a negative visibility is overlooked.
    fn visibility(&self, position: &Position, square: Square, entropy: u64) -> f32 {
        let flips = position.flips(square).len().max(1) as i32;
        let is_welcome_corner = self.corner > 0.0 && Bitboard::CORNERS.contains(square);
        let overlooked = if is_welcome_corner { 0.0 } else { self.blindness.powi(flips) };
        uniform(noise(entropy, square, Noise::Notice)) - overlooked
    }

    fn appeal(&self, position: &Position, square: Square, analysis: &Analysis, entropy: u64) -> f32 {
        self.insight * value(analysis, square)
            + self.greed * position.flips(square).len() as f32
            + if Bitboard::CORNERS.contains(square) { self.corner } else { 0.0 }
            - self.danger * danger(position.empty(), square)
            + self.error * bell(noise(entropy, square, Noise::Judge))
    }
}

/// The search score of a move in discs. Moves that a stopped search did not reach count like the worst of the others.
fn value(analysis: &Analysis, square: Square) -> f32 {
    let line = analysis.lines.iter().find(|line| line.pv.first() == Some(&Move::Place(square)));
    line.or(analysis.lines.last()).map_or(0.0, |line| line.score.discs())
}

/// 1 for an X-square next to an empty corner, 1/2 for a C-square, 0 elsewhere.
fn danger(empty: Bitboard, square: Square) -> f32 {
    let is_next_to_empty_corner = (Bitboard::CORNERS & empty).neighbours().contains(square);
    match (is_next_to_empty_corner, Bitboard::X_SQUARES.contains(square)) {
        (false, _) => 0.0,
        (true, true) => 1.0,
        (true, false) => 0.5,
    }
}

#[derive(Clone, Copy)]
enum Noise {
    Notice,
    Judge,
}

fn noise(entropy: u64, square: Square, purpose: Noise) -> u64 {
    let stream = (purpose as u64) << 6 | u64::from(square.index());
    let mix = |seed| SplitMix64::new(seed).next();
    mix(mix(entropy) ^ mix(stream + 1))
}

fn uniform(bits: u64) -> f32 {
    (bits >> 40) as f32 / (1_u64 << 24) as f32
}

/// Approximately normal with mean 0 and standard deviation 1, at most 3.5: the sum of four uniform numbers.
fn bell(bits: u64) -> f32 {
    let parts = [0, 16, 32, 48].map(|shift| (bits >> shift) as u16);
    let sum: f32 = parts.into_iter().map(|part| f32::from(part) / f32::from(u16::MAX)).sum();
    (sum - 2.0) * 3_f32.sqrt()
}
