//! The patterns: which squares the evaluation looks at together, and how what stands on them becomes an index.
//!
//! A pattern is laid on the board in four or eight ways. What stands on the squares of one placement is a number in
//! base 3, first square lowest: 0 for a disc of the opponent, 1 for an empty square, 2 for a disc of the side to move.
//! Exchanging the sides therefore mirrors a number at its middle, the number of the empty pattern.
//!
//! Several patterns share a table of 2^16 weights, each in a range of its own. A place in a table is a `u16`, which can
//! index nothing that is not there.

use std::ops::Range;

use outflank_rules::{Square, Symmetry};
use outflank_rules::{Square::*, Symmetry::*};

/// How many placements all patterns have together.
pub const SLOTS: usize = 64;

/// How many tables the weights of a phase are in.
pub const TABLES: usize = 8;

/// How many weights there is room for in a table: as many as a `u16` can tell apart.
pub const TABLE_SIZE: usize = 1 << 16;

/// Some squares that are looked at together.
struct Pattern {
    squares: &'static [Square],
    /// The symmetry that lays the pattern on itself, or on its other four placements if it is lopsided.
    mirror: Symmetry,
    /// The table with its weights, and where in the table they begin.
    table: usize,
    start: usize,
}

/// In this order the weights are stored.
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

/// Four placements of a pattern, in neighbouring slots.
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

/// Every placement once: the two by five squares are the only lopsided pattern.
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

/// The table in which four neighbouring slots find their weights.
pub const QUAD_TABLES: [usize; SLOTS / 4] = {
    let mut tables = [0; SLOTS / 4];
    let mut quad = 0;
    while quad < tables.len() {
        tables[quad] = PATTERNS[QUADS[quad].pattern].table;
        quad += 1;
    }
    tables
};

/// The place of the empty pattern for every slot.
pub(super) const CENTRES: [u16; SLOTS] = {
    let mut centres = [0; SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        let pattern = &PATTERNS[QUADS[slot / 4].pattern];
        centres[slot] = (pattern.start + pattern.size() / 2) as u16;
        slot += 1;
    }
    centres
};

/// What a disc of the side to move on a square adds to every slot; a disc of the opponent takes it away.
pub(super) static STEPS: [[u16; SLOTS]; 64] = {
    let mut steps = [[0; SLOTS]; 64];
    let mut slot = 0;
    while slot < SLOTS {
        let quad = &QUADS[slot / 4];
        let squares = PATTERNS[quad.pattern].squares;
        let mut digit = 0;
        let mut step = 1;
        while digit < squares.len() {
            let square = quad.placements[slot % 4].square(squares[digit]);
            steps[square.index() as usize][slot] = step;
            digit += 1;
            if digit < squares.len() {
                step *= 3;
            }
        }
        slot += 1;
    }
    steps
};

impl Pattern {
    /// How many weights it has.
    const fn size(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    fn range(&self) -> Range<usize> {
        self.start..self.start + self.size()
    }

    /// For each number that of the mirrored squares, if the mirror lays the pattern on itself; otherwise the same.
    fn mirrored(&self) -> Vec<usize> {
        let place = |&square: &Square| self.squares.iter().position(|&other| other == self.mirror.square(square));
        let places: Option<Vec<_>> = self.squares.iter().map(place).collect();
        let places = places.unwrap_or_else(|| (0..self.squares.len()).collect());
        // One square after the other: what it adds to a number, it adds in its mirrored place.
        places.iter().fold(vec![0], |numbers, &place| {
            let step = 3_usize.pow(place as u32);
            (0..3).flat_map(|digit| numbers.iter().map(move |number| number + digit * step)).collect()
        })
    }
}

/// Which places in the tables hold the same weight because a mirror exchanges them. Weights are stored and learnt once
/// for each class.
#[derive(Debug)]
pub struct Classes {
    /// The class of each place in the tables that a pattern uses, table by table.
    of_place: Vec<Option<u32>>,
    count: usize,
}

impl Classes {
    /// The classes of all patterns, numbered in the order in which the weights are stored.
    pub fn new() -> Classes {
        let mut of_place = vec![None; TABLES * TABLE_SIZE];
        let mut count = 0;
        for pattern in &PATTERNS {
            let places = &mut of_place[pattern.table * TABLE_SIZE..][pattern.range()];
            for (number, mirrored) in pattern.mirrored().into_iter().enumerate() {
                // The lower number of a pair comes first and names both.
                places[number] = if mirrored < number { places[mirrored] } else { Some(count) };
                count += u32::from(mirrored >= number);
            }
        }
        Classes { of_place, count: count as usize }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The class of each place in the tables, table by table; `None` where no pattern has a weight.
    pub fn of_places(&self) -> &[Option<u32>] {
        &self.of_place
    }
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
            for place in &mut used[pattern.table * TABLE_SIZE..][pattern.range()] {
                assert!(!*place, "two patterns in one place");
                *place = true;
            }
        }
    }

    /// Each placement covers another set of squares, and every symmetry of a placement is a placement.
    #[test]
    fn every_placement_is_there_once() {
        let squares = |slot: usize, symmetry: Symmetry| {
            let covered = |square: &Square| STEPS[square.index() as usize][slot] != 0;
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
