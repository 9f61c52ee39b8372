use std::fmt::Display;
use std::process::ExitCode;

use indicatif::{HumanCount, ProgressBar};
use outflank_render::sanitize;

use crate::{progress, stderr};

pub(super) struct Progress {
    written: u64,
    skipped: u64,
    failed: bool,
    bar: ProgressBar,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let bar = progress::spinner("{spinner} {human_pos} games, {elapsed}, {wide_msg}");
        Progress { written: 0, skipped: 0, failed: false, bar }
    }

    pub(super) fn begin(&self, name: &str) {
        self.bar.set_message(sanitize::line(name));
    }

    pub(super) fn written(&mut self) {
        self.written += 1;
        self.bar.inc(1);
    }

    pub(super) fn skip(&mut self, why: impl Display) {
        self.skipped += 1;
        self.bar.inc(1);
        self.note(why);
    }

    pub(super) fn fail(&mut self, why: impl Display) {
        self.failed = true;
        self.note(why);
    }

    pub(super) fn note(&self, what: impl Display) {
        self.bar.suspend(|| stderr::print(format_args!("outflank: {what}")));
    }

    pub(super) fn has_written(&self) -> bool {
        self.written > 0
    }

    pub(super) fn finish(self) -> ExitCode {
        let Progress { written, skipped, failed, bar } = self;
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
