//! `outflank-train suite`: measures the engine at fixed depths on positions with solved moves.
//!
//! Every position is searched by a single-threaded engine with an empty table, so the result depends on the weights and the
//! search alone.

mod problem;
mod report;
mod score;

use std::convert::Infallible;

use crate::cli::SuiteArguments;
use crate::engine::EngineWeights;
use crate::progress::ProgressLine;
use crate::threads;
use problem::Suite;
use report::SuiteRow;
use score::{ProblemSearcher, SuiteScore};

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
