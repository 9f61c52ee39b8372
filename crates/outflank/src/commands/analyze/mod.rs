//! `outflank analyze`: analyze games and explain the mistakes.

mod examine;
mod files;
mod games;
mod output;
mod progress;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use outflank_render::ReportView;
use outflank_rules::Rules;
use outflank_study::report::KnownPlay;

use crate::cli::AnalyzeArguments;
use crate::commands::INTERRUPTED;
use crate::commands::db::{self, Library};
use crate::stderr;
use examine::{Effort, Examined};
use games::Given;
use output::{Outputs, Writer};
use progress::Progress;

/// Writes each report as soon as it is ready. Unreadable games are reported and skipped.
pub(crate) fn run(arguments: &AnalyzeArguments) -> anyhow::Result<ExitCode> {
    let outputs = Outputs::new(arguments)?;
    let Read { games, failed } = Read::all(&arguments.sources, arguments.rules.unwrap_or_default());
    if games.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    if let (Some(_), count @ 2..) = (&arguments.svg, games.len()) {
        bail!("--svg draws one game, found {count}; choose one with FILE#7");
    }
    let mut library = library(&arguments.collection)?;
    let progress = Progress::new(games.len())?;
    let mut writer = Writer::new(outputs, arguments, games.len());
    let done = Effort::new(arguments).examine(games, &progress, |examined| {
        let Examined { given: Given { origin, record }, report } = examined;
        let known = match &mut library {
            Some(library) => library.ask(|index| KnownPlay::of(record.game(), index))?,
            None => None,
        };
        let view = ReportView::new(&origin, &record, report, known.as_ref());
        progress.suspend_for_game(|| writer.write(&record, view))
    });
    progress.finish();
    done?;
    writer.finish()?;
    Ok(match (progress.is_interrupted(), failed) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    })
}

fn library(paths: &[PathBuf]) -> anyhow::Result<Option<Library>> {
    if paths.is_empty() {
        return Ok(None);
    }
    Ok(Some(Library::open(paths, db::on_stderr())?))
}

struct Read {
    games: Vec<Given>,
    failed: bool,
}

impl Read {
    fn all(sources: &[String], rules: Rules) -> Read {
        let mut read = Read { games: Vec::new(), failed: false };
        for source in sources {
            let games = games::read(source, rules).unwrap_or_else(|error| vec![Err(error)]);
            for game in games {
                match game {
                    Ok(game) => read.games.push(game),
                    Err(error) => {
                        stderr::print(format_args!("outflank: {error:#}"));
                        read.failed = true;
                    }
                }
            }
        }
        read
    }
}
