//! Per-thread table of endgame bounds, small enough to stay in the processor's cache.

use outflank_rules::{Board, Square};

use crate::{simd, tt};

const SIZE: usize = 1 << 16;

pub(crate) struct Cache {
    entries: Box<[CacheEntry; SIZE]>,
    /// Entries of other generations count as empty.
    generation: u64,
}

/// Two fit a cache line, and none lies across the boundary of one.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct CacheEntry {
    board: Board,
    generation: u64,
    bounds: CachedBounds,
}

#[derive(Clone, Copy)]
pub(crate) struct CachedBounds {
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: Option<Square>,
}

const UNKNOWN: CachedBounds = CachedBounds { lower: -64, upper: 64, best: None };

impl Cache {
    pub(crate) fn new() -> Cache {
        let entries = vec![CacheEntry { board: Board::START, generation: 0, bounds: UNKNOWN }; SIZE];
        let entries = entries.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("the size is the same"));
        Cache { entries, generation: 1 }
    }

    pub(crate) fn clear(&mut self) {
        self.generation += 1;
    }

    /// Starts loading the entry of a board that will be looked up soon.
    pub(super) fn prefetch(&self, board: Board) {
        simd::prefetch(&self.entries[index(board)]);
    }

    pub(super) fn get(&self, board: Board) -> CachedBounds {
        let entry = &self.entries[index(board)];
        if entry.board == board && entry.generation == self.generation { entry.bounds } else { UNKNOWN }
    }

    pub(super) fn put(&mut self, board: Board, score: i32, alpha: i32, best: Option<Square>) {
        let old = self.get(board);
        let bounds = match score > alpha {
            true => CachedBounds { lower: score as i8, best, ..old },
            false => CachedBounds { upper: score as i8, best, ..old },
        };
        self.entries[index(board)] = CacheEntry { board, generation: self.generation, bounds };
    }
}

fn index(board: Board) -> usize {
    (tt::hash(board) >> 40) as usize % SIZE
}
