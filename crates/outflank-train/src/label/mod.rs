//! `outflank-train label`: positions of games, scored by a search that is deeper than the one they were played with.
//!
//! Which positions are taken depends on the sources and the arguments, and the score of each on nothing else; they are
//! written in the order of the sources. So the file does not depend on the threads, and a run that was broken off goes on
//! as if nothing had happened.

mod judge;
mod selection;
mod sources;

use std::io::BufRead;

use anyhow::{Context, ensure};
use outflank_rules::Board;

use crate::cli::LabelArguments;
use crate::engine::Weights;
use crate::header::{Contents, Provenance};
use crate::ordered;
use crate::positions::{self, Positions};
use crate::progress::Progress;
use crate::resume::Output;
use judge::Judge;
pub(crate) use selection::Empties;
use selection::{Choice, Selection};
use sources::Sources;

pub(crate) fn run(arguments: &LabelArguments) -> anyhow::Result<()> {
    let &LabelArguments { depth, solve_from, limit, .. } = arguments;
    let weights = Weights::load(arguments.weights.as_deref())?;
    let choice = Choice::new(arguments);
    let sources = Sources::new(arguments)?;
    let mut provenance = Provenance::new("label").with("depth", depth).with("solve-from", solve_from);
    provenance = weights.describe(sources.describe(choice.describe(provenance)));

    let path = &arguments.output.out;
    let context = || path.display().to_string();
    ensure!(!sources.contains(path), "{}: the file is one of the sources", path.display());
    let mut output = Output::open(&arguments.output, Contents::Positions, &provenance, positions::whole)?;
    let left = left(limit, output.records).with_context(context)?;
    let mut selection = Selection::new(choice, sources.candidates());
    output.read_back(|file| check_written(file, &mut selection)).with_context(context)?;

    let mut progress = Progress::new("positions", output.records, limit);
    let new_worker = || {
        let judge = Judge::new(&weights, depth, solve_from);
        move |board: anyhow::Result<Board>| board.map(|board| judge.label(board))
    };
    let work = selection.take(left);
    ordered::for_each(ordered::threads(arguments.threads), work, new_worker, |position| {
        positions::write(&mut output.file, position?).with_context(context)?;
        progress.add("");
        anyhow::Ok(())
    })?;
    progress.end("");
    Ok(())
}

/// How many positions to add to a file that has so many.
fn left(limit: Option<u64>, records: u64) -> anyhow::Result<usize> {
    let Some(limit) = limit else { return Ok(usize::MAX) };
    let left =
        limit.checked_sub(records).with_context(|| format!("the file has {records} positions, more than {limit}"))?;
    Ok(usize::try_from(left).unwrap_or(usize::MAX))
}

/// Draws the positions that are written already. A program that draws others must not go on with the file.
fn check_written(
    file: &mut dyn BufRead,
    selection: &mut impl Iterator<Item = anyhow::Result<Board>>,
) -> anyhow::Result<()> {
    for (position, number) in Positions::new(file)?.zip(1..) {
        let drawn = selection.next().transpose()?;
        ensure!(Some(position?.board) == drawn, "position {number}: this program takes another one here");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
