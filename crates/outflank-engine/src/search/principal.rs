//! Search with an open window: what is the score, and how do both sides play?

use outflank_rules::{Bitboard, Move};

use super::node::Node;
use super::worker::Worker;
use super::zero::SHARE_FROM;
use crate::tt::{Found, GREATEST, LEAST};

/// How both sides play, best first; the first move is the one that was searched.
pub(super) type Variation = Vec<Move>;

impl Worker<'_> {
    /// The score, if it lies between `alpha` and `beta`; else a bound on it. `variation` becomes what both sides play.
    ///
    /// The table gives the order of the moves, but never the answer, so that the variation is complete.
    pub(super) fn principal(
        &mut self,
        node: &Node,
        alpha: i32,
        beta: i32,
        depth: u8,
        variation: &mut Variation,
    ) -> i32 {
        variation.clear();
        if depth == 0 {
            self.count_node();
            return node.evaluate(self.evaluation);
        }
        let moves = node.moves();
        if !moves.is_empty() {
            return self.principal_among(node, moves, alpha, beta, depth, variation);
        }
        if node.opponent_moves().is_empty() {
            return node.final_score();
        }
        let score = -self.principal(&node.passed(), -beta, -alpha, depth, variation);
        variation.insert(0, Move::Pass);
        score
    }

    /// [`Worker::principal`] with only some of the moves allowed, of which there must be one.
    pub(super) fn principal_among(
        &mut self,
        node: &Node,
        moves: Bitboard,
        alpha: i32,
        beta: i32,
        depth: u8,
        variation: &mut Variation,
    ) -> i32 {
        self.count_node();
        self.look_at_the_clock();
        let known = self.shared.table.get(node.board);
        let mut candidates = self.candidates(node, moves, known.as_ref(), depth);
        let share = self.has_company && depth >= SHARE_FROM;
        let mut best = LEAST - 1;
        let mut best_move = None;
        let mut line = Variation::new();
        while let Some((candidate, may_be_put_off)) = candidates.next() {
            let child = node.played(candidate.square, candidate.flips);
            if share && may_be_put_off && self.shared.is_busy(child.board) {
                candidates.put_off(candidate);
                continue;
            }
            let claim = share.then(|| self.shared.claim(child.board));
            let bar = alpha.max(best);
            // The first move sets the bar; the others have to show that they can pass it.
            let mut score = match best_move {
                None => bar + 1,
                Some(_) => -self.zero(&child, -bar - 1, depth - 1),
            };
            if score > bar && !self.is_aborted() {
                score = -self.principal(&child, -beta, -bar, depth - 1, &mut line);
            }
            drop(claim);
            if self.is_aborted() {
                // What was found so far stays in the variation.
                return alpha.max(best);
            }
            if score > best {
                best = score;
                // Below alpha, a score is only a bound, and the move no better than the one before.
                if score <= alpha && best_move.is_some() {
                    continue;
                }
                best_move = Some(candidate.square);
                variation.clear();
                variation.push(Move::Place(candidate.square));
                variation.append(&mut line);
                if score >= beta {
                    break;
                }
            }
        }
        if moves == node.moves() {
            let lower = if best > alpha { best } else { LEAST };
            let upper = if best < beta { best } else { GREATEST };
            let (depth, selectivity) = (depth.min(node.empties), self.selectivity);
            self.shared.table.put(node.board, Found { lower, upper, depth, selectivity, best: best_move });
        }
        best
    }
}
