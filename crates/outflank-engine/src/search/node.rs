//! A position in the search tree.

use outflank_rules::{Bitboard, Board, Square};

use crate::Score;
use crate::eval::{Evaluation, Features};
use crate::simd;

/// A board with the features that its evaluation needs.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    features: Features,
    /// How many squares are empty.
    pub(super) empties: u8,
}

impl Node {
    pub(super) fn of(board: Board) -> Node {
        Node { board, features: Features::of(board), empties: board.empty().len() as u8 }
    }

    /// The squares that the side to move can play.
    pub(super) fn moves(&self) -> Bitboard {
        Bitboard::from_bits(simd::moves(self.board.player().bits(), self.board.opponent().bits()))
    }

    /// The squares that the opponent could play.
    pub(super) fn opponent_moves(&self) -> Bitboard {
        Bitboard::from_bits(simd::moves(self.board.opponent().bits(), self.board.player().bits()))
    }

    /// The discs that a move flips.
    pub(super) fn flips(&self, square: Square) -> Bitboard {
        Bitboard::from_bits(simd::flips(square, self.board.player().bits(), self.board.opponent().bits()))
    }

    /// After a move and its flips.
    pub(super) fn played(&self, square: Square, flips: Bitboard) -> Node {
        Node {
            board: self.board.after_flips_unchecked(square, flips),
            features: self.features.played(square, flips),
            empties: self.empties - 1,
        }
    }

    pub(super) fn passed(&self) -> Node {
        Node { board: self.board.pass(), features: self.features.passed(), empties: self.empties }
    }

    /// What the evaluation says, in steps; on a full board there is nothing to estimate.
    pub(super) fn evaluate(&self, evaluation: &Evaluation) -> i32 {
        match self.empties {
            0 => self.final_score(),
            empties => evaluation.score(&self.features, u32::from(empties)),
        }
    }

    /// The score of a game that ends here.
    pub(super) fn final_score(&self) -> i32 {
        i32::from(self.board.final_margin()) * Score::STEPS
    }
}
