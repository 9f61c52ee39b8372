//! How far the conversion is, and what became of it.

use std::fmt::Display;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use outflank_render::sanitize;

use crate::stderr;

/// Counts the games, shows on a terminal that something is going on, and says at once what goes wrong.
pub(super) struct Tally {
    written: u64,
    skipped: u64,
    /// Whether something else than a game could not be read.
    failed: bool,
    bar: ProgressBar,
}

impl Tally {
    pub(super) fn new() -> Tally {
        const TICK: Duration = Duration::from_millis(100);
        let bar = ProgressBar::new_spinner().with_style(
            ProgressStyle::with_template("{spinner} {human_pos} games, {elapsed}, {wide_msg}")
                .expect("the template is a valid one"),
        );
        bar.enable_steady_tick(TICK);
        Tally { written: 0, skipped: 0, failed: false, bar }
    }

    /// From now on games come from here.
    pub(super) fn begin(&self, name: &str) {
        self.bar.set_message(sanitize::line(name));
    }

    /// A game was written.
    pub(super) fn written(&mut self) {
        self.written += 1;
        self.bar.inc(1);
    }

    /// A game cannot be read or written.
    pub(super) fn skip(&mut self, why: impl Display) {
        self.skipped += 1;
        self.bar.inc(1);
        self.note(why);
    }

    /// A file or a folder cannot be read.
    pub(super) fn fail(&mut self, why: impl Display) {
        self.failed = true;
        self.note(why);
    }

    /// Says something that is no error.
    pub(super) fn note(&self, what: impl Display) {
        self.bar.suspend(|| stderr::print(format_args!("outflank: {what}")));
    }

    /// Whether there is anything to keep.
    pub(super) fn has_written(&self) -> bool {
        self.written > 0
    }

    /// Says how many games there were, and whether all went well.
    pub(super) fn finish(self) -> ExitCode {
        let Tally { written, skipped, failed, bar } = self;
        bar.finish_and_clear();
        let read = written + skipped;
        let games = if read == 1 { "game" } else { "games" };
        let skipped_too = if skipped > 0 { format!(", {} skipped", HumanCount(skipped)) } else { String::new() };
        stderr::print(format_args!("{} {games} read, {} written{skipped_too}", HumanCount(read), HumanCount(written)));
        match written > 0 && skipped == 0 && !failed {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        }
    }
}
