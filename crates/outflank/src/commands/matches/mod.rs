mod live;
mod openings;
mod report;
mod state;
mod table;

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use outflank_formats::ggf;
use outflank_players::matches::{BySide, Match, MatchGame};
use outflank_players::{Machine, PlayerSetup};
use outflank_study::openings::Language;

use crate::cli::MatchArguments;
use crate::commands::INTERRUPTED;
use crate::{interrupt, stderr};
use live::Live;
use report::Outcome;
use state::State;

pub(crate) fn run(arguments: &MatchArguments) -> anyhow::Result<ExitCode> {
    let openings = openings::of(arguments)?;
    let setup = |machine: &Machine| -> anyhow::Result<PlayerSetup> {
        let setup = arguments.search.setup(machine.clone(), arguments.patience)?;
        Ok(PlayerSetup { time: arguments.clock, ..setup })
    };
    let (a, b) = (setup(&arguments.a)?, setup(&arguments.b)?);
    let it = Match {
        contestants: BySide { a: &a, b: &b },
        openings: &openings,
        pairs: arguments.games.div_ceil(2) as usize,
        concurrency: arguments.concurrency,
        time: arguments.clock,
        margin: arguments.margin,
        sprt: arguments.sprt,
        seed: arguments.seed,
    };
    let (mut state, before) = match &arguments.state {
        Some(path) => State::open(path, arguments, &it).map(|(state, before)| (Some(state), before))?,
        None => (None, Vec::new()),
    };
    let mut ggf = arguments.ggf.as_deref().map(append_to).transpose()?;
    let stop = stop_when_interrupted()?;
    let live = Live::new(arguments, &before);
    let mut games = before.clone();
    let mut failed = None;
    let report = it.run(&before, &stop, |played, score| {
        // GGF first: a game in the state file is then in the GGF file too.
        let kept = ggf
            .as_mut()
            .map_or(Ok(()), |(name, file)| write_ggf(file, played).with_context(|| format!("cannot write to {name}")));
        let kept = kept.and_then(|()| state.as_mut().map_or(Ok(()), |state| state.add(played)));
        if let Err(error) = kept {
            stop.store(true, Ordering::Relaxed);
            failed = failed.take().or(Some(error));
        }
        games.push(played.clone());
        live.show(played, score);
    });
    live.finish();
    if let Some(error) = failed {
        return Err(error);
    }
    games.sort_by_key(|played| played.number);
    let outcome = Outcome { arguments, report: &report?, games: &games };
    print!("{}", table::of(&outcome));
    std::io::stdout().flush()?;
    if let Some(path) = &arguments.json {
        let name = path.display();
        let json = serde_json::to_string_pretty(&outcome.json())?;
        std::fs::write(path, json + "\n").with_context(|| format!("cannot write to {name}"))?;
    }
    Ok(match outcome.always_faulty() {
        Some(side) => {
            stderr::print(format_args!(
                "outflank: {side} lost every game by a fault, so the result does not compare the players"
            ));
            ExitCode::FAILURE
        }
        None => ExitCode::SUCCESS,
    })
}

fn stop_when_interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    interrupt::on_ctrl_c(move || {
        if asked.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        stderr::print("\noutflank: finishing the moves in progress; press Ctrl-C again to stop at once");
    })?;
    Ok(stop)
}

fn append_to(path: &Path) -> anyhow::Result<(String, File)> {
    let name = path.display().to_string();
    let file = File::options().append(true).create(true).open(path);
    file.with_context(|| format!("cannot write to {name}")).map(|file| (name, file))
}

fn write_ggf(file: &mut File, played: &MatchGame) -> anyhow::Result<()> {
    let mut record = played.record.clone();
    outflank_study::openings::complete(&mut record, Language::English);
    let line = ggf::write(&record)? + "\n";
    Ok(file.write_all(line.as_bytes())?)
}
