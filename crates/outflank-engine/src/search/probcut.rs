//! Multi-ProbCut: a shallow search predicts the result of a deep one.
//!
//! Their difference varies around zero with a deviation that depends on both depths and on the number of empties. Far
//! enough outside the window, as set by [`Selectivity`], the deep search is skipped.

use super::node::Node;
use super::worker::Worker;
use crate::simd::Kernels;
use crate::tt::{MAX_SCORE, MIN_SCORE};
use crate::{Score, Selectivity};

const MIN_PROBCUT_DEPTH: u8 = 4;

impl Selectivity {
    /// Required distance from the window in standard deviations; `None` disables ProbCut.
    #[doc(hidden)]
    pub const fn deviations(self) -> Option<f32> {
        match self {
            Selectivity::P73 => Some(1.1),
            Selectivity::P87 => Some(1.5),
            Selectivity::P95 => Some(2.0),
            Selectivity::P98 => Some(2.6),
            Selectivity::P99 => Some(3.3),
            Selectivity::Full => None,
        }
    }
}

/// Depth of the predicting search: less than half, with the same parity.
pub fn probcut_depth(depth: u8) -> u8 {
    2 * (depth / 4) + depth % 2
}

/// Standard deviation between a deep and a shallow search.
///
/// Scores change less and less from ply to ply: the variance grows with the logarithm of the depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviations {
    /// Deviation in discs where the logarithm is 1 and no square is empty.
    pub scale: f32,
    /// Change of the logarithm of the deviation per empty square.
    pub empties: f32,
    /// Plies that the static evaluation is worth.
    pub plies: f32,
}

/// Between two searches that stop before the end.
///
/// Fitted by `outflank-train fit-probcut` to 29,449 positions, with a relative error of 11 %.
pub const MIDGAME: Deviations = Deviations { scale: 6.117, empties: -0.0169, plies: 1.75 };

/// Between an exact search, whose depth is the number of empties, and a shallower one.
///
/// Fitted by `outflank-train fit-probcut` to 10,802 positions, with a relative error of 4 %.
pub const ENDGAME: Deviations = Deviations { scale: 7.488, empties: -0.0373, plies: 1.85 };

impl Deviations {
    /// Standard deviation between searches of `depth` and `shallow` plies, in discs.
    pub fn deviation(&self, empties: u8, depth: u8, shallow: u8) -> f32 {
        let [empties, depth, shallow] = [empties, depth, shallow].map(f32::from);
        let growth = ((depth + self.plies) / (shallow + self.plies)).ln();
        self.scale * (self.empties * empties).exp() * growth.sqrt()
    }
}

impl<K: Kernels> Worker<'_, K> {
    #[inline(always)]
    pub(super) fn probcut(&mut self, node: &Node, alpha: i32, depth: u8) -> Option<i32> {
        let deviations = self.selectivity.deviations()?;
        if depth < MIN_PROBCUT_DEPTH || may_be_wiped_out(node) {
            return None;
        }
        let shallow_depth = probcut_depth(depth);
        let fitted = if depth >= node.empties { ENDGAME } else { MIDGAME };
        let margin_over = |shallow| {
            (deviations * Score::UNITS_PER_DISC as f32 * fitted.deviation(node.empties, depth, shallow)) as i32
        };
        let margin = margin_over(shallow_depth);
        // Try only the side on which the static evaluation already lies.
        let static_eval = node.evaluate(self.kernels, self.evaluation);
        let min_distance = margin_over(0) / 8;

        let above = alpha + 1 + margin;
        if static_eval >= alpha + min_distance
            && above < MAX_SCORE
            && self.null_window(node, above - 1, shallow_depth) > above - 1
        {
            return (!self.is_aborted()).then_some(alpha + 1);
        }
        let below = alpha - margin;
        if static_eval <= alpha - min_distance
            && below > MIN_SCORE
            && self.null_window(node, below, shallow_depth) <= below
        {
            return (!self.is_aborted()).then_some(alpha);
        }
        None
    }
}

/// The evaluation prefers few discs and misses wipe-outs, so a shallow search predicts nothing here.
fn may_be_wiped_out(node: &Node) -> bool {
    let (player, opponent) = (node.board.player().len(), node.board.opponent().len());
    let fewer = player.min(opponent);
    fewer <= 5 && 3 * fewer < player + opponent
}
