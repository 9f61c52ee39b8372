use outflank_rules::{Bitboard, Board, Square};

use crate::simd::{self, Compiled, Job, Kernels};

/// Counts the leaves at `depth` plies. A pass is a ply and a finished game is one leaf (Aart Bik's convention).
///
/// ```
/// use outflank_rules::Board;
///
/// assert_eq!(outflank_engine::perft(Board::START, 7), 55_092);
/// ```
pub fn perft(board: Board, depth: u32) -> u64 {
    simd::dispatch(Perft { board, depth })
}

struct Perft {
    board: Board,
    depth: u32,
}

impl Job for Perft {
    type Output = u64;

    fn run<K: Kernels>(self, kernels: K) -> u64 {
        let root = PerftNode::new(kernels, self.board.player().bits(), self.board.opponent().bits());
        match self.depth {
            0 => 1,
            1 => root.last_ply(),
            depth => kernels.call(Count, root, kernels, depth, &mut Vec::new()),
        }
    }
}

#[derive(Clone, Copy)]
struct PerftNode {
    player: u64,
    opponent: u64,
    moves: u64,
}

impl PerftNode {
    #[inline(always)]
    fn new(kernels: impl Kernels, player: u64, opponent: u64) -> PerftNode {
        PerftNode { player, opponent, moves: kernels.moves(player, opponent) }
    }

    #[inline(always)]
    fn after(self, kernels: impl Kernels, square: Square) -> PerftNode {
        let flips = kernels.flips(square, self.player, self.opponent);
        PerftNode::new(kernels, self.opponent ^ flips, self.player ^ flips | 1 << square.index())
    }

    /// Leaves at depth 1. Without a move there is one: a pass, or the end of the game.
    #[inline(always)]
    fn last_ply(self) -> u64 {
        self.moves.count_ones().max(1).into()
    }

    /// Leaves at depth 2 or more. `stack` is scratch space, restored on return.
    #[inline(always)]
    fn count<K: Kernels>(self, kernels: K, depth: u32, stack: &mut Vec<PerftNode>) -> u64 {
        if self.moves == 0 {
            let passed = PerftNode::new(kernels, self.opponent, self.player);
            return match depth {
                _ if passed.moves == 0 => 1,
                2 => passed.last_ply(),
                _ => kernels.call(Count, passed, kernels, depth - 1, stack),
            };
        }
        let nodes = Bitboard::from_bits(self.moves).into_iter().map(|square| self.after(kernels, square));
        if depth == 2 {
            return nodes.map(PerftNode::last_ply).sum();
        }
        // Generate all children before descending: they are independent, so the CPU overlaps the work.
        let first = stack.len();
        stack.extend(nodes);
        let end = stack.len();
        let leaves = (first..end).map(|index| kernels.call(Count, stack[index], kernels, depth - 1, &mut *stack)).sum();
        stack.truncate(first);
        leaves
    }
}

struct Count;

impl<K: Kernels> Compiled<PerftNode, K, u32, &mut Vec<PerftNode>> for Count {
    type Output = u64;

    #[inline(always)]
    fn body(self, node: PerftNode, kernels: K, depth: u32, stack: &mut Vec<PerftNode>) -> u64 {
        node.count(kernels, depth, stack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_published_counts() {
        let published = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];
        for (depth, count) in published.into_iter().enumerate() {
            assert_eq!(perft(Board::START, depth as u32), count, "depth {depth}");
        }
    }
}
