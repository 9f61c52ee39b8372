//! Proof that a side can take a square against any defence.

use outflank_rules::{Board, Color, Position, Square};

/// A longer proof takes too long to find, and to follow.
const MAX_PLIES: usize = 5;

/// Whether `attacker` can take `target` within `plies` moves, whatever the other side plays. Standard rules only.
pub(super) fn forces(position: &Position, attacker: Color, target: Square, plies: usize) -> bool {
    let proof = Proof { target };
    match position.board() {
        Some(board) if plies <= MAX_PLIES && position.turn() == attacker => proof.attacks(board, plies),
        Some(board) if plies <= MAX_PLIES => proof.succumbs(board, plies),
        _ => false,
    }
}

struct Proof {
    target: Square,
}

impl Proof {
    fn attacks(&self, board: Board, plies: usize) -> bool {
        let moves = board.moves();
        let can = |square| self.succumbs(board.play_unchecked(square), plies - 1);
        match plies {
            0 => false,
            _ if moves.contains(self.target) => true,
            1 => false,
            _ if moves.is_empty() => !board.is_over() && self.succumbs(board.pass(), plies - 1),
            _ => moves.into_iter().any(can),
        }
    }

    fn succumbs(&self, board: Board, plies: usize) -> bool {
        let moves = board.moves();
        let must = |square| square != self.target && self.attacks(board.play_unchecked(square), plies - 1);
        match plies {
            0 | 1 => false,
            _ if moves.is_empty() => !board.is_over() && self.attacks(board.pass(), plies - 1),
            _ => moves.into_iter().all(must),
        }
    }
}
