//! Per-thread table of endgame bounds, small enough to stay in the processor's cache.

use outflank_rules::{Board, Square};

use crate::tt;

const SIZE: usize = 1 << 16;

pub(super) struct Cache {
    entries: Box<[CacheEntry; SIZE]>,
}

#[derive(Clone, Copy)]
struct CacheEntry {
    board: Board,
    bounds: CachedBounds,
}

#[derive(Clone, Copy)]
pub(super) struct CachedBounds {
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: Option<Square>,
}

const UNKNOWN: CachedBounds = CachedBounds { lower: -64, upper: 64, best: None };

impl Cache {
    pub(super) fn new() -> Cache {
        // Any board with more empties than those that are looked up.
        let entries = vec![CacheEntry { board: Board::START, bounds: UNKNOWN }; SIZE];
        let entries = entries.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("the size is the same"));
        Cache { entries }
    }

    pub(super) fn get(&self, board: Board) -> CachedBounds {
        let entry = &self.entries[index(board)];
        if entry.board == board { entry.bounds } else { UNKNOWN }
    }

    pub(super) fn put(&mut self, board: Board, score: i32, alpha: i32, best: Option<Square>) {
        let old = self.get(board);
        let bounds = match score > alpha {
            true => CachedBounds { lower: score as i8, best, ..old },
            false => CachedBounds { upper: score as i8, best, ..old },
        };
        self.entries[index(board)] = CacheEntry { board, bounds };
    }
}

fn index(board: Board) -> usize {
    (tt::hash(board) >> 40) as usize % SIZE
}
