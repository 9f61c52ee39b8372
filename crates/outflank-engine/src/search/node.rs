use outflank_rules::{Bitboard, Board, Square};

use crate::Score;
use crate::eval::{Evaluation, Features};
use crate::simd;

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    features: Features,
    pub(super) empties: u8,
}

impl Node {
    pub(super) fn of(board: Board) -> Node {
        Node { board, features: Features::of(board), empties: board.empty().len() as u8 }
    }

    pub(super) fn moves(&self) -> Bitboard {
        Bitboard::from_bits(simd::moves(self.board.player().bits(), self.board.opponent().bits()))
    }

    pub(super) fn opponent_moves(&self) -> Bitboard {
        Bitboard::from_bits(simd::moves(self.board.opponent().bits(), self.board.player().bits()))
    }

    pub(super) fn flips(&self, square: Square) -> Bitboard {
        Bitboard::from_bits(simd::flips(square, self.board.player().bits(), self.board.opponent().bits()))
    }

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

    /// Static evaluation in units; exact on a full board.
    pub(super) fn evaluate(&self, evaluation: &Evaluation) -> i32 {
        match self.empties {
            0 => self.final_score(),
            empties => evaluation.score(&self.features, u32::from(empties)),
        }
    }

    pub(super) fn final_score(&self) -> i32 {
        i32::from(self.board.final_margin()) * Score::UNITS_PER_DISC
    }
}
