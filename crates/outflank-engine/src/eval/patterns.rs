//! The patterns and their indices.
//!
//! A pattern has four or eight placements. The contents of a placement form a base-3 number, first square lowest: 0
//! opponent, 1 empty, 2 side to move. Swapping sides mirrors it around the number of the empty pattern.
//!
//! Several patterns share a table of 2^16 weights, each in its own range, so that a `u16` index is always in bounds.

use std::ops::Range;

use outflank_rules::{Square, Symmetry};
use outflank_rules::{Square::*, Symmetry::*};

/// Placements of all patterns.
pub const SLOTS: usize = 64;

/// Weight tables per stage.
pub const TABLES: usize = 8;

/// Weights per table: the range of a `u16`.
pub const TABLE_SIZE: usize = 1 << 16;

struct Pattern {
    squares: &'static [Square],
    /// Symmetry that maps the pattern to itself, or to its other four placements if it is asymmetric.
    mirror: Symmetry,
    table: usize,
    start: usize,
}

/// In storage order.
const PATTERNS: [Pattern; 15] = [
    // An edge with the X squares behind it.
    Pattern { squares: &[A1, B1, C1, D1, E1, F1, G1, H1, B2, G2], mirror: MirrorColumns, table: 0, start: 0 },
    // The triangle in a corner.
    Pattern { squares: &[A1, B1, C1, D1, A2, B2, C2, A3, B3, A4], mirror: Transpose, table: 1, start: 0 },
    // The middle of an edge, two deep, and the corners.
    Pattern { squares: &[A1, C1, D1, E1, F1, H1, C2, D2, E2, F2], mirror: MirrorColumns, table: 2, start: 0 },
    // Two by five squares in a corner.
    Pattern { squares: &[A1, B1, C1, D1, E1, A2, B2, C2, D2, E2], mirror: Transpose, table: 3, start: 0 },
    // From a corner to the centre, three squares wide.
    Pattern { squares: &[A1, B1, A2, B2, C2, B3, C3, D3, C4, D4], mirror: Transpose, table: 4, start: 0 },
    // Both edges at a corner, and the X square.
    Pattern { squares: &[A1, B1, C1, D1, E1, A2, B2, A3, A4, A5], mirror: Transpose, table: 5, start: 0 },
    // A long diagonal and the C squares at one end.
    Pattern { squares: &[A1, B2, C3, D4, E5, F6, G7, H8, B1, A2], mirror: Transpose, table: 6, start: 0 },
    // Three by three squares in a corner.
    Pattern { squares: &[A1, B1, C1, A2, B2, C2, A3, B3, C3], mirror: Transpose, table: 7, start: 0 },
    // The rows behind the edge.
    Pattern { squares: &[A2, B2, C2, D2, E2, F2, G2, H2], mirror: MirrorColumns, table: 7, start: 19_683 },
    Pattern { squares: &[A3, B3, C3, D3, E3, F3, G3, H3], mirror: MirrorColumns, table: 7, start: 26_244 },
    Pattern { squares: &[A4, B4, C4, D4, E4, F4, G4, H4], mirror: MirrorColumns, table: 7, start: 32_805 },
    // The shorter diagonals; that of five with the X squares beside it.
    Pattern { squares: &[B1, C2, D3, E4, F5, G6, H7], mirror: AntiTranspose, table: 0, start: 59_049 },
    Pattern { squares: &[C1, D2, E3, F4, G5, H6], mirror: AntiTranspose, table: 1, start: 59_049 },
    Pattern { squares: &[D1, E2, F3, G4, H5, B2, G7], mirror: AntiTranspose, table: 2, start: 59_049 },
    Pattern { squares: &[E1, F2, G3, H4], mirror: AntiTranspose, table: 4, start: 59_049 },
];

struct Quad {
    pattern: usize,
    placements: [Symmetry; 4],
}

const fn turned(pattern: usize) -> Quad {
    Quad { pattern, placements: [Identity, Quarter, Half, ThreeQuarters] }
}

const fn mirrored(pattern: usize) -> Quad {
    Quad { pattern, placements: [MirrorColumns, MirrorRows, Transpose, AntiTranspose] }
}

/// Every placement once. Only the 2x5 block is asymmetric.
const QUADS: [Quad; SLOTS / 4] = [
    turned(0),
    turned(1),
    turned(2),
    turned(3),
    mirrored(3),
    turned(4),
    turned(5),
    turned(6),
    turned(7),
    turned(8),
    turned(9),
    turned(10),
    turned(11),
    turned(12),
    turned(13),
    turned(14),
];

/// The table of each group of four slots.
pub const QUAD_TABLES: [usize; SLOTS / 4] = {
    let mut tables = [0; SLOTS / 4];
    let mut quad = 0;
    while quad < tables.len() {
        tables[quad] = PATTERNS[QUADS[quad].pattern].table;
        quad += 1;
    }
    tables
};

/// How many of a table's weights belong to patterns.
const TABLE_LENGTHS: [usize; TABLES] = {
    let mut lengths = [0; TABLES];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let Pattern { table, start, .. } = PATTERNS[pattern];
        let end = start + PATTERNS[pattern].size();
        if lengths[table] < end {
            lengths[table] = end;
        }
        pattern += 1;
    }
    lengths
};

/// Where each table starts in memory. A table begins where the patterns of the one before it end, to leave out the unused weights. The
/// first table comes last, because it has the fewest of them.
pub(crate) const TABLE_STARTS: [usize; TABLES] = {
    let mut starts = [0; TABLES];
    let mut table = TABLES - 1;
    while table > 0 {
        starts[table - 1] = starts[table] + TABLE_LENGTHS[table];
        table -= 1;
    }
    starts
};

