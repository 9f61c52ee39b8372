//! `outflank-train fit-probcut`: fits the Multi-ProbCut parameters.
//!
//! Positions are searched in full width to every depth, and solved if possible. The standard deviation of the differences
//! between two depths is fitted as a smooth function of the depths and the number of empty squares, once for searches to the
//! end and once for others. The printed constants belong into the engine's `search/probcut.rs`.

mod cells;
mod fit;
mod report;
mod sampling;
mod score_log;
mod searcher;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use outflank_rules::Board;

use crate::arguments::SearchArguments;
use crate::engine::EngineWeights;
use crate::progress::ProgressLine;
use crate::threads;
use cells::{Differences, SearchKind};
use sampling::Reservoirs;
use score_log::{DepthScores, ScoreLog};
use searcher::DepthSearcher;

#[derive(Args, Debug)]
pub(crate) struct ProbcutArguments {
    /// Folder of WTHOR files (*.wtb)
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["games", "data"])]
    wthor: Option<PathBuf>,

    /// Files of self-play games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,

    /// Keep the scores of all searches in this file, and continue with those it has
    ///
    /// Without games, the parameters are fitted to the scores in the file. A line is a position (the discs of the side to
    /// move and of the opponent), its exact score or -, and the scores of searches of 0, 1, 2... plies, in units of
    /// 1/32 disc.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,

    #[command(flatten)]
    search: SearchArguments,

    /// Start no search after this many seconds
    #[arg(long, value_name = "N", default_value_t = 240)]
    seconds: u64,

    /// Maximum number of positions for each number of empty squares; twice as many where they are also solved
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u32).range(1..=100_000))]
    rounds: u32,

    /// Maximum depth of the full-width searches, in plies
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(4..=16))]
    depth: u8,

    /// Also solve positions with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 22, value_parser = value_parser!(u8).range(14..=30))]
    solve_from: u8,

    /// Random seed for choosing positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(arguments: &ProbcutArguments) -> anyhow::Result<()> {
    let weights = EngineWeights::load(arguments.search.weights.as_deref())?;
    let positions = positions(arguments)?;
    let mut log = match &arguments.data {
        Some(path) => ScoreLog::open(path)?,
        None => ScoreLog::default(),
    };
    if !positions.is_empty() {
        let new_searcher = || DepthSearcher::new(&weights, arguments.depth, arguments.solve_from);
        log.check(&positions, &new_searcher())?;
        collect(arguments, &positions, new_searcher, &mut log)?;
    }
    for kind in [SearchKind::Midgame, SearchKind::Endgame] {
        let differences = Differences::of(&log.records, kind);
        let fit = fit::fit(&differences).with_context(|| format!("too few positions to fit {kind}"))?;
        report::print(&differences, &fit)?;
    }
    Ok(())
}

fn positions(arguments: &ProbcutArguments) -> anyhow::Result<Vec<Board>> {
    if arguments.wthor.is_none() && arguments.games.is_empty() {
        return Ok(Vec::new());
    }
    let mut reservoirs = Reservoirs::new(arguments.seed, arguments.rounds, arguments.solve_from);
    if let Some(folder) = &arguments.wthor {
        reservoirs.read_wthor(folder)?;
    }
    for path in &arguments.games {
        reservoirs.read_games(path)?;
    }
    let positions = reservoirs.positions();
    ensure!(!positions.is_empty(), "the games have no positions");
    Ok(positions)
}

fn collect(
    arguments: &ProbcutArguments,
    positions: &[Board],
    new_searcher: impl Fn() -> DepthSearcher + Sync,
    log: &mut ScoreLog,
) -> anyhow::Result<()> {
    let deadline = Instant::now().checked_add(Duration::from_secs(arguments.seconds));
    let left = positions.get(log.records.len()..).unwrap_or_default();
    let work = left.iter().take_while(move |_| deadline.is_none_or(|deadline| Instant::now() < deadline));
    let mut progress = ProgressLine::new("positions", log.records.len() as u64, Some(positions.len() as u64));
    let new_worker = || {
        let searcher = new_searcher();
        move |&board: &Board| searcher.search(board)
    };
    threads::in_order(threads::count(arguments.search.threads), work, new_worker, |scores: DepthScores| {
        progress.add("");
        log.push(scores)
    })?;
    progress.finish("");
    Ok(())
}

#[cfg(test)]
mod tests;
