use outflank_rules::{Bitboard, Board, Square};

use crate::Score;
use crate::eval::{Evaluation, Features};
use crate::simd::Kernels;

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

    #[inline(always)]
    pub(super) fn moves(&self, kernels: impl Kernels) -> Bitboard {
        Bitboard::from_bits(kernels.moves(self.board.player().bits(), self.board.opponent().bits()))
    }

    #[inline(always)]
    pub(super) fn opponent_moves(&self, kernels: impl Kernels) -> Bitboard {
        Bitboard::from_bits(kernels.moves(self.board.opponent().bits(), self.board.player().bits()))
    }

    #[inline(always)]
    pub(super) fn flips(&self, kernels: impl Kernels, square: Square) -> Bitboard {
        Bitboard::from_bits(kernels.flips(square, self.board.player().bits(), self.board.opponent().bits()))
    }

    #[inline(always)]
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
    #[inline(always)]
    pub(super) fn evaluate(&self, kernels: impl Kernels, evaluation: &Evaluation) -> i32 {
        match self.empties {
            0 => self.final_score(),
            empties => evaluation.score_with(kernels, &self.features, u32::from(empties)),
        }
    }

    pub(super) fn final_score(&self) -> i32 {
        i32::from(self.board.final_margin()) * Score::UNITS_PER_DISC
    }
}
