mod examine;
mod games;
mod in_order;
mod output;
mod progress;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

use anyhow::bail;
use outflank_render::ReportView;
use outflank_study::report::KnownPlay;

use crate::cli::AnalyzeArguments;
use crate::commands::INTERRUPTED;
use crate::commands::db::{self, Library};
use crate::stderr;
use crate::storage::settings::Settings;
use examine::{Examined, Examiner};
use games::{Games, Given};
use output::{Outputs, Writer};
use progress::Progress;

pub(crate) fn run(arguments: &AnalyzeArguments) -> anyhow::Result<ExitCode> {
    let outputs = Outputs::new(arguments)?;
    let rules = arguments.rules.unwrap_or_default();
    let own = arguments.player.as_ref().and_then(|_| Settings::load().0.name);
    let games = Games::open(&arguments.sources, rules, arguments.player.as_deref(), own);
    let (count, are_all) = check(&games);
    match &arguments.player {
        Some(player) if count == 0 && are_all => bail!("--player: no game of '{player}'"),
        _ if count == 0 => return Ok(ExitCode::FAILURE),
        _ => {}
    }
    if arguments.svg.is_some() && count > 1 {
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
    let progress = Progress::new(count)?;
    let mut writer = Writer::new(outputs, arguments, count)?;
    let take = |examined| {
        let Examined { given: Given { origin, record, reader }, report } = examined;
        let known = match &mut library {
            Some(library) => library.ask(|index| KnownPlay::of(record.game(), index))?,
            None => None,
        };
        let view = ReportView::new(&origin, &record, report, known.as_ref()).for_reader(reader);
        progress.suspend_for_game(|| writer.write(&record, view))
    };
    let done = thread::scope(|scope| {
        let (readable, next) = mpsc::sync_channel(READ_AHEAD);
        scope.spawn(|| {
            let readable = readable;
            games.for_each(|game| {
                let is_over = game.is_ok_and(|given| readable.send(given).is_err());
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        Examiner::new(arguments).examine(next.into_iter(), &progress, take)
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

const READ_AHEAD: usize = 16;

/// Counts the readable games and reports the others; also returns whether all are readable.
fn check(games: &Games) -> (usize, bool) {
    let (mut count, mut are_all) = (0, true);
    let _ = games.for_each(|game| {
        match game {
            Ok(_) => count += 1,
            Err(error) => {
                stderr::print(format_args!("outflank: {error:#}"));
                are_all = false;
            }
        }
        ControlFlow::Continue(())
    });
    (count, are_all)
}
