//! Least squares on the logarithms of the deviations.

use outflank_engine::training::Deviations;

use super::cells::{Cell, Differences, Kind, Pair};

/// What was fitted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub(super) deviations: Deviations,
    /// How far the deviations of cells are from those that were fitted, in parts of them.
    pub(super) relative_error: f64,
}

/// Cells of fewer differences say too little.
const LEAST_COUNT: u32 = 20;
/// Fewer cells determine nothing.
const LEAST_CELLS: usize = 10;
/// How many numbers of empty squares are in a cell; where the depth is that number, there is one.
const SPAN: u8 = 4;

/// Fits the deviations; `None` if there are too few differences. A cell counts as much as it has differences.
pub(super) fn fit(differences: &Differences) -> Option<Fit> {
    let span = |pair: &Pair| match differences.kind {
        Kind::Midgame => pair.empties / SPAN,
        Kind::Endgame => 0,
    };
    let cells: Vec<Depths> = differences
        .by(|pair| (span(pair), pair.depth, pair.shallow))
        .into_iter()
        .filter(|(_, cell)| cell.count >= LEAST_COUNT && cell.deviation() > 0.0)
        .map(|((_, depth, shallow), cell)| Depths { depth, shallow, cell })
        .collect();
    if cells.len() < LEAST_CELLS {
        return None;
    }
    // With the plies that the evaluation is worth, the rest is a straight line.
    let tried = (1..=100).map(|twentieths| f64::from(twentieths) / 20.0).filter_map(|plies| line(&cells, plies));
    tried.min_by(|one, other| one.relative_error.total_cmp(&other.relative_error))
}

impl Fit {
    /// What was fitted for a pair, in discs.
    pub(super) fn deviation(&self, pair: Pair) -> f64 {
        self.deviations.deviation(pair.empties, pair.depth, pair.shallow).into()
    }
}

/// A cell of two depths.
struct Depths {
    depth: u8,
    shallow: u8,
    cell: Cell,
}

impl Depths {
    fn weight(&self) -> f64 {
        self.cell.count.into()
    }

    fn empties(&self) -> f64 {
        self.cell.empties()
    }

    /// The logarithm of the deviation, without what the depths explain.
    fn rest(&self, plies: f64) -> f64 {
        let growth = ((f64::from(self.depth) + plies) / (f64::from(self.shallow) + plies)).ln();
        self.cell.deviation().ln() - growth.ln() / 2.0
    }
}

/// The straight line through the logarithms over the number of empty squares; `None` if all cells have the same number.
fn line(cells: &[Depths], plies: f64) -> Option<Fit> {
    let weight: f64 = cells.iter().map(Depths::weight).sum();
    let mean =
        |value: &dyn Fn(&Depths) -> f64| cells.iter().map(|cell| cell.weight() * value(cell)).sum::<f64>() / weight;
    let (empties, rest) = (mean(&Depths::empties), mean(&|cell| cell.rest(plies)));
    let spread = mean(&|cell| (cell.empties() - empties).powi(2));
    if spread < 1.0 {
        return None;
    }
    let slope = mean(&|cell| (cell.empties() - empties) * (cell.rest(plies) - rest)) / spread;
    let constant = rest - slope * empties;
    let error = |cell: &Depths| (cell.rest(plies) - constant - slope * cell.empties()).exp() - 1.0;
    Some(Fit {
        deviations: Deviations { scale: constant.exp() as f32, empties: slope as f32, plies: plies as f32 },
        relative_error: mean(&|cell| error(cell).powi(2)).sqrt(),
    })
}
