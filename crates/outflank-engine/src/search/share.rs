//! What the threads of a search share, and how they keep out of each other's way.
//!
//! All threads search the same tree and meet in the transposition table. A thread that is about to search a move which
//! another is searching right now puts it off and tries the next; when it comes back, the result is most often in
//! the table. One thread never puts anything off, so a search with one thread is always the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use outflank_rules::Board;

use crate::tt::{self, TranspositionTable};

/// What all threads of a search see.
pub(crate) struct Shared {
    pub(crate) table: Arc<TranspositionTable>,
    /// The boards that are being searched, by their hash; zero is none.
    busy: Box<[AtomicU64]>,
    /// Everybody is to come back as soon as possible.
    abort: AtomicBool,
}

/// A power of two. Two boards that fall on one place only cost a little speed.
const BUSY: usize = 1 << 12;

impl Shared {
    pub(crate) fn new(table: Arc<TranspositionTable>) -> Shared {
        let busy = (0..BUSY).map(|_| AtomicU64::new(0)).collect();
        Shared { table, busy, abort: AtomicBool::new(false) }
    }

    pub(super) fn abort(&self) {
        self.abort.store(true, Relaxed);
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.abort.load(Relaxed)
    }

    /// Before an iteration, when no thread is at work.
    pub(super) fn begin_iteration(&self) {
        self.abort.store(false, Relaxed);
    }

    /// Whether another thread is searching this board.
    pub(super) fn is_busy(&self, board: Board) -> bool {
        let hash = tt::hash(board);
        self.busy[place(hash)].load(Relaxed) == hash
    }

    /// Tells the others that this board is being searched until the guard is dropped.
    pub(super) fn claim(&self, board: Board) -> Claim<'_> {
        let hash = tt::hash(board);
        let place = &self.busy[place(hash)];
        place.store(hash, Relaxed);
        Claim { place, hash }
    }
}

fn place(hash: u64) -> usize {
    (hash >> 17) as usize % BUSY
}

/// The word that a board is being searched.
pub(super) struct Claim<'s> {
    place: &'s AtomicU64,
    hash: u64,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        // Somebody else's claim may have taken the place, and stays.
        let _ = self.place.compare_exchange(self.hash, 0, Relaxed, Relaxed);
    }
}
