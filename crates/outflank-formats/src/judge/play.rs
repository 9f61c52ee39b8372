use outflank_rules::{Bitboard, Board, ByColor, Color, IllegalMove, Move, Position, Rules, Setup, Square};

#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    board: Board,
    turn: Color,
    moves: Bitboard,
}

impl Play {
    pub(super) fn new(discs: ByColor<Bitboard>, turn: Color) -> Play {
        let board = Board::new(discs[turn], discs[!turn]).expect("a cell of a row holds one disc");
        Play { board, turn, moves: board.moves() }
    }

    pub(super) fn discs(&self) -> ByColor<Bitboard> {
        self.board.discs(self.turn)
    }

    pub(super) fn moves(&self) -> Bitboard {
        self.moves
    }

    /// Plays a square, for the opponent if the player has no move.
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

    fn why_not(&self, square: Square) -> IllegalMove {
        let position = Position::new(Rules::Standard, Setup::new(self.discs(), self.turn));
        let position = position.expect("a board of the standard game is a position of it");
        position.play(Move::Place(square)).expect_err("the fast board and the position agree on what is legal")
    }
}
