//! `outflank-train book`: grows the opening book from the start of the game.
//!
//! A value depends on its position alone, and a round ends before the next one is chosen. So the book does not depend on
//! the threads, and a resumed run grows the same book.

mod expansion;
#[cfg(test)]
mod tests;

use std::fs;
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::{Args, value_parser};
use outflank_engine::book::{BookProvenance, Edge, Tree};
use outflank_rules::Board;

use crate::arguments::{OutputArguments, SearchArguments};
use crate::engine::EngineWeights;
use crate::files::{self, PathContext};
use crate::progress::StatusLine;
use crate::threads;
use expansion::{BookSearcher, ExpansionRound};

#[derive(Args, Debug)]
pub(crate) struct BookArguments {
    #[command(flatten)]
    output: OutputArguments,

    #[command(flatten)]
    search: SearchArguments,

    /// Stop with this number of positions, or a few more [default: no limit]
    #[arg(long, value_name = "N")]
    positions: Option<usize>,

    /// Stop after this many minutes, or a few seconds more [default: no limit]
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,

    /// Search depth in plies: this or one more, so that the same side moves at the end of every line [default: 14, or that
    /// of the resumed file]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=30))]
    depth: Option<u8>,
}

const DEFAULT_DEPTH: u8 = 14;
const SAVE_INTERVAL: Duration = Duration::from_secs(30);

pub(crate) fn run(arguments: &BookArguments) -> anyhow::Result<()> {
    let mut tree = first_tree(arguments)?;
    let weights = EngineWeights::load(arguments.search.weights.as_deref())?;
    let mut searchers = BookSearcher::for_threads(threads::count(arguments.search.threads), &weights);
    let started = Instant::now();
    let deadline = arguments.minutes.map(minutes).transpose()?.map(|minutes| started + minutes);
    let save = |tree: &Tree| -> anyhow::Result<usize> {
        let provenance = BookProvenance { date: files::today(), command: files::command_line() };
        let file = tree.pack(&provenance);
        files::write(&arguments.output.out, &file)?;
        Ok(file.len())
    };
    save(&tree)?;

    let mut status = StatusLine::new();
    let first = tree.expanded();
    let line = |tree: &Tree| {
        let rate = (tree.expanded() - first) as f64 / started.elapsed().as_secs_f64() * 60.0;
        format!("{} positions, {rate:.0} positions/min, {} boards", tree.expanded(), tree.nodes().len())
    };
    let mut saved = Instant::now();
    while arguments.positions.is_none_or(|positions| tree.expanded() < positions)
        && deadline.is_none_or(|deadline| Instant::now() < deadline)
    {
        let Some(round) = ExpansionRound::next(&mut tree) else { break };
        round.search(&mut tree, &mut searchers);
        status.update(|| line(&tree));
        if saved.elapsed() >= SAVE_INTERVAL {
            save(&tree)?;
            saved = Instant::now();
        }
    }
    tree.propagate();
    let bytes = save(&tree)?;
    status.print(&format!("{}, {:.0} s, {bytes} bytes", line(&tree), started.elapsed().as_secs_f64()));
    status.print(&format!("value of the start: {}; best line: {}", tree.node(tree.start()).value, best_line(&tree)));
    Ok(())
}

fn first_tree(arguments: &BookArguments) -> anyhow::Result<Tree> {
    let OutputArguments { out, force, resume } = &arguments.output;
    if !resume {
        files::ensure_free(out, *force)?;
        return Ok(Tree::new(arguments.depth.unwrap_or(DEFAULT_DEPTH)));
    }
    let (_, tree) = Tree::unpack(&fs::read(out).at(out)?).at(out)?;
    if let Some(depth) = arguments.depth {
        let same = tree.depth();
        ensure!(depth == same, "{}: its positions were searched with --depth {same}, not {depth}", out.display());
    }
    Ok(tree)
}

fn minutes(minutes: f64) -> anyhow::Result<Duration> {
    let week = 7.0 * 24.0 * 60.0;
    ensure!((0.0..=week).contains(&minutes), "--minutes: expected a number of minutes, at most a week");
    Ok(Duration::from_secs_f64(60.0 * minutes))
}

fn best_line(tree: &Tree) -> String {
    let mut board = Board::START;
    let mut line = String::new();
    while let Some((id, symmetry)) = tree.find(board) {
        let best = tree.moves(id).max_by_key(|&(square, _, value)| (value, std::cmp::Reverse(square)));
        let Some((square, edge, _)) = best else { break };
        let square = symmetry.inverse().square(square);
        line += &square.to_string();
        let after = board.play_unchecked(square);
        board = match edge {
            Edge::Turn(_) => after,
            Edge::Again(_) => after.pass(),
            Edge::Over(_) => break,
        };
    }
    line
}
