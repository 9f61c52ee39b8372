use outflank_engine::training::{Classes, Features, QUAD_TABLES, SLOTS, TABLE_SIZE};
use outflank_rules::Board;

pub(crate) struct PatternClasses {
    tables: Box<[[u32; TABLE_SIZE]]>,
    classes: usize,
}

impl PatternClasses {
    pub(crate) fn new() -> PatternClasses {
        let classes = Classes::new();
        let of_indices: Vec<u32> = classes.of_indices().iter().map(|class| class.unwrap_or(0)).collect();
        PatternClasses { tables: of_indices.as_chunks().0.into(), classes: classes.count() }
    }

    pub(crate) fn count(&self) -> usize {
        self.classes
    }

    #[inline]
    pub(crate) fn of(&self, board: Board) -> [u32; SLOTS] {
        let features = Features::of(board);
        let mut classes = [0; SLOTS];
        let quads = classes.as_chunks_mut::<4>().0.iter_mut().zip(features.indices().as_chunks::<4>().0);
        for ((classes, indices), table) in quads.zip(QUAD_TABLES) {
            let table = &self.tables[table];
            for (class, &index) in classes.iter_mut().zip(indices) {
                *class = table[usize::from(index)];
            }
        }
        classes
    }
}
