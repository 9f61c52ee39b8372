//! `outflank-train label`: scores positions of games with a deeper search than the one that played them.
//!
//! The sources and the arguments decide which positions are taken, and each score depends on its position alone. So the
//! file does not depend on the threads, and a resumed run ends with the same file.

mod selection;
mod sources;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use anyhow::ensure;
use clap::{ArgGroup, Args, value_parser};
use outflank_engine::Engine;
use outflank_rules::Board;

use crate::arguments::{OutputArguments, SearchArguments};
use crate::engine::{EngineWeights, position, search, solve};
use crate::files::PathContext;
use crate::progress::ProgressLine;
use crate::records::{OutputFile, Recipe, ScoredPosition, positions};
use crate::threads;
use selection::{SamplingRules, unique_boards};
use sources::LabelSources;

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("sources").args(["games", "wthor", "positions"]).required(true).multiple(true))]
pub(crate) struct LabelArguments {
    /// Files of self-play games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,

    /// Folder of WTHOR files (*.wtb); its games come after those of self-play
    #[arg(long, value_name = "FOLDER")]
    wthor: Option<PathBuf>,

    /// Files of positions, whose scores are ignored; they come last
    #[arg(long, value_name = "FILE", num_args = 1..)]
    positions: Vec<PathBuf>,

    #[command(flatten)]
    output: OutputArguments,

    #[command(flatten)]
    search: SearchArguments,

    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(1..=60))]
    depth: u8,

    /// Solve positions with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 18, value_parser = value_parser!(u8).range(0..=30))]
    solve_from: u8,

    #[command(flatten)]
    rules: SamplingRules,

    /// Maximum number of positions in the file
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
}

pub(crate) fn run(arguments: &LabelArguments) -> anyhow::Result<()> {
    let &LabelArguments { depth, solve_from, limit, .. } = arguments;
    let weights = EngineWeights::load(arguments.search.weights.as_deref())?;
    let sources = LabelSources::new(arguments)?;
    let mut recipe = Recipe::new("label").with("depth", depth).with("solve-from", solve_from);
    recipe = weights.describe(sources.describe(arguments.rules.describe(recipe)));

    let path = &arguments.output.out;
    ensure!(!sources.contains(path), "{}: the file is one of the sources", path.display());
    let mut output = OutputFile::open::<ScoredPosition>(&arguments.output, &recipe, limit)?;
    let left = limit.map_or(usize::MAX, |limit| usize::try_from(limit - output.records).unwrap_or(usize::MAX));
    let mut boards = unique_boards(&arguments.rules, sources.positions());
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

/// The table is cleared before each position, for reproducible scores. Up to this depth a small one is at least as fast.
const MAX_SMALL_DEPTH: u8 = 12;
const SMALL_MEBIBYTES: usize = 1;
const LARGE_MEBIBYTES: usize = 16;
/// Not cleared: an exact score does not depend on earlier searches.
const SOLVER_MEBIBYTES: usize = 16;

struct Labeller {
    searcher: Engine,
    solver: Engine,
    depth: u8,
    solve_from: u8,
}

impl Labeller {
    fn new(weights: &EngineWeights, depth: u8, solve_from: u8) -> Labeller {
        let mebibytes = if depth <= MAX_SMALL_DEPTH { SMALL_MEBIBYTES } else { LARGE_MEBIBYTES };
        let (searcher, solver) = (weights.engine(mebibytes), weights.engine(SOLVER_MEBIBYTES));
        Labeller { searcher, solver, depth, solve_from }
    }

    fn label(&self, board: Board) -> ScoredPosition {
        let empties = board.empty().len() as u8;
        let analysis = match empties <= self.solve_from.max(self.depth) {
            true => solve(&self.solver, &position(board)),
            false => {
                self.searcher.forget();
                search(&self.searcher, &position(board), self.depth)
            }
        };
        ScoredPosition { board, score: analysis.lines[0].score }
    }
}
