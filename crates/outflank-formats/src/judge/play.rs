//! The game that the commands are about.

use outflank_rules::{Bitboard, Board, ByColor, Color, IllegalMove, Move, Position, Rules, Setup, Square};

/// A board, the player whose turn it is, and the moves of that player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    board: Board,
    turn: Color,
    moves: Bitboard,
}

impl Play {
    /// The discs must not share a square.
    pub(super) fn new(discs: ByColor<Bitboard>, turn: Color) -> Play {
        let board = Board::new(discs[turn], discs[!turn]).expect("a cell of a row holds one disc");
        Play { board, turn, moves: board.moves() }
    }

    pub(super) fn discs(&self) -> ByColor<Bitboard> {
        self.board.discs(self.turn)
    }

    /// The legal moves of the player whose turn it is.
    pub(super) fn moves(&self) -> Bitboard {
        self.moves
    }

    /// Plays a square, for the opponent if the player has no move at all. The turn is then the other's, who may have
    /// no move either.
    pub(super) fn make(&mut self, square: Square) -> Result<(), IllegalMove> {
        if self.moves.is_empty() {
            self.give_turn_to_opponent(self.board.pass());
        }
        if !self.moves.contains(square) {
            return Err(self.why_not(square));
        }
        self.give_turn_to_opponent(self.board.play_unchecked(square));
        Ok(())
    }

    fn give_turn_to_opponent(&mut self, board: Board) {
        *self = Play { board, turn: !self.turn, moves: board.moves() };
    }

    /// The rule that a move which is not among the legal ones breaks.
    fn why_not(&self, square: Square) -> IllegalMove {
        let position = Position::new(Rules::Standard, Setup::new(self.discs(), self.turn));
        let position = position.expect("a board of the standard game is a position of it");
        position.play(Move::Place(square)).expect_err("the fast board and the position agree on what is legal")
    }
}
