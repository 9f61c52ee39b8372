//! Fast replay of standard games.

use outflank_rules::{Board, Color, Position, Square};

/// Forced passes are already played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BoardWithTurn {
    pub(crate) board: Board,
    pub(crate) turn: Color,
}

impl BoardWithTurn {
    pub(crate) const START: BoardWithTurn = BoardWithTurn { board: Board::START, turn: Color::Black };

    pub(crate) fn of(position: &Position) -> Option<BoardWithTurn> {
        Some(BoardWithTurn { board: position.board()?, turn: position.turn() }.passed_if_forced())
    }

    /// After moves from the initial position; `None` if one is illegal.
    pub(crate) fn after(moves: &[Square]) -> Option<BoardWithTurn> {
        moves.iter().try_fold(BoardWithTurn::START, |state, &square| state.play(square))
    }

    pub(crate) fn play(self, square: Square) -> Option<BoardWithTurn> {
        Some(BoardWithTurn { board: self.board.try_play(square)?, turn: !self.turn }.passed_if_forced())
    }

    pub(crate) fn play_unchecked(self, square: Square) -> BoardWithTurn {
        BoardWithTurn { board: self.board.play_unchecked(square), turn: !self.turn }.passed_if_forced()
    }

    pub(crate) fn discs(self) -> usize {
        (self.board.player() | self.board.opponent()).len() as usize
    }

    pub(crate) fn margin(self, color: Color) -> i8 {
        if color == self.turn { self.board.final_margin() } else { -self.board.final_margin() }
    }

    fn passed_if_forced(self) -> BoardWithTurn {
        let passed = BoardWithTurn { board: self.board.pass(), turn: !self.turn };
        match self.board.moves().is_empty() && !passed.board.moves().is_empty() {
            true => passed,
            false => self,
        }
    }
}
