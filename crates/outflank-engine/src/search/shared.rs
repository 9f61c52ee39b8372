//! All threads search the same tree and meet in the transposition table. A thread defers a move that another one is
//! searching: the result is usually in the table by then. A single thread defers nothing, so it is deterministic.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use outflank_rules::Board;

use crate::tt::{self, TranspositionTable};

pub(crate) struct Shared {
    pub(crate) table: Arc<TranspositionTable>,
    /// Hashes of the boards being searched; 0 is free.
    busy: Box<[AtomicU64]>,
    abort: AtomicBool,
}

/// A power of two. Collisions only cost a little speed.
const BUSY_SLOTS: usize = 1 << 12;

impl Shared {
    pub(crate) fn new(table: Arc<TranspositionTable>) -> Shared {
        let busy = (0..BUSY_SLOTS).map(|_| AtomicU64::new(0)).collect();
        Shared { table, busy, abort: AtomicBool::new(false) }
    }

    pub(super) fn abort(&self) {
        self.abort.store(true, Relaxed);
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.abort.load(Relaxed)
    }

    /// Call only while no thread is searching.
    pub(super) fn begin_iteration(&self) {
        self.abort.store(false, Relaxed);
    }

    pub(super) fn is_busy(&self, board: Board) -> bool {
        let hash = tt::hash(board);
        self.busy[index(hash)].load(Relaxed) == hash
    }

    /// Marks the board as being searched until the guard is dropped.
    pub(super) fn claim(&self, board: Board) -> Claim<'_> {
        let hash = tt::hash(board);
        let slot = &self.busy[index(hash)];
        slot.store(hash, Relaxed);
        Claim { slot, hash }
    }
}

fn index(hash: u64) -> usize {
    (hash >> 17) as usize % BUSY_SLOTS
}

pub(super) struct Claim<'s> {
    slot: &'s AtomicU64,
    hash: u64,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        // Another claim may have taken the slot; leave it alone.
        let _ = self.slot.compare_exchange(self.hash, 0, Relaxed, Relaxed);
    }
}
