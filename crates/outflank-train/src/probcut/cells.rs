use std::collections::BTreeMap;
use std::fmt;

use outflank_engine::Score;

use super::score_log::DepthScores;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchKind {
    Midgame,
    Endgame,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DepthPair {
    pub(super) empties: u8,
    pub(super) depth: u8,
    pub(super) shallow: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreDifference {
    pub(super) pair: DepthPair,
    pub(super) discs: f64,
}

pub(super) struct Differences {
    pub(super) kind: SearchKind,
    pub(super) positions: usize,
    pub(super) list: Vec<ScoreDifference>,
}

/// One ply below the shallowest search that the engine predicts.
const MIN_DEPTH: u8 = 3;
/// Searches to the end use no ProbCut below this number of empty squares.
const MIN_EMPTIES: u8 = 12;

impl Differences {
    /// Between depths of the same parity: scores of even and odd depths differ systematically.
    pub(super) fn of(records: &[DepthScores], kind: SearchKind) -> Differences {
        let mut differences = Differences { kind, positions: 0, list: Vec::new() };
        for record in records {
            let empties = record.board.empty().len() as u8;
            let before = differences.list.len();
            match (kind, record.exact) {
                (SearchKind::Midgame, _) => (MIN_DEPTH..)
                    .zip(record.scores.iter().skip(MIN_DEPTH.into()))
                    .for_each(|(depth, &deep)| differences.add(empties, depth, deep, &record.scores)),
                (SearchKind::Endgame, Some(exact)) if empties >= MIN_EMPTIES => {
                    differences.add(empties, empties, exact, &record.scores);
                }
                (SearchKind::Endgame, _) => {}
            }
            differences.positions += usize::from(differences.list.len() > before);
        }
        differences
    }

    fn add(&mut self, empties: u8, depth: u8, deep: Score, scores: &[Score]) {
        for (shallow, &score) in (0..depth).zip(scores).filter(|(shallow, _)| shallow % 2 == depth % 2) {
            let discs = f64::from(deep.discs() - score.discs());
            self.list.push(ScoreDifference { pair: DepthPair { empties, depth, shallow }, discs });
        }
    }

    pub(super) fn by<K: Ord>(&self, key: impl Fn(&DepthPair) -> K) -> BTreeMap<K, DifferenceStats> {
        let mut groups = BTreeMap::<K, DifferenceStats>::new();
        for difference in &self.list {
            groups.entry(key(&difference.pair)).or_default().add(difference);
        }
        groups
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DifferenceStats {
    pub(super) count: u32,
    sum: f64,
    squares: f64,
    empties: u32,
}

impl DifferenceStats {
    fn add(&mut self, difference: &ScoreDifference) {
        self.count += 1;
        self.sum += difference.discs;
        self.squares += difference.discs * difference.discs;
        self.empties += u32::from(difference.pair.empties);
    }

    pub(super) fn bias(&self) -> f64 {
        self.sum / f64::from(self.count)
    }

    /// Around zero, where the search expects the differences.
    pub(super) fn deviation(&self) -> f64 {
        (self.squares / f64::from(self.count)).sqrt()
    }

    pub(super) fn mean_empties(&self) -> f64 {
        f64::from(self.empties) / f64::from(self.count)
    }
}

impl fmt::Display for SearchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SearchKind::Midgame => "searches that do not go to the end",
            SearchKind::Endgame => "searches to the end",
        })
    }
}
