//! `outflank learn`: the interactive lesson, on the full-screen board or in lines of text.

mod plain;

use std::process::ExitCode;

use crate::cli::LearnArguments;
use crate::tui;

pub(crate) fn run(arguments: &LearnArguments) -> anyhow::Result<ExitCode> {
    match !arguments.plain && tui::is_possible() {
        true => tui::learn(arguments),
        false => plain::run(),
    }
}
