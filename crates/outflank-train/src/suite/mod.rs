//! `outflank-train suite`: measures the engine at fixed depths on positions with solved moves.
//!
//! Each search starts with an empty table on one thread, so the result depends on the weights and the search alone.

pub(crate) mod problem;
mod report;
mod score;

use std::convert::Infallible;
use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::arguments::SearchArguments;
use crate::engine::EngineWeights;
use crate::progress::ProgressLine;
use crate::threads;
use problem::Suite;
use report::SuiteRow;
use score::{ProblemSearcher, SuiteScore};

#[derive(Args, Debug)]
pub(crate) struct SuiteArguments {
    /// Problem files in the Othello Board Format (*.obf), with scores for all moves
    #[arg(required = true, value_name = "FILE")]
    suites: Vec<PathBuf>,

    /// Search depths in plies, a row for each
    ///
    /// 0 is the evaluation alone, of the position and after each move. A position with no more empty squares than the depth
    /// is solved.
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "0,4,10")]
    #[arg(value_parser = value_parser!(u8).range(0..=60))]
    depth: Vec<u8>,

    #[command(flatten)]
    search: SearchArguments,

    /// Print each row as a JSON object on a line
    ///
    /// It has file, depth, positions, best_rate, mean_loss, mean_absolute_error, mean_absolute_error_of_moves (at depth
    /// 0), nodes and seconds. The row of all files has no file.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &SuiteArguments) -> anyhow::Result<()> {
    let weights = EngineWeights::load(arguments.search.weights.as_deref())?;
    let suites = arguments.suites.iter().map(|path| Suite::read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let problems = || suites.iter().flat_map(|suite| &suite.problems);
    let positions = problems().count();

    let mut progress = ProgressLine::new("searches", 0, Some((positions * arguments.depth.len()) as u64));
    let work = arguments.depth.iter().flat_map(|&depth| problems().map(move |problem| (depth, problem)));
    let new_worker = || {
        let searcher = ProblemSearcher::new(&weights);
        move |(depth, problem)| searcher.score(problem, depth)
    };
    let mut scores = Vec::new();
    let Ok(()) = threads::in_order(threads::count(arguments.search.threads), work, new_worker, |score| {
        scores.push(score);
        progress.add("");
        Ok::<_, Infallible>(())
    });
    progress.finish("");

    let mut scores = scores.iter();
    let mut rows = Vec::new();
    for &depth in &arguments.depth {
        let mut all = SuiteScore::default();
        for suite in &suites {
            let mut score = SuiteScore::default();
            scores.by_ref().take(suite.problems.len()).for_each(|problem| score.add(problem));
            all.add(&score);
            rows.push(SuiteRow::new(Some(&suite.name), depth, &score));
        }
        if suites.len() > 1 {
            rows.push(SuiteRow::new(None, depth, &all));
        }
    }
    report::print(&rows, arguments.json)
}
