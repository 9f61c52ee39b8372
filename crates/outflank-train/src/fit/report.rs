//! What a fit says while it runs.

use std::time::Duration;

use outflank_engine::Score;
use outflank_engine::training::{Evaluation, Features};

use crate::samples::{Sample, Samples};

use super::FINE;
use super::regression::{Epoch, Fit};

/// The games are read.
pub(super) fn read(samples: &Samples, time: Duration) {
    eprintln!("{} games, {} positions, {:.1} s", samples.games(), samples.positions(), time.as_secs_f64());
}

/// An epoch of the fit for some numbers of moves is over.
pub(super) fn epoch(first: usize, span: usize, epoch: Epoch) {
    let Epoch { number, error } = epoch;
    eprintln!("moves {first:2} to {:2}, epoch {number:2}: held-out RMSE {error:.3}", first + span - 1);
}

/// The fit for some numbers of moves is done.
pub(super) fn fitted(first: usize, span: usize, fit: &Fit) {
    let Epoch { number, error } = fit.best;
    let last = first + span - 1;
    eprintln!("moves {first:2} to {last:2}: held-out RMSE from {:.3} to {error:.3} in {number} epochs", fit.before);
}

/// The errors of the finished weights on the positions that were held out.
pub(super) fn errors(samples: &Samples, evaluation: &Evaluation) {
    eprintln!("\n   moves  held out    MAE   RMSE   (discs)");
    let mut all = Errors::default();
    for (groups, phase) in samples.by_moves.chunks(FINE).zip(0..) {
        let mut errors = Errors::default();
        for sample in groups.iter().flat_map(|group| &group.held_out) {
            let error = error(sample, evaluation);
            errors.add(error);
            all.add(error);
        }
        let first = phase * FINE;
        eprintln!("{first:3} to {:2} {errors}", first + FINE - 1);
    }
    eprintln!("      all {all}");
}

/// By how many discs the evaluation misjudges a position.
fn error(sample: &Sample, evaluation: &Evaluation) -> f64 {
    let score = evaluation.score(&Features::of(sample.board), sample.board.empty().len());
    f64::from(score) / f64::from(Score::STEPS) - f64::from(sample.score)
}

#[derive(Default)]
struct Errors {
    count: u32,
    absolute: f64,
    squared: f64,
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.absolute += error.abs();
        self.squared += error * error;
    }
}

impl std::fmt::Display for Errors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = f64::from(self.count.max(1));
        let (mean, root) = (self.absolute / count, (self.squared / count).sqrt());
        write!(f, "{:9} {mean:6.2} {root:6.2}", self.count)
    }
}
