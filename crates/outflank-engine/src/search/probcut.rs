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
    const fn deviations(self) -> Option<f32> {
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
fn shallow(depth: u8) -> u8 {
    2 * (depth / 4) + depth % 2
}

/// The deviation between a search of `depth` plies and one of `shallow` plies, in steps.
///
/// Fitted to full searches of up to 9 plies in 2,444 positions of tournament games and beside them, with a relative
/// error of 11 %.
fn deviation(empties: u8, depth: u8, shallow: u8) -> f32 {
    let (empties, depth, shallow) = (f32::from(empties), f32::from(depth).ln(), (f32::from(shallow) + 1.0).ln());
    let logarithm = 2.105 - 0.0261 * empties + 0.000_098 * empties * empties + 0.262 * depth - 0.617 * shallow
        + 0.0405 * depth * shallow;
    logarithm.exp() * Score::STEPS as f32
}

impl Worker<'_> {
    /// A bound that is sure enough without a search of the full depth.
    pub(super) fn probcut(&mut self, node: &Node, alpha: i32, depth: u8) -> Option<i32> {
        let deviations = self.selectivity.deviations()?;
        if depth < FROM_DEPTH {
            return None;
        }
        let shallow = shallow(depth);
        let margin = (deviations * deviation(node.empties, depth, shallow)) as i32;
        // The evaluation alone tells on which side it is worth trying.
        let glance = node.evaluate(self.evaluation);
        let far = (deviations * deviation(node.empties, depth, 0)) as i32 / 8;

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
