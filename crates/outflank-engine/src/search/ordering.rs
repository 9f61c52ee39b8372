use arrayvec::ArrayVec;
use outflank_rules::{Bitboard, Board, Square};

use super::node::Node;
use super::worker::Worker;
use crate::endgame::mobility;
use crate::simd::Kernels;
use crate::tt::{MAX_SCORE, MIN_SCORE, TtEntry};

#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub(super) square: Square,
    pub(super) flips: Bitboard,
    order_key: i32,
}

impl ScoredMove {
    pub(super) fn board_after(&self, node: &Node) -> Board {
        node.board.after_flips_unchecked(self.square, self.flips)
    }
}

pub(super) struct MovePicker {
    list: ArrayVec<ScoredMove, 64>,
    deferred: ArrayVec<ScoredMove, 64>,
    next: usize,
}

impl MovePicker {
    /// The moves in any order, until [`Worker::order_moves`] gives them one.
    #[inline(always)]
    pub(super) fn new(kernels: impl Kernels, node: &Node, moves: Bitboard) -> MovePicker {
        let unordered = |square| ScoredMove { square, flips: node.flips(kernels, square), order_key: 0 };
        MovePicker { list: moves.into_iter().map(unordered).collect(), deferred: ArrayVec::new(), next: 0 }
    }

    /// The next move, and whether it may be deferred.
    pub(super) fn next(&mut self) -> Option<(ScoredMove, bool)> {
        if self.next == self.list.len() {
            return Some((self.deferred.pop_at(0)?, false));
        }
        let rest = &mut self.list[self.next..];
        // Ties go to the first, which keeps the order deterministic.
        let best = (0..rest.len()).rev().max_by_key(|&index| rest[index].order_key)?;
        rest.swap(0, best);
        self.next += 1;
        Some((rest[0], self.next > 1))
    }

    pub(super) fn defer(&mut self, mv: ScoredMove) {
        self.deferred.push(mv);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &ScoredMove> {
        self.list.iter()
    }
}

/// Order moves by a one-ply search from this depth on: in exact searches, and in others.
const MIN_ONE_PLY_DEPTH: (u8, u8) = (18, 10);
/// Penalty per opponent move in an exact search, in units. There mobility predicts better than the evaluation.
const MOBILITY_PENALTY: i32 = 130;

impl<K: Kernels> Worker<'_, K> {
    #[inline(always)]
    pub(super) fn order_moves(&mut self, picker: &mut MovePicker, node: &Node, entry: Option<&TtEntry>, depth: u8) {
        let [first, second] = entry.map_or([None, None], |entry| entry.moves);
        for mv in &mut picker.list {
            mv.order_key = match Some(mv.square) {
                square if square == first => i32::MAX,
                square if square == second => i32::MAX - 1,
                _ if mv.flips == node.board.opponent() => i32::MAX - 2,
                _ => self.order_key(node, mv.square, mv.flips, depth),
            };
        }
    }

    /// Mobility near the leaves; elsewhere the evaluation, combined with mobility in an exact search.
    #[inline(always)]
    fn order_key(&mut self, node: &Node, square: Square, flips: Bitboard, depth: u8) -> i32 {
        if depth < 3 {
            let after = node.board.after_flips_unchecked(square, flips);
            return -mobility(self.kernels, after);
        }
        let after = node.played(square, flips);
        let is_exact = depth >= node.empties;
        let min_one_ply_depth = if is_exact { MIN_ONE_PLY_DEPTH.0 } else { MIN_ONE_PLY_DEPTH.1 };
        let score = match depth >= min_one_ply_depth {
            true => -self.shallow(&after, MIN_SCORE, MAX_SCORE, 1),
            false => -after.evaluate(self.kernels, self.evaluation),
        };
        if is_exact { score - MOBILITY_PENALTY * mobility(self.kernels, after.board) } else { score }
    }
}
