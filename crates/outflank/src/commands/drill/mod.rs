mod course;
mod diary;
mod plain;
mod progress_file;
pub(crate) mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;

use crate::cli::DrillArguments;
use crate::{stderr, tui};

pub(crate) use course::{Course, Openings};
pub(crate) use diary::Diary;
pub(crate) use progress_file::{DrillResult, ProgressFile, Recalled};

pub(crate) fn run(arguments: &DrillArguments) -> anyhow::Result<ExitCode> {
    let course = Course::new(arguments)?;
    if arguments.reset {
        return reset();
    }
    if arguments.stats {
        let Recalled { progress, diary, today, damaged } = ProgressFile::find()?.recall()?;
        damaged.into_iter().for_each(stderr::print);
        let glyphs = tui::Environment::read().capabilities().glyphs;
        io::stdout().write_all(
            format!("{}\n{}\n", words::stats(&progress, today), diary.chart(today, glyphs).join("\n")).as_bytes(),
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    match !arguments.plain && tui::is_possible() {
        true => tui::drill(arguments, course),
        false => plain::run(arguments, &course),
    }
}

fn reset() -> anyhow::Result<ExitCode> {
    match ProgressFile::find()?.reset().context("nothing was reset")? {
        Some(path) => stderr::print(format_args!("Training starts over. Your old progress is in {}", path.display())),
        None => stderr::print("There is no progress to reset."),
    }
    Ok(ExitCode::SUCCESS)
}
