//! `outflank-train label`: scores positions of games with a deeper search than the one that played them.
//!
//! The sources and the arguments decide which positions are taken, and each score depends on its position alone. So the
//! file does not depend on the threads, and a resumed run ends with the same file.

mod labeller;
mod selection;
mod sources;
#[cfg(test)]
mod tests;

use anyhow::ensure;
use outflank_rules::Board;

use crate::cli::LabelArguments;
use crate::engine::EngineWeights;
use crate::files::PathContext;
use crate::progress::ProgressLine;
use crate::records::{OutputFile, Recipe, ScoredPosition, positions};
use crate::threads;
use labeller::Labeller;
pub(crate) use selection::EmptiesRange;
use selection::{SamplingRules, UniqueBoards};
use sources::LabelSources;

pub(crate) fn run(arguments: &LabelArguments) -> anyhow::Result<()> {
    let &LabelArguments { depth, solve_from, limit, .. } = arguments;
    let weights = EngineWeights::load(arguments.search.weights.as_deref())?;
    let rules = SamplingRules::new(arguments);
    let sources = LabelSources::new(arguments)?;
    let mut recipe = Recipe::new("label").with("depth", depth).with("solve-from", solve_from);
    recipe = weights.describe(sources.describe(rules.describe(recipe)));

    let path = &arguments.output.out;
    ensure!(!sources.contains(path), "{}: the file is one of the sources", path.display());
    let mut output = OutputFile::open::<ScoredPosition>(&arguments.output, &recipe, limit)?;
    let left = limit.map_or(usize::MAX, |limit| usize::try_from(limit - output.records).unwrap_or(usize::MAX));
    let mut boards = UniqueBoards::new(rules, sources.positions());
    output.read_back(|written| check_written(written, &mut boards)).at(path)?;

    let mut progress = ProgressLine::new("positions", output.records, limit);
    let new_worker = || {
        let labeller = Labeller::new(&weights, depth, solve_from);
        move |board: anyhow::Result<Board>| board.map(|board| labeller.label(board))
    };
    threads::in_order(threads::count(arguments.search.threads), boards.take(left), new_worker, |position| {
        positions::write(&mut output.file, position?).at(path)?;
        progress.add("");
        anyhow::Ok(())
    })?;
    progress.finish("");
    Ok(())
}

/// Draws the positions that are already in the file. A program that draws others must not resume it.
fn check_written(
    written: impl Iterator<Item = anyhow::Result<ScoredPosition>>,
    boards: &mut impl Iterator<Item = anyhow::Result<Board>>,
) -> anyhow::Result<()> {
    for (position, number) in written.zip(1..) {
        let drawn = boards.next().transpose()?;
        let is_same = Some(position?.board) == drawn;
        ensure!(is_same, "position {number}: this version of the program takes a different position");
    }
    Ok(())
}
