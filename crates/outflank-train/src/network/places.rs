//! Which rows a board needs.

use outflank_engine::training::{Classes, Features, QUAD_TABLES, SLOTS, TABLE_SIZE};
use outflank_rules::Board;

/// The class of each place in the tables of the evaluation.
pub(crate) struct Places {
    tables: Box<[[u32; TABLE_SIZE]]>,
    classes: usize,
}

impl Places {
    pub(crate) fn new() -> Places {
        let classes = Classes::new();
        // A place that no pattern uses is never asked for.
        let of_indices: Vec<u32> = classes.of_indices().iter().map(|class| class.unwrap_or(0)).collect();
        Places { tables: of_indices.as_chunks().0.into(), classes: classes.count() }
    }

    /// How many classes there are.
    pub(crate) fn classes(&self) -> usize {
        self.classes
    }

    /// The class for each placement of a pattern.
    #[inline]
    pub(crate) fn of(&self, board: Board) -> [u32; SLOTS] {
        let features = Features::of(board);
        let mut classes = [0; SLOTS];
        let quads = classes.as_chunks_mut::<4>().0.iter_mut().zip(features.indices().as_chunks::<4>().0);
        for ((classes, places), table) in quads.zip(QUAD_TABLES) {
            let table = &self.tables[table];
            for (class, &place) in classes.iter_mut().zip(places) {
                *class = table[usize::from(place)];
            }
        }
        classes
    }
}
