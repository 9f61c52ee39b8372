//! `outflank-train fit-probcut`: how far deep searches are from shallow ones, for Multi-ProbCut.
//!
//! Positions of games and beside them are searched in full width to every depth, and solved where that is possible. The
//! differences between two depths are spread around zero; their deviation is fitted as a smooth function of the depths
//! and the number of empty squares, once for searches to the end and once for others. What is printed last belongs into
//! the engine's `search/probcut.rs`.

mod cells;
mod fit;
mod record;
mod report;
mod sampling;
mod searcher;

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use outflank_rules::Board;

use crate::cli::ProbcutArguments;
use crate::engine::Weights;
use crate::ordered;
use crate::progress::Progress;
use cells::{Differences, Kind};
use record::{Data, Record};
use sampling::Sampling;
use searcher::Searcher;

pub(crate) fn run(arguments: &ProbcutArguments) -> anyhow::Result<()> {
    let weights = Weights::load(arguments.weights.as_deref())?;
    let positions = positions(arguments)?;
    let mut data = match &arguments.data {
        Some(path) => Data::open(path)?,
        None => Data::default(),
    };
    if !positions.is_empty() {
        let new_searcher = || Searcher::new(&weights, arguments.depth, arguments.solve_from);
        data.check(&positions, &new_searcher())?;
        collect(arguments, &positions, new_searcher, &mut data)?;
    }
    for kind in [Kind::Midgame, Kind::Endgame] {
        let differences = Differences::of(&data.records, kind);
        let fit = fit::fit(&differences).with_context(|| format!("there are too few positions to fit {kind}"))?;
        report::print(&differences, &fit)?;
    }
    Ok(())
}

/// The positions to search, if there is something to take them from.
fn positions(arguments: &ProbcutArguments) -> anyhow::Result<Vec<Board>> {
    if arguments.wthor.is_none() && arguments.games.is_empty() {
        return Ok(Vec::new());
    }
    let mut sampling = Sampling::new(arguments.seed, arguments.rounds, arguments.solve_from);
    if let Some(folder) = &arguments.wthor {
        sampling.read_wthor(folder)?;
    }
    for path in &arguments.games {
        sampling.read_games(path)?;
    }
    let positions = sampling.positions();
    ensure!(!positions.is_empty(), "there is no position in these games");
    Ok(positions)
}

/// Searches the positions that the data does not have yet, until the time is over.
fn collect(
    arguments: &ProbcutArguments,
    positions: &[Board],
    new_searcher: impl Fn() -> Searcher + Sync,
    data: &mut Data,
) -> anyhow::Result<()> {
    let until = Instant::now().checked_add(Duration::from_secs(arguments.seconds));
    let left = positions.get(data.records.len()..).unwrap_or_default();
    let work = left.iter().take_while(move |_| until.is_none_or(|until| Instant::now() < until));
    let mut progress = Progress::new("positions", data.records.len() as u64, Some(positions.len() as u64));
    let new_worker = || {
        let searcher = new_searcher();
        move |&board: &Board| searcher.search(board)
    };
    ordered::for_each(ordered::threads(arguments.threads), work, new_worker, |record: Record| {
        progress.add("");
        data.push(record)
    })?;
    progress.end("");
    Ok(())
}

#[cfg(test)]
mod tests;
