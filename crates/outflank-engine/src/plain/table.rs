//! What was found out about positions, to be found again.

use outflank_rules::Square;

use super::state::State;
use crate::Bound;

/// A small table of searched positions, each in the one place that its discs point to. The latest stays.
pub(super) struct Table {
    entries: Vec<Option<Entry>>,
}

/// What a search found out about a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) state: State,
    pub(super) best: Square,
    pub(super) value: i16,
    pub(super) bound: Bound,
    /// How far the search looked ahead, or [`SOLVED`].
    pub(super) depth: u8,
}

/// The depth of a search in which every line reached the end of the game: deeper than any other.
pub(super) const SOLVED: u8 = u8::MAX;

const BITS: u32 = 18;

impl Table {
    pub(super) fn new() -> Table {
        Table { entries: vec![None; 1 << BITS] }
    }

    pub(super) fn find(&self, state: State) -> Option<Entry> {
        self.entries[place(state)].filter(|entry| entry.state == state)
    }

    pub(super) fn keep(&mut self, entry: Entry) {
        self.entries[place(entry.state)] = Some(entry);
    }
}

fn place(state: State) -> usize {
    // Two odd constants without a pattern; the high bits of the product depend on all of the bits below.
    let player = state.board.player().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let opponent = state.board.opponent().bits().wrapping_mul(0xd1b5_4a32_d192_ed03);
    let mixed = (player ^ opponent.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (u64::BITS - BITS)) as usize
}
