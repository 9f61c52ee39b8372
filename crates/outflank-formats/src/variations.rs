//! What follows each move of a record outside the game, for writing.

use std::collections::HashMap;

use crate::Record;
use crate::record::{Follows, VariationMove};

pub(crate) struct Continuations<'r> {
    record: &'r Record,
    following: HashMap<Follows, Vec<usize>>,
}

impl<'r> Continuations<'r> {
    pub(crate) fn of(record: &'r Record) -> Continuations<'r> {
        let mut following: HashMap<Follows, Vec<usize>> = HashMap::new();
        for (index, variation) in record.variations().iter().enumerate() {
            following.entry(variation.follows).or_default().push(index);
        }
        Continuations { record, following }
    }

    /// In the order of the record.
    pub(crate) fn after(&self, place: Follows) -> &[usize] {
        self.following.get(&place).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn variation(&self, index: usize) -> &'r VariationMove {
        &self.record.variations()[index]
    }
}
