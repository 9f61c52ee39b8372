//! `outflank-train suite`: how well the engine judges positions whose moves are all solved, at fixed depths.
//!
//! Every position is searched by an engine of one thread that remembers nothing: the result depends on the weights and the
//! search alone. Nothing is solved that the depth does not reach.

mod judge;
mod problem;
mod report;

use std::convert::Infallible;

use crate::cli::SuiteArguments;
use crate::engine::Weights;
use crate::ordered;
use crate::progress::Progress;
use judge::{Judge, Tally};
use problem::Suite;
use report::Row;

pub(crate) fn run(arguments: &SuiteArguments) -> anyhow::Result<()> {
    let weights = Weights::load(arguments.weights.as_deref())?;
    let suites = arguments.suites.iter().map(|path| Suite::read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let problems = || suites.iter().flat_map(|suite| &suite.problems);
    let positions = problems().count();

    let mut progress = Progress::new("searches", 0, Some((positions * arguments.depth.len()) as u64));
    let work = arguments.depth.iter().flat_map(|&depth| problems().map(move |problem| (depth, problem)));
    let new_worker = || {
        let judge = Judge::new(&weights);
        move |(depth, problem)| judge.judge(problem, depth)
    };
    let mut judgements = Vec::new();
    let Ok(()) = ordered::for_each(ordered::threads(arguments.threads), work, new_worker, |judgement| {
        judgements.push(judgement);
        progress.add("");
        Ok::<_, Infallible>(())
    });
    progress.end("");

    let mut judgements = judgements.into_iter();
    let mut rows = Vec::new();
    for &depth in &arguments.depth {
        let mut all = Tally::default();
        for suite in &suites {
            let tally: Tally = judgements.by_ref().take(suite.problems.len()).collect();
            all.add(&tally);
            rows.push(Row { file: Some(&suite.name), depth, tally });
        }
        if suites.len() > 1 {
            rows.push(Row { file: None, depth, tally: all });
        }
    }
    report::print(&rows, arguments.json)
}
