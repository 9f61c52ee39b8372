//! Principal variation search: an open window, to find the score and the line of play.

use outflank_rules::{Bitboard, Move};

use super::node::Node;
use super::null_window::MIN_DEFER_DEPTH;
use super::ordering::MovePicker;
use super::worker::Worker;
use crate::simd::Kernels;
use crate::tt::{MAX_SCORE, MIN_SCORE, TtData};

impl<K: Kernels> Worker<'_, K> {
    /// The score if it lies between `alpha` and `beta`, otherwise a bound. `pv` becomes the principal variation.
    ///
    /// The table only orders the moves here: a cutoff would truncate the variation.
    pub(super) fn pvs(&mut self, node: &Node, alpha: i32, beta: i32, depth: u8, pv: &mut Vec<Move>) -> i32 {
        pv.clear();
        if depth == 0 {
            self.count_node();
            return node.evaluate(self.kernels, self.evaluation);
        }
        let moves = node.moves(self.kernels);
        if !moves.is_empty() {
            return self.pvs_moves(node, moves, alpha, beta, depth, pv);
        }
        if node.opponent_moves(self.kernels).is_empty() {
            return node.final_score();
        }
        let score = -self.pvs(&node.passed(), -beta, -alpha, depth, pv);
        pv.insert(0, Move::Pass);
        score
    }

    /// [`Worker::pvs`] restricted to some of the legal moves. `moves` must not be empty.
    pub(super) fn pvs_moves(
        &mut self,
        node: &Node,
        moves: Bitboard,
        alpha: i32,
        beta: i32,
        depth: u8,
        pv: &mut Vec<Move>,
    ) -> i32 {
        self.count_node();
        self.check_time();
        let entry = self.shared.table.get(node.board);
        let mut picker = MovePicker::new(self.kernels, node, moves);
        self.order_moves(&mut picker, node, entry.as_ref(), depth);
        let defers = self.is_parallel && depth >= MIN_DEFER_DEPTH;
        let mut best = MIN_SCORE - 1;
        let mut best_move = None;
        let mut line = Vec::new();
        while let Some((mv, can_defer)) = picker.next() {
            let child = node.played(mv.square, mv.flips);
            if defers && can_defer && self.shared.is_busy(child.board) {
                picker.defer(mv);
                continue;
            }
            let claim = defers.then(|| self.shared.claim(child.board));
            let bar = alpha.max(best);
            // The first move gets the open window; the others must first beat it in a null window.
            let mut score = match best_move {
                None => bar + 1,
                Some(_) => -self.null_window(&child, -bar - 1, depth - 1),
            };
            if score > bar && !self.is_aborted() {
                score = -self.pvs(&child, -beta, -bar, depth - 1, &mut line);
            }
            drop(claim);
            if self.is_aborted() {
                // `pv` keeps what has been found so far.
                return alpha.max(best);
            }
            if score > best {
                best = score;
                // At or below alpha the score is only a bound, so the move is not known to be better than the first.
                if score <= alpha && best_move.is_some() {
                    continue;
                }
                best_move = Some(mv.square);
                pv.clear();
                pv.push(Move::Place(mv.square));
                pv.append(&mut line);
                if score >= beta {
                    break;
                }
            }
        }
        if moves == node.moves(self.kernels) {
            let lower = if best > alpha { best } else { MIN_SCORE };
            let upper = if best < beta { best } else { MAX_SCORE };
            let (depth, selectivity) = (depth.min(node.empties), self.selectivity);
            self.shared.table.put(node.board, TtData { lower, upper, depth, selectivity, best: best_move });
        }
        best
    }
}
