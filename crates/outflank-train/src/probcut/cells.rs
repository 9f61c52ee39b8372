//! The differences between deep and shallow searches, one by one and in cells.

use std::collections::BTreeMap;
use std::fmt;

use outflank_engine::Score;

use super::record::Record;

/// Which searches are predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Those that do not go to the end.
    Midgame,
    /// Those to the end.
    Endgame,
}

/// Two searches of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) empties: u8,
    pub(super) depth: u8,
    pub(super) shallow: u8,
}

/// By how much the deep search says more than the shallow one, in discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difference {
    pub(super) pair: Pair,
    pub(super) discs: f64,
}

pub(super) struct Differences {
    pub(super) kind: Kind,
    /// How many positions they are from.
    pub(super) positions: usize,
    pub(super) list: Vec<Difference>,
}

/// The shallowest search that is predicted, one ply below what the engine predicts.
const LEAST_DEPTH: u8 = 3;
/// Fewer empty squares are not searched with ProbCut when a search goes to the end.
const LEAST_EMPTIES: u8 = 12;

impl Differences {
    /// Those between all depths of the same parity: an even and an odd number of plies see the game from two sides.
    pub(super) fn of(records: &[Record], kind: Kind) -> Differences {
        let mut differences = Differences { kind, positions: 0, list: Vec::new() };
        for record in records {
            let empties = record.board.empty().len() as u8;
            let before = differences.list.len();
            match (kind, record.exact) {
                (Kind::Midgame, _) => (LEAST_DEPTH..)
                    .zip(record.scores.iter().skip(LEAST_DEPTH.into()))
                    .for_each(|(depth, &deep)| differences.add(empties, depth, deep, &record.scores)),
                (Kind::Endgame, Some(exact)) if empties >= LEAST_EMPTIES => {
                    differences.add(empties, empties, exact, &record.scores);
                }
                (Kind::Endgame, _) => {}
            }
            differences.positions += usize::from(differences.list.len() > before);
        }
        differences
    }

    fn add(&mut self, empties: u8, depth: u8, deep: Score, scores: &[Score]) {
        for (shallow, &score) in (0..depth).zip(scores).filter(|(shallow, _)| shallow % 2 == depth % 2) {
            let discs = f64::from(deep.discs() - score.discs());
            self.list.push(Difference { pair: Pair { empties, depth, shallow }, discs });
        }
    }

    /// The differences, put together by something that their pairs have in common.
    pub(super) fn by<K: Ord>(&self, key: impl Fn(&Pair) -> K) -> BTreeMap<K, Cell> {
        let mut cells = BTreeMap::<K, Cell>::new();
        for difference in &self.list {
            cells.entry(key(&difference.pair)).or_default().add(difference);
        }
        cells
    }
}

/// Differences that have something in common.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub(super) count: u32,
    sum: f64,
    squares: f64,
    empties: u32,
}

impl Cell {
    fn add(&mut self, difference: &Difference) {
        self.count += 1;
        self.sum += difference.discs;
        self.squares += difference.discs * difference.discs;
        self.empties += u32::from(difference.pair.empties);
    }

    /// By how much the deep searches say more, on average.
    pub(super) fn bias(&self) -> f64 {
        self.sum / f64::from(self.count)
    }

    /// How far the differences are from zero, which is where the search expects them.
    pub(super) fn deviation(&self) -> f64 {
        (self.squares / f64::from(self.count)).sqrt()
    }

    /// The mean number of empty squares.
    pub(super) fn empties(&self) -> f64 {
        f64::from(self.empties) / f64::from(self.count)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Midgame => "searches that do not go to the end",
            Kind::Endgame => "searches to the end",
        })
    }
}
