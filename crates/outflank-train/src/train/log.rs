use std::path::Path;
use std::time::{Duration, Instant};

use super::errors::{self, ErrorStats};
use crate::progress::StatusLine;

const MOVES_PER_ROW: usize = 5;

pub(super) struct TrainLog {
    verbose: bool,
    line: StatusLine,
    epoch: usize,
    started: Instant,
}

pub(super) struct EpochProgress {
    pub(super) percent: usize,
    pub(super) positions: u64,
    pub(super) rmse: f64,
}

impl TrainLog {
    pub(super) fn new(verbose: bool) -> TrainLog {
        TrainLog { verbose, line: StatusLine::new(), epoch: 0, started: Instant::now() }
    }

    pub(super) fn read(&mut self, games: u64, positions: usize, time: Duration) {
        self.line.print(&format!("{games} games, {positions} positions, {:.1} s", time.as_secs_f64()));
    }

    pub(super) fn start_epoch(&mut self, epoch: usize) {
        self.epoch = epoch + 1;
        self.started = Instant::now();
    }

    pub(super) fn step(&mut self, progress: &EpochProgress) {
        let text = self.text(progress);
        self.line.update(|| text);
    }

    pub(super) fn point(&mut self, progress: &EpochProgress) {
        if self.verbose {
            self.line.print(&self.text(progress));
        }
    }

    pub(super) fn finish_epoch(&mut self, training: ErrorStats, held_out: f64) {
        let (rmse, rate) = (training.rmse(), self.rate(training.count));
        let (epoch, seconds) = (self.epoch, self.started.elapsed().as_secs_f64());
        let line = format!("epoch {epoch}: RMSE training {rmse:.3}, held out {held_out:.3}; {seconds:.0} s, {rate}");
        self.line.print(&line);
    }

    pub(super) fn stopped_early(&mut self, kept: usize) {
        self.line.print(&format!("no improvement: keeping the weights of epoch {kept}"));
    }

    pub(super) fn errors(&mut self, by_moves: &[ErrorStats]) {
        table(by_moves).iter().for_each(|line| self.line.print(line));
    }

    pub(super) fn written(&mut self, path: &Path, time: Duration) {
        self.line.print(&format!("{}: {:.0} s", path.display(), time.as_secs_f64()));
    }

    fn text(&self, progress: &EpochProgress) -> String {
        let EpochProgress { percent, positions, rmse } = *progress;
        format!("epoch {}, {percent:3} %: RMSE {rmse:.3}, {}", self.epoch, self.rate(positions))
    }

    fn rate(&self, positions: u64) -> String {
        format!("{:.0} positions/s", positions as f64 / self.started.elapsed().as_secs_f64())
    }
}

fn table(by_moves: &[ErrorStats]) -> Vec<String> {
    let mut lines = vec![String::new(), "                held out    MAE   RMSE   (discs)".to_owned()];
    for (span, first) in by_moves.chunks(MOVES_PER_ROW).zip((0..).step_by(MOVES_PER_ROW)) {
        lines.push(format!("moves {first:2} to {:2} {}", first + span.len() - 1, row(&errors::total(span))));
    }
    lines.push(format!("all            {}", row(&errors::total(by_moves))));
    lines
}

fn row(errors: &ErrorStats) -> String {
    format!("{:9} {:6.2} {:6.2}", errors.count, errors.mae(), errors.rmse())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_listed_by_phase_and_together() {
        let [near, far] =
            [(3, 6.0, 12.0), (1, 4.0, 16.0)].map(|(count, absolute, squared)| ErrorStats { count, absolute, squared });
        let mut by_moves = vec![ErrorStats::default(); 10];
        by_moves[3] = near;
        by_moves[4] = far;
        by_moves[9] = near;
        let expected = [
            "",
            "                held out    MAE   RMSE   (discs)",
            "moves  0 to  4         4   2.50   2.65",
            "moves  5 to  9         3   2.00   2.00",
            "all                    7   2.29   2.39",
        ];
        assert_eq!(table(&by_moves), expected);
    }
}