/// Weights of the patterns, without the unused ones.
pub(crate) const USED: usize = TABLE_STARTS[0] + TABLE_LENGTHS[0];

/// From the start of the first table in memory to the end of the range of a `u16` in the last.
pub(crate) const SPAN: usize = TABLE_STARTS[0] + TABLE_SIZE;

/// The index of the empty pattern in every slot.
pub(super) const EMPTY_INDICES: [u16; SLOTS] = {
    let mut indices = [0; SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        let pattern = &PATTERNS[QUADS[slot / 4].pattern];
        indices[slot] = (pattern.start + pattern.size() / 2) as u16;
        slot += 1;
    }
    indices
};

/// What a disc of the side to move adds to the index of every slot; an opposing disc subtracts it.
pub(super) static DISC_DELTAS: [[u16; SLOTS]; 64] = {
    let mut deltas = [[0; SLOTS]; 64];
    let mut slot = 0;
    while slot < SLOTS {
        let quad = &QUADS[slot / 4];
        let squares = PATTERNS[quad.pattern].squares;
        let mut digit = 0;
        let mut delta = 1;
        while digit < squares.len() {
            let square = quad.placements[slot % 4].square(squares[digit]);
            deltas[square.index() as usize][slot] = delta;
            digit += 1;
            if digit < squares.len() {
                delta *= 3;
            }
        }
        slot += 1;
    }
    deltas
};

impl Pattern {
    const fn size(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    fn range(&self) -> Range<usize> {
        self.start..self.start + self.size()
    }

    /// Maps each number to that of the mirrored squares; the identity for an asymmetric pattern.
    fn mirrored(&self) -> Vec<usize> {
        let index = |&square: &Square| self.squares.iter().position(|&other| other == self.mirror.square(square));
        let indices: Option<Vec<_>> = self.squares.iter().map(index).collect();
        let indices = indices.unwrap_or_else(|| (0..self.squares.len()).collect());
        indices.iter().fold(vec![0], |numbers, &index| {
            let delta = 3_usize.pow(index as u32);
            (0..3).flat_map(|digit| numbers.iter().map(move |number| number + digit * delta)).collect()
        })
    }
}

const NONE: u32 = u32::MAX;

/// Indices that share a weight because they are mirror images. Weights are stored and trained once per class.
#[derive(Debug)]
pub struct Classes {
    /// [`NONE`] where no pattern has a weight.
    of_index: Vec<u32>,
    count: usize,
}

impl Classes {
    /// The classes of all patterns, numbered in storage order.
    pub fn new() -> Classes {
        let mut of_index = vec![NONE; TABLES * TABLE_SIZE];
        let mut count = 0;
        for pattern in &PATTERNS {
            let indices = &mut of_index[pattern.table * TABLE_SIZE..][pattern.range()];
            for (number, mirrored) in pattern.mirrored().into_iter().enumerate() {
                // The lower index of a pair comes first and names both.
                indices[number] = if mirrored < number { indices[mirrored] } else { count };
                count += u32::from(mirrored >= number);
            }
        }
        Classes { of_index, count: count as usize }
    }

    /// Number of classes.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The class of each index, table by table; `None` where no pattern has a weight.
    pub fn of_indices(&self) -> impl Iterator<Item = Option<u32>> {
        self.of_index.iter().copied().map(class)
    }

    /// The classes of a table's indices up to the last that a pattern has.
    pub(super) fn of_table(&self, table: usize) -> impl Iterator<Item = Option<u32>> {
        self.of_index[table * TABLE_SIZE..][..TABLE_LENGTHS[table]].iter().copied().map(class)
    }
}

fn class(stored: u32) -> Option<u32> {
    (stored != NONE).then_some(stored)
}

impl Default for Classes {
    fn default() -> Classes {
        Classes::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_share_tables_without_overlapping() {
        let mut used = vec![false; TABLES * TABLE_SIZE];
        for pattern in &PATTERNS {
            assert!(pattern.range().end <= TABLE_SIZE);
            for index in &mut used[pattern.table * TABLE_SIZE..][pattern.range()] {
                assert!(!*index, "two patterns in one index");
                *index = true;
            }
        }
    }

    #[test]
    fn tables_in_memory_meet_without_overlapping() {
        let mut places: Vec<_> = (0..TABLES).map(|table| (TABLE_STARTS[table], TABLE_LENGTHS[table])).collect();
        places.sort();
        assert_eq!(places.iter().fold(0, |end, &(start, length)| if start == end { start + length } else { 0 }), USED);
        assert!(TABLE_STARTS.iter().all(|start| start + TABLE_SIZE <= SPAN));
    }

    #[test]
    fn every_placement_is_there_once() {
        let squares = |slot: usize, symmetry: Symmetry| {
            let covered = |square: &Square| DISC_DELTAS[square.index() as usize][slot] != 0;
            let mut squares: Vec<_> =
                Square::ALL.into_iter().filter(covered).map(|square| symmetry.square(square)).collect();
            squares.sort();
            squares
        };
        let placements: Vec<_> = (0..SLOTS).map(|slot| squares(slot, Identity)).collect();
        for slot in 0..SLOTS {
            for symmetry in Symmetry::ALL {
                let turned = squares(slot, symmetry);
                assert_eq!(placements.iter().filter(|placement| **placement == turned).count(), 1);
            }
        }
    }

    #[test]
    fn mirroring_twice_changes_nothing() {
        for pattern in &PATTERNS {
            let mirrored = pattern.mirrored();
            assert_eq!(mirrored.len(), pattern.size());
            assert!((0..pattern.size()).all(|number| mirrored[mirrored[number]] == number));
        }
    }
}
