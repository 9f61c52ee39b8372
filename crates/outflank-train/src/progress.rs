use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// A line that is rewritten twice a second on a terminal, and logged twice a minute elsewhere.
pub(crate) struct StatusLine {
    is_terminal: bool,
    shown: Instant,
    width: usize,
}

impl StatusLine {
    pub(crate) fn new() -> StatusLine {
        StatusLine { is_terminal: io::stderr().is_terminal(), shown: Instant::now(), width: 0 }
    }

    pub(crate) fn update(&mut self, line: impl FnOnce() -> String) {
        let pause = if self.is_terminal { Duration::from_millis(500) } else { Duration::from_secs(30) };
        if self.shown.elapsed() >= pause {
            let line = line();
            match self.is_terminal {
                true => eprint!("\r{line:width$}", width = self.width),
                false => eprintln!("{line}"),
            }
            (self.shown, self.width) = (Instant::now(), line.len());
        }
    }

    pub(crate) fn print(&mut self, line: &str) {
        match self.is_terminal {
            true => eprintln!("\r{line:width$}", width = self.width),
            false => eprintln!("{line}"),
        }
        (self.shown, self.width) = (Instant::now(), 0);
    }
}

pub(crate) struct ProgressLine {
    line: StatusLine,
    started: Instant,
    unit: &'static str,
    before: u64,
    done: u64,
    total: Option<u64>,
}

impl ProgressLine {
    /// An earlier run has done `before` of the work.
    pub(crate) fn new(unit: &'static str, before: u64, total: Option<u64>) -> ProgressLine {
        ProgressLine { line: StatusLine::new(), started: Instant::now(), unit, before, done: before, total }
    }

    pub(crate) fn add(&mut self, details: impl Display) {
        self.done += 1;
        let text = self.text();
        self.line.update(|| format!("{text}{details}"));
    }

    pub(crate) fn finish(mut self, details: impl Display) {
        let seconds = self.started.elapsed().as_secs_f64();
        self.line.print(&format!("{}{details}, {seconds:.0} s", self.text()));
    }

    fn text(&self) -> String {
        let rate = (self.done - self.before) as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        let of = self.total.map(|total| format!(" of {total}")).unwrap_or_default();
        format!("{}{of} {}, {rate:.1}/s", self.done, self.unit)
    }
}
