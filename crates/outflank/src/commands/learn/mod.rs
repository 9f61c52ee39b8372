//! `outflank learn`: the lesson "How to play", on the full-screen board or in plain lines.

mod plain;

use std::process::ExitCode;

use crate::cli::LearnArguments;
use crate::tui;

/// Does what the arguments ask for.
pub(crate) fn run(arguments: &LearnArguments) -> anyhow::Result<ExitCode> {
    match !arguments.plain && tui::is_possible() {
        true => tui::learn(arguments),
        false => plain::run(),
    }
}
