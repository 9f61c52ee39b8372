use outflank_rules::{Board, Color, Position, Rules, Setup, Square};

/// A game from the standard start, with forced passes.
pub(crate) struct Replay {
    pub(crate) before: Vec<BoardWithTurn>,
    pub(crate) after: Board,
}

#[derive(Clone, Copy)]
pub(crate) struct BoardWithTurn {
    pub(crate) board: Board,
    pub(crate) turn: Color,
}

impl BoardWithTurn {
    pub(crate) fn position(self) -> Position {
        let setup = Setup::new(self.board.discs(self.turn), self.turn);
        Position::new(Rules::Standard, setup).expect("a board has no two discs on a square")
    }
}

impl Replay {
    /// `None` if a placement is not legal.
    pub(crate) fn new(squares: impl IntoIterator<Item = Square>) -> Option<Replay> {
        let mut next = BoardWithTurn { board: Board::START, turn: Color::Black };
        let mut before = Vec::new();
        for square in squares {
            if next.board.moves().is_empty() {
                next = BoardWithTurn { board: next.board.pass(), turn: !next.turn };
            }
            before.push(next);
            next = BoardWithTurn { board: next.board.try_play(square)?, turn: !next.turn };
        }
        Some(Replay { before, after: next.board })
    }
}
