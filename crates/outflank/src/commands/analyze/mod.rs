//! `outflank analyze`: analyze games and explain the mistakes.

mod examine;
mod games;
mod in_order;
mod output;
mod progress;

use std::process::ExitCode;

use anyhow::bail;
use outflank_render::ReportView;
use outflank_rules::Rules;
use outflank_study::report::KnownPlay;

use crate::cli::AnalyzeArguments;
use crate::commands::INTERRUPTED;
use crate::commands::db::{self, Library};
use crate::stderr;
use examine::{Examined, Examiner};
use games::Given;
use output::{Outputs, Writer};
use progress::Progress;

/// Writes each report as soon as it is ready. Unreadable games are reported and skipped.
pub(crate) fn run(arguments: &AnalyzeArguments) -> anyhow::Result<ExitCode> {
    let outputs = Outputs::new(arguments)?;
    let (games, are_all) = read_all(&arguments.sources, arguments.rules.unwrap_or_default());
    if games.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    if let (Some(_), count @ 2..) = (&arguments.svg, games.len()) {
        bail!("--svg draws one game, found {count}; choose one with FILE#7");
    }
    let collection = Some(&arguments.collection).filter(|paths| !paths.is_empty());
    let mut library = collection.map(|paths| Library::open(paths, db::on_stderr())).transpose()?;
    if let Some(time) = arguments.time {
        stderr::print(format_args!(
            "outflank: --time {} means --effort {}",
            time.as_secs_f64(),
            arguments.plan().effort()
        ));
    }
    let progress = Progress::new(games.len())?;
    let mut writer = Writer::new(outputs, arguments, games.len())?;
    let done = Examiner::new(arguments).examine(games.into_iter(), &progress, |examined| {
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
    Ok(match (progress.is_interrupted(), are_all) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::FAILURE,
    })
}

/// The readable games, and whether all are.
fn read_all(sources: &[String], rules: Rules) -> (Vec<Given>, bool) {
    let (mut games, mut all) = (Vec::new(), true);
    for source in sources {
        for game in games::read(source, rules).unwrap_or_else(|error| vec![Err(error)]) {
            match game {
                Ok(game) => games.push(game),
                Err(error) => {
                    stderr::print(format_args!("outflank: {error:#}"));
                    all = false;
                }
            }
        }
    }
    (games, all)
}
