use outflank_rules::{Bitboard, Square};

use super::node::Node;
use super::ordering::{MovePicker, ScoredMove};
use super::worker::Worker;
use crate::endgame;
use crate::simd::{Compiled, Kernels};
use crate::tt::{MAX_SCORE, MIN_SCORE, TtData, TtEntry};
use crate::{Score, Selectivity};

/// Use the transposition table from this depth on.
const MIN_TT_DEPTH: u8 = 3;
/// Try an enhanced transposition cutoff from this depth on.
const MIN_ETC_DEPTH: u8 = 5;
/// Defer moves that other threads are searching from this depth on.
pub(super) const MIN_DEFER_DEPTH: u8 = 12;
/// Try a stability cutoff only from this alpha on, in discs.
const MIN_STABILITY_ALPHA: i32 = 24;

impl<K: Kernels> Worker<'_, K> {
    /// Fails high with a lower bound above `alpha`, or low with an upper bound of at most `alpha`.
    #[inline(always)]
    pub(super) fn null_window(&mut self, node: &Node, alpha: i32, depth: u8) -> i32 {
        self.kernels.call(NullWindow, self, node, alpha, depth)
    }

    #[inline(always)]
    pub(super) fn shallow(&mut self, node: &Node, alpha: i32, beta: i32, depth: u8) -> i32 {
        self.kernels.call(Shallow, self, node, (alpha, beta), depth)
    }

    #[inline(always)]
    fn solve(&mut self, node: &Node, alpha: i32) -> i32 {
        // A score in discs is greater than alpha in units exactly if it is greater than alpha rounded down.
        self.solver.solve(node.board, alpha.div_euclid(Score::UNITS_PER_DISC)) * Score::UNITS_PER_DISC
    }

    /// Enhanced transposition cutoff: the table's upper bound of a child refutes the opponent's play.
    #[inline(always)]
    fn etc<'m>(&self, node: &Node, moves: impl Iterator<Item = &'m ScoredMove>, alpha: i32, depth: u8) -> Option<i32> {
        for mv in moves {
            if let Some(entry) = self.shared.table.get(mv.board_after(node))
                && entry.suffices(depth - 1, self.selectivity)
                && -entry.upper > alpha
            {
                return Some(-entry.upper);
            }
        }
        None
    }
}

struct NullWindow;

impl<K: Kernels> Compiled<&mut Worker<'_, K>, &Node, i32, u8> for NullWindow {
    type Output = i32;

    #[inline(always)]
    fn body(self, worker: &mut Worker<'_, K>, node: &Node, alpha: i32, depth: u8) -> i32 {
        let is_exact = depth >= node.empties;
        // 1. Leaf: endgame solver or shallow search.
        if is_exact && u32::from(node.empties) <= endgame::MAX_EMPTIES {
            return worker.solve(node, alpha);
        }
        if depth < MIN_TT_DEPTH {
            return worker.shallow(node, alpha, alpha + 1, depth);
        }
        worker.count_node();
        worker.check_time();
        if worker.is_aborted() {
            return alpha;
        }

        // 2. Pass or game over.
        let moves = node.moves(worker.kernels);
        if moves.is_empty() {
            return match node.opponent_moves(worker.kernels).is_empty() {
                true => node.final_score(),
                false => -worker.null_window(&node.passed(), -alpha - 1, depth),
            };
        }

        // 3. Transposition table, then stability cutoff.
        let entry = worker.shared.table.get(node.board);
        if let Some(bound) = entry.as_ref().and_then(|entry| tt_cutoff(entry, alpha, depth, worker.selectivity)) {
            return bound;
        }
        if let Some(bound) = stability_cutoff(worker.kernels, node, alpha) {
            return bound;
        }

        // 4. Enhanced transposition cutoff over the moves.
        let mut picker = MovePicker::new(worker.kernels, node, moves);
        if depth > MIN_TT_DEPTH {
            picker.iter().for_each(|mv| worker.shared.table.prefetch(mv.board_after(node)));
        }
        if depth >= MIN_ETC_DEPTH
            && let Some(bound) = worker.etc(node, picker.iter(), alpha, depth)
        {
            return bound;
        }

        // 5. ProbCut.
        if let Some(bound) = worker.probcut(node, alpha, depth) {
            return bound;
        }

        // 6. Search the moves. They are ordered only now, because most nodes have ended before.
        worker.order_moves(&mut picker, node, entry.as_ref(), depth);
        let defers = worker.is_parallel && depth >= MIN_DEFER_DEPTH;
        let mut best = MIN_SCORE - 1;
        let mut best_move = None;
        while let Some((mv, can_defer)) = picker.next() {
            let child = node.played(mv.square, mv.flips);
            if defers && can_defer && worker.shared.is_busy(child.board) {
                picker.defer(mv);
                continue;
            }
            let claim = defers.then(|| worker.shared.claim(child.board));
            let score = -worker.null_window(&child, -alpha - 1, depth - 1);
            drop(claim);
            if worker.is_aborted() {
                return alpha;
            }
            if score > best {
                (best, best_move) = (score, Some(mv.square));
                if score > alpha {
                    break;
                }
            }
        }

        // 7. Store the result.
        let (lower, upper) = if best > alpha { (best, MAX_SCORE) } else { (MIN_SCORE, best) };
        let depth = depth.min(node.empties);
        worker
            .shared
            .table
            .put(node.board, TtData { lower, upper, depth, selectivity: worker.selectivity, best: best_move });
        best
    }
}

