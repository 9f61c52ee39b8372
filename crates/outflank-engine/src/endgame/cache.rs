//! What one thread knows of positions near the end: small enough to stay in the processor's cache.

use outflank_rules::{Board, Square};

use crate::tt;

/// How many positions are kept.
const SIZE: usize = 1 << 16;

pub(super) struct Cache {
    entries: Box<[Entry; SIZE]>,
}

#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    known: Known,
}

/// What is known of a position, in discs.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: Option<Square>,
}

const NOTHING: Known = Known { lower: -64, upper: 64, best: None };

impl Cache {
    pub(super) fn new() -> Cache {
        // The start has more empty squares than any position that is kept.
        let entries = vec![Entry { board: Board::START, known: NOTHING }; SIZE];
        let entries = entries.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("the size is the same"));
        Cache { entries }
    }

    pub(super) fn get(&self, board: Board) -> Known {
        let entry = &self.entries[place(board)];
        if entry.board == board { entry.known } else { NOTHING }
    }

    /// Keeps the result of a search with a null window above `alpha`.
    pub(super) fn put(&mut self, board: Board, score: i32, alpha: i32, best: Option<Square>) {
        let old = self.get(board);
        let known = match score > alpha {
            true => Known { lower: score as i8, best, ..old },
            false => Known { upper: score as i8, best, ..old },
        };
        self.entries[place(board)] = Entry { board, known };
    }
}

fn place(board: Board) -> usize {
    (tt::hash(board) >> 40) as usize % SIZE
}
