use outflank_rules::Square;

use super::state::VariantState;
use crate::Bound;

pub(super) struct HashTable {
    entries: Vec<Option<HashEntry>>,
}

#[derive(Clone, Copy)]
pub(super) struct HashEntry {
    pub(super) state: VariantState,
    pub(super) best: Square,
    pub(super) value: i16,
    pub(super) bound: Bound,
    pub(super) depth: u8,
}

/// Depth of a search in which every line reached the end of the game: greater than any other.
pub(super) const SOLVED: u8 = u8::MAX;

const BITS: u32 = 18;

impl HashTable {
    pub(super) fn new() -> HashTable {
        HashTable { entries: vec![None; 1 << BITS] }
    }

    pub(super) fn get(&self, state: VariantState) -> Option<HashEntry> {
        self.entries[index(state)].filter(|entry| entry.state == state)
    }

    pub(super) fn put(&mut self, entry: HashEntry) {
        self.entries[index(entry.state)] = Some(entry);
    }
}

fn index(state: VariantState) -> usize {
    // Multiplicative hashing: the high bits depend on all bits below.
    let player = state.board.player().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let opponent = state.board.opponent().bits().wrapping_mul(0xd1b5_4a32_d192_ed03);
    let mixed = (player ^ opponent.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (u64::BITS - BITS)) as usize
}
