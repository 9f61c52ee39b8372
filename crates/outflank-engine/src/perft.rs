//! Counting games with the engine's own kernels: a test of their truth, and of their speed.

use outflank_rules::{Bitboard, Board, Square};

use crate::simd;

/// The number of games of `depth` plies from this board: a pass is a ply, and a game that ends early counts as one leaf
/// (Aart Bik's convention). The last ply is not played, its moves are counted.
///
/// ```
/// use outflank_rules::Board;
///
/// assert_eq!(outflank_engine::perft(Board::START, 7), 55_092);
/// ```
pub fn perft(board: Board, depth: u32) -> u64 {
    let root = Node::new(board.player().bits(), board.opponent().bits());
    match depth {
        0 => 1,
        1 => root.last_ply(),
        _ => root.count(depth, &mut Vec::new()),
    }
}

/// A board and its moves.
#[derive(Clone, Copy)]
struct Node {
    player: u64,
    opponent: u64,
    moves: u64,
}

impl Node {
    #[inline]
    fn new(player: u64, opponent: u64) -> Node {
        Node { player, opponent, moves: simd::moves(player, opponent) }
    }

    #[inline]
    fn after(self, square: Square) -> Node {
        let flips = simd::flips(square, self.player, self.opponent);
        Node::new(self.opponent ^ flips, self.player ^ flips | 1 << square.index())
    }

    /// The number of games of one ply. Without a move there is one: a pass, or a game that is over.
    #[inline]
    fn last_ply(self) -> u64 {
        self.moves.count_ones().max(1).into()
    }

    /// The number of games of two plies or more. What is on the stack stays there.
    fn count(self, depth: u32, stack: &mut Vec<Node>) -> u64 {
        if self.moves == 0 {
            let passed = Node::new(self.opponent, self.player);
            return match depth {
                _ if passed.moves == 0 => 1,
                2 => passed.last_ply(),
                _ => passed.count(depth - 1, stack),
            };
        }
        let nodes = Bitboard::from_bits(self.moves).into_iter().map(|square| self.after(square));
        if depth == 2 {
            return nodes.map(Node::last_ply).sum();
        }
        // All nodes are made before one is entered: they do not wait for each other, so the processor overlaps them.
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
    fn counts_the_published_games() {
        let published = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];
        for (depth, count) in published.into_iter().enumerate() {
            assert_eq!(perft(Board::START, depth as u32), count, "depth {depth}");
        }
    }
}
