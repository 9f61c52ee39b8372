//! Search with a null window: is the score greater than alpha?

use super::node::Node;
use super::ordering::Candidate;
use super::worker::Worker;
use crate::endgame;
use crate::tt::{Found, GREATEST, Known, LEAST};
use crate::{Score, Selectivity};

/// From this depth on a node is kept in the transposition table.
const TABLE_FROM: u8 = 3;
/// From this depth on the table is asked for all moves of a node before any is searched.
const LOOK_UP_MOVES_FROM: u8 = 5;
/// From this depth on threads keep out of each other's way.
pub(super) const SHARE_FROM: u8 = 12;
/// From which alpha on stable discs are counted, in discs.
const STABILITY_FROM: i32 = 24;

impl Worker<'_> {
    /// A lower bound above `alpha`, or an upper bound that is not.
    pub(super) fn zero(&mut self, node: &Node, alpha: i32, depth: u8) -> i32 {
        let to_the_end = depth >= node.empties;
        // 1. Few squares are left, or few plies.
        if to_the_end && u32::from(node.empties) <= endgame::MOST_EMPTIES {
            return self.solve(node, alpha);
        }
        if depth < TABLE_FROM {
            return self.glance(node, alpha, alpha + 1, depth);
        }
        self.count_node();
        self.look_at_the_clock();
        if self.is_aborted() {
            return alpha;
        }

        // 2. There may be nothing to play.
        let moves = node.moves();
        if moves.is_empty() {
            return match node.opponent_moves().is_empty() {
                true => node.final_score(),
                false => -self.zero(&node.passed(), -alpha - 1, depth),
            };
        }

        // 3. It may be known already, or follow from discs that cannot be flipped.
        let known = self.shared.table.get(node.board);
        if let Some(bound) = known.as_ref().and_then(|known| cut_by_table(known, alpha, depth, self.selectivity)) {
            return bound;
        }
        if let Some(bound) = stability_bound(node, alpha) {
            return bound;
        }
        let mut candidates = self.candidates(node, moves, known.as_ref(), depth);
        if depth >= LOOK_UP_MOVES_FROM
            && let Some(bound) = self.cut_by_moves(node, candidates.iter(), alpha, depth)
        {
            return bound;
        }

        // 4. A shallower search may be sure enough.
        if let Some(bound) = self.probcut(node, alpha, depth) {
            return bound;
        }

        // 5. Search the moves.
        let share = self.has_company && depth >= SHARE_FROM;
        let mut best = LEAST - 1;
        let mut best_move = None;
        while let Some((candidate, may_be_put_off)) = candidates.next() {
            let child = node.played(candidate.square, candidate.flips);
            if share && may_be_put_off && self.shared.is_busy(child.board) {
                candidates.put_off(candidate);
                continue;
            }
            let claim = share.then(|| self.shared.claim(child.board));
            let score = -self.zero(&child, -alpha - 1, depth - 1);
            drop(claim);
            if self.is_aborted() {
                return alpha;
            }
            if score > best {
                (best, best_move) = (score, Some(candidate.square));
                if score > alpha {
                    break;
                }
            }
        }

        // 6. Remember.
        let (lower, upper) = if best > alpha { (best, GREATEST) } else { (LEAST, best) };
        let depth = depth.min(node.empties);
        self.shared
            .table
            .put(node.board, Found { lower, upper, depth, selectivity: self.selectivity, best: best_move });
        best
    }

    /// A search of very few plies without a table. The bound is on either side of the window, or the value inside.
    pub(super) fn glance(&mut self, node: &Node, alpha: i32, beta: i32, depth: u8) -> i32 {
        if depth == 0 {
            self.count_node();
            return node.evaluate(self.evaluation);
        }
        let moves = node.moves();
        if moves.is_empty() {
            return match node.opponent_moves().is_empty() {
                true => node.final_score(),
                false => -self.glance(&node.passed(), -beta, -alpha, depth),
            };
        }
        let mut best = LEAST - 1;
        let mut alpha = alpha;
        if depth == 1 {
            // Every move leads to a leaf, whatever the order.
            for square in moves {
                self.count_node();
                let score = -node.played(square, node.flips(square)).evaluate(self.evaluation);
                best = best.max(score);
                if best >= beta {
                    break;
                }
            }
            return best;
        }
        self.count_node();
        let mut candidates = self.candidates(node, moves, None, depth);
        while let Some((Candidate { square, flips, .. }, _)) = candidates.next() {
            let score = -self.glance(&node.played(square, flips), -beta, -alpha, depth - 1);
            best = best.max(score);
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        best
    }

    /// Hands a position with few empty squares to the solver, which counts in discs.
    fn solve(&mut self, node: &Node, alpha: i32) -> i32 {
        // A score in discs is greater than alpha in steps exactly if it is greater than alpha rounded down.
        self.solver.solve(node.board, alpha.div_euclid(Score::STEPS)) * Score::STEPS
    }

    /// A move after which the opponent is known to be bad enough off.
    fn cut_by_moves<'c>(
        &self,
        node: &Node,
        candidates: impl Iterator<Item = &'c Candidate>,
        alpha: i32,
        depth: u8,
    ) -> Option<i32> {
        for candidate in candidates {
            let after = node.board.after_flips_unchecked(candidate.square, candidate.flips);
            if let Some(known) = self.shared.table.get(after)
                && known.suffices(depth - 1, self.selectivity)
                && -known.upper > alpha
            {
                return Some(-known.upper);
            }
        }
        None
    }
}

/// What the table says, if that settles the question.
pub(super) fn cut_by_table(known: &Known, alpha: i32, depth: u8, selectivity: Selectivity) -> Option<i32> {
    if !known.suffices(depth, selectivity) {
        return None;
    }
    match known {
        Known { lower, .. } if *lower > alpha => Some(*lower),
        Known { upper, .. } if *upper <= alpha => Some(*upper),
        _ => None,
    }
}

/// A bound by stable discs, where `alpha` is so high that they may decide.
fn stability_bound(node: &Node, alpha: i32) -> Option<i32> {
    let counts = alpha >= STABILITY_FROM * Score::STEPS;
    counts.then(|| endgame::most(node.board) * Score::STEPS).filter(|&most| most <= alpha)
}
