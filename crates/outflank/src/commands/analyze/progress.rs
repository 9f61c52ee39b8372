use std::io::{self, IsTerminal};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::commands::INTERRUPTED;
use crate::{interrupt, progress, stderr};

pub(super) struct Progress {
    bar: ProgressBar,
    games: usize,
    started: AtomicUsize,
    written: Arc<AtomicUsize>,
    interrupted: Arc<AtomicBool>,
    last_line: Mutex<Instant>,
}

const STEPS_PER_GAME: u64 = 1000;

impl Progress {
    /// Ctrl-C ends the program, but once some of several games are reported, it skips the rest and still prints their summary. A second
    /// Ctrl-C ends the program in any case.
    pub(super) fn new(games: usize) -> anyhow::Result<Progress> {
        let template = match games {
            1 => "{spinner} {bar:20} {elapsed}, {wide_msg}",
            _ => "{spinner} {bar:10} {elapsed}, {eta} left, {wide_msg}",
        };
        let bar = progress::bar(STEPS_PER_GAME * games as u64, template);
        progress::keep_moving(&bar);
        let (written, interrupted) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (drawn, done, flag) = (bar.clone(), Arc::clone(&written), Arc::clone(&interrupted));
        interrupt::on_ctrl_c(move || {
            let is_second = flag.swap(true, Ordering::Relaxed);
            if is_second || done.load(Ordering::Relaxed) == 0 {
                drawn.finish_and_clear();
                process::exit(INTERRUPTED.into());
            }
        })?;
        Ok(Progress {
            bar,
            games,
            started: AtomicUsize::new(0),
            written,
            interrupted,
            last_line: Mutex::new(Instant::now()),
        })
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    pub(super) fn begin(&self) -> GameProgress<'_> {
        GameProgress { progress: self, number: self.started.fetch_add(1, Ordering::Relaxed) + 1, shown: 0 }
    }

    pub(super) fn suspend_for_game<T>(&self, write: impl FnOnce() -> T) -> T {
        let written = self.written.fetch_add(1, Ordering::Relaxed) + 1;
        self.print_now_and_then(written);
        self.bar.suspend(write)
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn print_now_and_then(&self, written: usize) {
        const EVERY: Duration = Duration::from_secs(30);
        let mut last = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
        if !io::stderr().is_terminal() && last.elapsed() >= EVERY {
            *last = Instant::now();
            stderr::print(format_args!("outflank: {written} of {} games analyzed", self.games));
        }
    }
}

pub(super) struct GameProgress<'p> {
    progress: &'p Progress,
    number: usize,
    shown: u64,
}

impl GameProgress<'_> {
    pub(super) fn show(&mut self, done: f64, what: impl FnOnce() -> String) {
        self.advance((done.clamp(0.0, 1.0) * STEPS_PER_GAME as f64) as u64);
        if !self.progress.bar.is_hidden() {
            self.progress.bar.set_message(match self.progress.games {
                1 => what(),
                games => format!("game {} of {games}, {}", self.number, what()),
            });
        }
    }

    pub(super) fn finish(mut self) {
        self.advance(STEPS_PER_GAME);
    }

    fn advance(&mut self, steps: u64) {
        if let Some(more) = steps.checked_sub(self.shown) {
            self.progress.bar.inc(more);
            self.shown = steps;
        }
    }
}
