//! Playing the moves of a game again, quickly.

use outflank_rules::{Board, Color, Square};

/// A game from the usual start, passes made where they are forced.
pub(crate) struct Replay {
    /// What stood on the board before each placement.
    pub(crate) before: Vec<Seen>,
    /// What stands there after the last.
    pub(crate) after: Board,
}

/// A board, and who sees it so and is to place a disc.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) board: Board,
    pub(crate) turn: Color,
}

impl Replay {
    /// Places discs on these squares; `None` if that is not legal somewhere.
    pub(crate) fn new(squares: impl IntoIterator<Item = Square>) -> Option<Replay> {
        let mut next = Seen { board: Board::START, turn: Color::Black };
        let mut before = Vec::new();
        for square in squares {
            if next.board.moves().is_empty() {
                next = Seen { board: next.board.pass(), turn: !next.turn };
            }
            before.push(next);
            next = Seen { board: next.board.try_play(square)?, turn: !next.turn };
        }
        Some(Replay { before, after: next.board })
    }
}
