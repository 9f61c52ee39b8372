//! How far the analysis is: a bar on a terminal, else a line now and then.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::margin;
use crate::{interrupt, stderr};

/// How far all games are.
pub(super) struct Progress {
    bar: ProgressBar,
    games: usize,
    begun: AtomicUsize,
    /// How many have been handed over.
    told: Arc<AtomicUsize>,
    interrupted: Arc<AtomicBool>,
    /// When something was last said where there is no bar.
    last_line: Mutex<Instant>,
}

/// The exit status of a program that was interrupted, by the custom of shells.
pub(super) const INTERRUPTED: u8 = 130;

/// The bar has so many steps for each game.
const STEPS: u64 = 1000;

impl Progress {
    /// Ctrl-C ends the program at once and leaves nothing of the bar; but with some of several games done, it leaves the others out, so that
    /// what is known of those is still told. A second one ends the program even then.
    pub(super) fn new(games: usize) -> anyhow::Result<Progress> {
        const TICK: Duration = Duration::from_millis(100);
        let template = match games {
            1 => "{spinner} {bar:20} {elapsed}, {wide_msg}",
            _ => "{spinner} {bar:10} {elapsed}, {eta} left, {wide_msg}",
        };
        let bar = ProgressBar::with_draw_target(Some(STEPS * games as u64), margin::draw_target())
            .with_style(ProgressStyle::with_template(template).expect("the template is a valid one"));
        bar.enable_steady_tick(TICK);
        let (told, interrupted) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (drawn, done, flag) = (bar.clone(), Arc::clone(&told), Arc::clone(&interrupted));
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
            begun: AtomicUsize::new(0),
            told,
            interrupted,
            last_line: Mutex::new(Instant::now()),
        })
    }

    /// Whether somebody wants an end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Another game is begun.
    pub(super) fn begin(&self) -> Part<'_> {
        Part { progress: self, number: self.begun.fetch_add(1, Ordering::Relaxed) + 1, shown: 0 }
    }

    /// Does something that writes to the terminal: another game is told.
    pub(super) fn tell<T>(&self, write: impl FnOnce() -> T) -> T {
        let told = self.told.fetch_add(1, Ordering::Relaxed) + 1;
        self.say_now_and_then(told);
        self.bar.suspend(write)
    }

    /// Makes room for what comes after it.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn say_now_and_then(&self, told: usize) {
        const EVERY: Duration = Duration::from_secs(30);
        let mut last = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
        if !io::stderr().is_terminal() && last.elapsed() >= EVERY {
            *last = Instant::now();
            stderr::print(format_args!("outflank: {told} of {} games analysed", self.games));
        }
    }
}

/// How far a game is.
pub(super) struct Part<'p> {
    progress: &'p Progress,
    /// The number of the game, counted from 1.
    number: usize,
    /// How many of its steps are on the bar.
    shown: u64,
}

impl Part<'_> {
    /// A part of the game is done, from 0 to 1.
    pub(super) fn show(&mut self, done: f64, what: impl FnOnce() -> String) {
        self.advance((done.clamp(0.0, 1.0) * STEPS as f64) as u64);
        if !self.progress.bar.is_hidden() {
            self.progress.bar.set_message(match self.progress.games {
                1 => what(),
                games => format!("game {} of {games}, {}", self.number, what()),
            });
        }
    }

    /// All of it is done.
    pub(super) fn finish(mut self) {
        self.advance(STEPS);
    }

    fn advance(&mut self, steps: u64) {
        if let Some(more) = steps.checked_sub(self.shown) {
            self.progress.bar.inc(more);
            self.shown = steps;
        }
    }
}
