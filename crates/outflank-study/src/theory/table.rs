use std::collections::HashMap;

use outflank_rules::{Bitboard, Board, Square};

use super::MIN_GAMES;

/// The moves of theory in each position that has any.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub(super) positions: HashMap<Board, Continuations>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Continuations {
    /// The moves of theory in the order of their squares, which are those of [`Board::canonical_move`].
    pub moves: Vec<(Square, Played)>,
    /// The games with any other move.
    pub others: u32,
}

/// How many games played a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    pub games: u32,
    pub since_2000: u32,
}

impl Continuations {
    pub(super) fn squares(&self) -> Bitboard {
        self.moves.iter().map(|&(square, _)| square).collect()
    }
}

impl Table {
    /// Adds the moves from a canonical board, if one of them is theory.
    pub fn insert(&mut self, board: Board, moves: impl IntoIterator<Item = (Square, Played)>) {
        let (mut moves, rare): (Vec<_>, Vec<_>) = moves.into_iter().partition(|(_, played)| played.games >= MIN_GAMES);
        if !moves.is_empty() {
            moves.sort_unstable_by_key(|&(square, _)| square);
            let others = rare.iter().map(|(_, played)| played.games).sum();
            self.positions.insert(board, Continuations { moves, others });
        }
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All positions, in no order.
    pub fn positions(&self) -> impl Iterator<Item = (Board, &Continuations)> {
        self.positions.iter().map(|(&board, continuations)| (board, continuations))
    }

    /// A move in any orientation, and its share of the games that went on from the board.
    pub(super) fn find(&self, board: Board, square: Square) -> Option<(Played, f32)> {
        let (board, square) = board.canonical_move(square);
        let Continuations { moves, others } = self.positions.get(&board)?;
        let (_, played) = *moves.iter().find(|&&(known, _)| known == square)?;
        let all = f64::from(*others) + moves.iter().map(|(_, played)| f64::from(played.games)).sum::<f64>();
        Some((played, (f64::from(played.games) / all) as f32))
    }
}
