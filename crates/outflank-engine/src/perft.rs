use outflank_rules::{Bitboard, Board, Square};

use crate::simd;

/// Counts the leaves at `depth` plies. A pass is a ply and a finished game is one leaf (Aart Bik's convention).
///
/// ```
/// use outflank_rules::Board;
///
/// assert_eq!(outflank_engine::perft(Board::START, 7), 55_092);
/// ```
pub fn perft(board: Board, depth: u32) -> u64 {
    let root = PerftNode::new(board.player().bits(), board.opponent().bits());
    match depth {
        0 => 1,
        1 => root.last_ply(),
        _ => root.count(depth, &mut Vec::new()),
    }
}

#[derive(Clone, Copy)]
struct PerftNode {
    player: u64,
    opponent: u64,
    moves: u64,
}

impl PerftNode {
    #[inline]
    fn new(player: u64, opponent: u64) -> PerftNode {
        PerftNode { player, opponent, moves: simd::moves(player, opponent) }
    }

    #[inline]
    fn after(self, square: Square) -> PerftNode {
        let flips = simd::flips(square, self.player, self.opponent);
        PerftNode::new(self.opponent ^ flips, self.player ^ flips | 1 << square.index())
    }

    /// Leaves at depth 1. Without a move there is one: a pass, or the end of the game.
    #[inline]
    fn last_ply(self) -> u64 {
        self.moves.count_ones().max(1).into()
    }

    /// Leaves at depth 2 or more. `stack` is scratch space, restored on return.
    fn count(self, depth: u32, stack: &mut Vec<PerftNode>) -> u64 {
        if self.moves == 0 {
            let passed = PerftNode::new(self.opponent, self.player);
            return match depth {
                _ if passed.moves == 0 => 1,
                2 => passed.last_ply(),
                _ => passed.count(depth - 1, stack),
            };
        }
        let nodes = Bitboard::from_bits(self.moves).into_iter().map(|square| self.after(square));
        if depth == 2 {
            return nodes.map(PerftNode::last_ply).sum();
        }
        // Generate all children before descending: they are independent, so the CPU overlaps the work.
        let first = stack.len();
        stack.extend(nodes);
        let end = stack.len();
        let leaves = (first..end).map(|index| stack[index].count(depth - 1, stack)).sum();
        stack.truncate(first);
        leaves
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
