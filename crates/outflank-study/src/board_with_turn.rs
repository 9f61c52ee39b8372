//! Replaying standard games quickly.

use outflank_rules::{Board, Color, Position, Square};

/// A board of the standard game and whose turn it is. If the side to move has to pass, it has done so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BoardWithTurn {
    pub(crate) board: Board,
    pub(crate) turn: Color,
}

impl BoardWithTurn {
    /// The usual start.
    pub(crate) const START: BoardWithTurn = BoardWithTurn { board: Board::START, turn: Color::Black };

    /// The same position, if it is one of the standard game.
    pub(crate) fn of(position: &Position) -> Option<BoardWithTurn> {
        Some(BoardWithTurn { board: position.board()?, turn: position.turn() }.passed_if_forced())
    }

    /// What follows a placement, if it is legal.
    pub(crate) fn play(self, square: Square) -> Option<BoardWithTurn> {
        Some(BoardWithTurn { board: self.board.try_play(square)?, turn: !self.turn }.passed_if_forced())
    }

    /// What follows a placement that is known to be legal.
    pub(crate) fn play_unchecked(self, square: Square) -> BoardWithTurn {
        BoardWithTurn { board: self.board.play_unchecked(square), turn: !self.turn }.passed_if_forced()
    }

    /// How many discs are on the board.
    pub(crate) fn discs(self) -> usize {
        (self.board.player() | self.board.opponent()).len() as usize
    }

    /// By how many discs a side has won if the game is over, the empty squares given to the winner.
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
