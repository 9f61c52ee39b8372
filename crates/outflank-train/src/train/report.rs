//! What training says while it runs.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

use super::errors::{self, Errors};

/// So many numbers of moves have a line in the table at the end.
const SPAN: usize = 5;

/// Reports progress: a line that changes on a terminal, a line every 30 seconds in a log.
pub(super) struct Report {
    verbose: bool,
    is_terminal: bool,
    /// When something was last said.
    said: Instant,
    /// The epoch, counted from 1, and when it began.
    epoch: usize,
    begun: Instant,
}

/// How far an epoch has got.
pub(super) struct Progress {
    pub(super) percent: usize,
    /// From how many positions it has learnt.
    pub(super) positions: u64,
    /// The error since the last point of the curve.
    pub(super) root: f64,
}

impl Report {
    pub(super) fn new(verbose: bool) -> Report {
        let now = Instant::now();
        Report { verbose, is_terminal: io::stderr().is_terminal(), said: now, epoch: 0, begun: now }
    }

    /// The games and positions are read.
    pub(super) fn read(&mut self, games: u64, positions: usize, time: Duration) {
        self.say(&format!("{games} games, {positions} positions, {:.1} s", time.as_secs_f64()));
    }

    /// An epoch begins, counted from 0.
    pub(super) fn begin(&mut self, epoch: usize) {
        self.epoch = epoch + 1;
        self.begun = Instant::now();
    }

    /// A step is done.
    pub(super) fn step(&mut self, progress: &Progress) {
        let pause = if self.is_terminal { Duration::from_millis(500) } else { Duration::from_secs(30) };
        if self.said.elapsed() < pause {
            return;
        }
        let line = self.line(progress);
        if self.is_terminal {
            self.said = Instant::now();
            eprint!("{line:70}\r");
        } else {
            self.say(&line);
        }
    }

    /// A point of the curve is known.
    pub(super) fn point(&mut self, progress: &Progress) {
        if self.verbose {
            self.say(&self.line(progress));
        }
    }

    /// An epoch is over, and the positions that are held out are scored.
    pub(super) fn epoch(&mut self, learnt: Errors, held_out: f64) {
        let (root, rate) = (learnt.root(), self.rate(learnt.count));
        let seconds = self.begun.elapsed().as_secs_f64();
        let epoch = self.epoch;
        self.say(&format!("epoch {epoch}: RMSE learnt {root:.3}, held out {held_out:.3}; {seconds:.0} s, {rate}"));
    }

    /// The last epoch did not help.
    pub(super) fn stopped(&mut self, kept: usize) {
        self.say(&format!("no better than before: the weights are those of epoch {kept}"));
    }

    /// The errors of the finished weights on the positions that were held out, by the number of moves.
    pub(super) fn errors(&mut self, by_moves: &[Errors]) {
        table(by_moves).iter().for_each(|line| self.say(line));
    }

    /// A file is written, and the run is over.
    pub(super) fn written(&mut self, path: &Path, time: Duration) {
        self.say(&format!("{}: {:.0} s", path.display(), time.as_secs_f64()));
    }

    fn line(&self, progress: &Progress) -> String {
        let Progress { percent, positions, root } = *progress;
        format!("epoch {}, {percent:3} %: RMSE {root:.3}, {}", self.epoch, self.rate(positions))
    }

    fn rate(&self, positions: u64) -> String {
        format!("{:.0} positions/s", positions as f64 / self.begun.elapsed().as_secs_f64())
    }

    fn say(&mut self, line: &str) {
        self.said = Instant::now();
        // On a terminal the line of the last step may stand there, and is longer than most others.
        let width = if self.is_terminal { 70 } else { 0 };
        eprintln!("{line:width$}");
    }
}

fn table(by_moves: &[Errors]) -> Vec<String> {
    let mut lines = vec![String::new(), "                held out    MAE   RMSE   (discs)".to_owned()];
    for (span, first) in by_moves.chunks(SPAN).zip((0..).step_by(SPAN)) {
        lines.push(format!("moves {first:2} to {:2} {}", first + span.len() - 1, row(&errors::all(span))));
    }
    lines.push(format!("all            {}", row(&errors::all(by_moves))));
    lines
}

fn row(errors: &Errors) -> String {
    format!("{:9} {:6.2} {:6.2}", errors.count, errors.mean(), errors.root())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_listed_by_phase_and_together() {
        let [near, far] =
            [(3, 6.0, 12.0), (1, 4.0, 16.0)].map(|(count, absolute, squared)| Errors { count, absolute, squared });
        let mut by_moves = vec![Errors::default(); 10];
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
