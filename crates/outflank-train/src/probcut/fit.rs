//! Least squares on the logarithms of the deviations.

use outflank_engine::training::Deviations;

use super::cells::{DepthPair, DifferenceStats, Differences, SearchKind};

#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub(super) deviations: Deviations,
    pub(super) relative_error: f64,
}

const MIN_COUNT: u32 = 20;
const MIN_CELLS: usize = 10;
/// Numbers of empty squares per cell; one for searches to the end.
const SPAN: u8 = 4;

/// Fits the deviations, with the cells weighted by their counts; `None` if there are too few differences.
pub(super) fn fit(differences: &Differences) -> Option<Fit> {
    let span = |pair: &DepthPair| match differences.kind {
        SearchKind::Midgame => pair.empties / SPAN,
        SearchKind::Endgame => 0,
    };
    let cells: Vec<FitCell> = differences
        .by(|pair| (span(pair), pair.depth, pair.shallow))
        .into_iter()
        .filter(|(_, cell)| cell.count >= MIN_COUNT && cell.deviation() > 0.0)
        .map(|((_, depth, shallow), cell)| FitCell { depth, shallow, stats: cell })
        .collect();
    if cells.len() < MIN_CELLS {
        return None;
    }
    // For a given number of plies that the evaluation is worth, the rest is a linear regression.
    let tried = (1..=100).map(|twentieths| f64::from(twentieths) / 20.0).filter_map(|plies| line(&cells, plies));
    tried.min_by(|one, other| one.relative_error.total_cmp(&other.relative_error))
}

impl Fit {
    pub(super) fn deviation(&self, pair: DepthPair) -> f64 {
        self.deviations.deviation(pair.empties, pair.depth, pair.shallow).into()
    }
}

struct FitCell {
    depth: u8,
    shallow: u8,
    stats: DifferenceStats,
}

impl FitCell {
    fn weight(&self) -> f64 {
        self.stats.count.into()
    }

    fn empties(&self) -> f64 {
        self.stats.mean_empties()
    }

    /// The logarithm of the deviation that the depths do not explain.
    fn rest(&self, plies: f64) -> f64 {
        let growth = ((f64::from(self.depth) + plies) / (f64::from(self.shallow) + plies)).ln();
        self.stats.deviation().ln() - growth.ln() / 2.0
    }
}

/// Regression of the logarithms over the number of empty squares; `None` if all cells have the same number.
fn line(cells: &[FitCell], plies: f64) -> Option<Fit> {
    let weight: f64 = cells.iter().map(FitCell::weight).sum();
    let mean =
        |value: &dyn Fn(&FitCell) -> f64| cells.iter().map(|cell| cell.weight() * value(cell)).sum::<f64>() / weight;
    let (empties, rest) = (mean(&FitCell::empties), mean(&|cell| cell.rest(plies)));
    let spread = mean(&|cell| (cell.empties() - empties).powi(2));
    if spread < 1.0 {
        return None;
    }
    let slope = mean(&|cell| (cell.empties() - empties) * (cell.rest(plies) - rest)) / spread;
    let constant = rest - slope * empties;
    let error = |cell: &FitCell| (cell.rest(plies) - constant - slope * cell.empties()).exp() - 1.0;
    Some(Fit {
        deviations: Deviations { scale: constant.exp() as f32, empties: slope as f32, plies: plies as f32 },
        relative_error: mean(&|cell| error(cell).powi(2)).sqrt(),
    })
}
