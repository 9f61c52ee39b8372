//! Multi-ProbCut: what a shallow search says is mostly what a deep search would say.
//!
//! The difference between the two is spread around zero with a deviation that depends on both depths and the number of
//! empty squares. If the shallow score is beyond the window by so many deviations that the deep one is beyond it
//! almost surely, the deep search is not made. How sure it must be is the [`Selectivity`].

use super::node::Node;
use super::worker::Worker;
use crate::tt::GREATEST;
use crate::{Score, Selectivity};

/// From this depth on it is tried.
const FROM_DEPTH: u8 = 4;

impl Selectivity {
    /// By how many deviations the shallow score must be beyond the window; `None` if nothing is to be cut off.
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

/// The depth of the search that predicts one of this depth: less than half, with the same parity.
pub fn shallow(depth: u8) -> u8 {
    2 * (depth / 4) + depth % 2
}

/// How far a deep search and a shallow one are apart.
///
/// What a search says changes from ply to ply, ever less: the square of the deviation grows with the logarithm of the
/// depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviations {
    /// The deviation where the logarithm is one and no square is empty, in discs.
    pub scale: f32,
    /// What each empty square adds to the logarithm of the deviation.
    pub empties: f32,
    /// How many plies the evaluation is worth by itself.
    pub plies: f32,
}

/// Between two searches that do not go to the end.
///
/// Fitted by `outflank-train fit-probcut` to 29,449 positions, with a relative error of 11 %.
pub const MIDGAME: Deviations = Deviations { scale: 6.117, empties: -0.0169, plies: 1.75 };

/// Between a search to the end and one that does not go there. The depth is the number of empty squares.
///
/// Fitted by `outflank-train fit-probcut` to 10,802 positions, with a relative error of 4 %.
pub const ENDGAME: Deviations = Deviations { scale: 7.488, empties: -0.0373, plies: 1.85 };

impl Deviations {
    /// The deviation between a search of `depth` plies and one of `shallow` plies, in discs.
    pub fn deviation(&self, empties: u8, depth: u8, shallow: u8) -> f32 {
        let [empties, depth, shallow] = [empties, depth, shallow].map(f32::from);
        let growth = ((depth + self.plies) / (shallow + self.plies)).ln();
        self.scale * (self.empties * empties).exp() * growth.sqrt()
    }
}

impl Worker<'_> {
    /// A bound that is sure enough without a search of the full depth.
    pub(super) fn probcut(&mut self, node: &Node, alpha: i32, depth: u8) -> Option<i32> {
        let deviations = self.selectivity.deviations()?;
        if depth < FROM_DEPTH {
            return None;
        }
        let shallow = shallow(depth);
        let fitted = if depth >= node.empties { ENDGAME } else { MIDGAME };
        let steps =
            |shallow| (deviations * Score::STEPS as f32 * fitted.deviation(node.empties, depth, shallow)) as i32;
        let margin = steps(shallow);
        // The evaluation alone tells on which side it is worth trying.
        let glance = node.evaluate(self.evaluation);
        let far = steps(0) / 8;

        let above = alpha + 1 + margin;
        if glance >= alpha + far && above < GREATEST && self.zero(node, above - 1, shallow) > above - 1 {
            return (!self.is_aborted()).then_some(alpha + 1);
        }
        let below = alpha - margin;
        if glance <= alpha - far && below > -GREATEST && self.zero(node, below, shallow) <= below {
            return (!self.is_aborted()).then_some(alpha);
        }
        None
    }
}