struct Shallow;

impl<K: Kernels> Compiled<&mut Worker<'_, K>, &Node, (i32, i32), u8> for Shallow {
    type Output = i32;

    #[inline(always)]
    fn body(self, worker: &mut Worker<'_, K>, node: &Node, (alpha, beta): (i32, i32), depth: u8) -> i32 {
        if depth == 0 {
            worker.count_node();
            return node.evaluate(worker.kernels, worker.evaluation);
        }
        let moves = node.moves(worker.kernels);
        if moves.is_empty() {
            return match node.opponent_moves(worker.kernels).is_empty() {
                true => node.final_score(),
                false => -worker.shallow(&node.passed(), -beta, -alpha, depth),
            };
        }
        let mut best = MIN_SCORE - 1;
        let mut alpha = alpha;
        if depth == 1 {
            for square in corners_first(moves) {
                worker.count_node();
                let score = -node
                    .played(square, node.flips(worker.kernels, square))
                    .evaluate(worker.kernels, worker.evaluation);
                best = best.max(score);
                if best >= beta {
                    break;
                }
            }
            return best;
        }
        worker.count_node();
        let mut picker = MovePicker::new(worker.kernels, node, moves);
        worker.order_moves(&mut picker, node, None, depth);
        while let Some((ScoredMove { square, flips, .. }, _)) = picker.next() {
            let score = -worker.shallow(&node.played(square, flips), -beta, -alpha, depth - 1);
            best = best.max(score);
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        best
    }
}

/// An order that costs nothing, for leaves. Corners tend to be good, and the squares beside them bad.
fn corners_first(moves: Bitboard) -> impl Iterator<Item = Square> {
    const BESIDE: Bitboard = Bitboard::from_bits(0x42c3_0000_0000_c342);
    [moves & Bitboard::CORNERS, moves - Bitboard::CORNERS - BESIDE, moves & BESIDE].into_iter().flatten()
}

pub(super) fn tt_cutoff(entry: &TtEntry, alpha: i32, depth: u8, selectivity: Selectivity) -> Option<i32> {
    if !entry.suffices(depth, selectivity) {
        return None;
    }
    match entry {
        TtEntry { lower, .. } if *lower > alpha => Some(*lower),
        TtEntry { upper, .. } if *upper <= alpha => Some(*upper),
        _ => None,
    }
}

#[inline(always)]
fn stability_cutoff(kernels: impl Kernels, node: &Node, alpha: i32) -> Option<i32> {
    let is_likely = alpha >= MIN_STABILITY_ALPHA * Score::UNITS_PER_DISC;
    let bound = || endgame::stability_upper_bound(kernels, node.board) * Score::UNITS_PER_DISC;
    is_likely.then(bound).filter(|&bound| bound <= alpha)
}
