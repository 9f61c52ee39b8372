//! `outflank drill`: training with puzzles and openings, on the full-screen board or in plain lines.

mod course;
mod keeper;
mod plain;
mod stats;
pub(crate) mod words;

use std::process::ExitCode;

use anyhow::Context;

use crate::cli::DrillArguments;
use crate::{stderr, tui};

pub(crate) use course::{Course, Openings};
pub(crate) use keeper::{Answer, Keeper, Recalled};

/// Does what the arguments ask for.
pub(crate) fn run(arguments: &DrillArguments) -> anyhow::Result<ExitCode> {
    let course = Course::new(arguments)?;
    if arguments.reset {
        return reset();
    }
    if arguments.stats {
        let Recalled { progress, today, trouble } = Keeper::find()?.recall()?;
        trouble.into_iter().for_each(stderr::print);
        return stats::tell(&progress, today);
    }
    match !arguments.plain && tui::is_possible() {
        true => tui::drill(arguments, course),
        false => plain::run(arguments, &course),
    }
}

/// Begins anew. What was remembered stays under another name.
fn reset() -> anyhow::Result<ExitCode> {
    match Keeper::find()?.reset().context("Nothing was reset")? {
        Some(path) => {
            stderr::print(format_args!("The training begins anew. What was remembered is in {}", path.display()))
        }
        None => stderr::print("There was nothing to reset."),
    }
    Ok(ExitCode::SUCCESS)
}
