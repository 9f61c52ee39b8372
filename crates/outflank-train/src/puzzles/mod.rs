//! `outflank-train puzzles`: makes puzzles from tournament games.
//!
//! Games are examined in a random order until there are several times as many puzzles as requested; then the set is chosen.
//! A puzzle depends on its position alone, so the file does not depend on the threads.

mod difficulty;
mod endgame;
mod file;
mod games;
mod history;
mod opening;
mod scored;
mod selection;
#[cfg(test)]
mod tests;
mod themes;

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::ensure;
use clap::{Args, value_parser};
use outflank_study::puzzles::{Kind, Puzzle};

use crate::engine::EngineWeights;
use crate::files::{self, PathContext};
use crate::progress::ProgressLine;
use crate::random::Random;
use crate::threads;
use games::{NamedGame, NamedGames};
use scored::FoundPuzzle;
use selection::PuzzleSet;

#[derive(Args, Debug)]
pub(crate) struct PuzzlesArguments {
    /// Files of the WTHOR database (*.wtb) or folders of them, with the names in WTH.JOU and WTH.TRN beside them
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Output file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,

    /// Keep the puzzles of this file, and only renew the moves that led to them and their themes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "openings", "seed"])]
    keep: Option<PathBuf>,

    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u16).range(1..=10_000))]
    count: u16,

    /// Number of openings among them, if the games have that many; the others are endgames
    #[arg(long, value_name = "N", default_value_t = 100)]
    openings: u16,

    /// Search depth for openings, in plies. Endgames are solved
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = value_parser!(u8).range(1..=30))]
    depth: u8,

    /// Random seed for choosing puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Number of threads; it does not affect the puzzles [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

const ENDGAMES_PER_PUZZLE: usize = 5;
/// An opening takes about a second.
const OPENINGS_PER_PUZZLE: usize = 2;

pub(crate) fn run(arguments: &PuzzlesArguments) -> anyhow::Result<()> {
    let &PuzzlesArguments { count, openings, depth, seed, .. } = arguments;
    ensure!(openings <= count, "--openings: expected at most as many as --count, which is {count}");
    files::ensure_free(&arguments.out, arguments.force)?;
    let games = NamedGames::read(&arguments.games)?;
    let weights = EngineWeights::load(None)?;
    let threads = threads::count(arguments.threads);
    if let Some(kept) = &arguments.keep {
        let file = fs::read_to_string(kept).at(kept)?;
        let themes = |puzzles: &[Puzzle]| {
            themes::of_all(puzzles.iter().map(|puzzle| (puzzle.kind, puzzle.position)), &weights, depth, threads)
        };
        return files::write(&arguments.out, history::renew(file, &games, themes).at(kept)?.as_bytes());
    }
    let finder = Finder { games: &games.games, weights: &weights, depth, seed, threads };

    let [openings, endgames] = [openings, count - openings].map(usize::from);
    let mut set = PuzzleSet::new(&games.games);
    set.add(finder.endgames(ENDGAMES_PER_PUZZLE * endgames), endgames);
    set.add(finder.openings(OPENINGS_PER_PUZZLE * openings), openings);
    for (kind, wanted) in [(Kind::Endgame, endgames), (Kind::Opening, openings)] {
        let chosen = set.chosen.iter().filter(|chosen| chosen.found.kind == kind).count();
        if chosen < wanted {
            eprintln!("found only {chosen} of {wanted} puzzles of the kind {}", kind.name());
        }
    }
    let positions = set.chosen.iter().map(|chosen| (chosen.found.kind, chosen.found.position));
    let themes = themes::of_all(positions, &weights, depth, threads);
    set.chosen.iter_mut().zip(themes).for_each(|(chosen, themes)| chosen.themes = themes);
    files::write(&arguments.out, file::write(&set.chosen, arguments, &games, &weights).as_bytes())
}

struct Finder<'t> {
    games: &'t [NamedGame],
    weights: &'t EngineWeights,
    depth: u8,
    seed: u64,
    threads: NonZeroUsize,
}

impl Finder<'_> {
    /// Finds up to `wanted` endgames, at most one per game.
    fn endgames(&self, wanted: usize) -> Vec<FoundPuzzle> {
        let new_worker = || {
            let solver = endgame::EndgameSolver::new(self.weights, self.seed);
            move |game: usize| solver.examine(&self.games[game], game)
        };
        let order = self.shuffled(0..self.games.len());
        let progress = ProgressLine::new("games", 0, Some(order.len() as u64));
        collect(order.into_iter(), new_worker, wanted, self.threads, progress)
    }

    fn openings(&self, wanted: usize) -> Vec<FoundPuzzle> {
        let positions = match wanted {
            0 => Vec::new(),
            _ => self.shuffled(opening::book_positions(self.games, self.seed)),
        };
        let new_worker = || {
            let checker = opening::OpeningChecker::new(self.weights, self.depth);
            move |position: opening::BookPosition| checker.examine(&position)
        };
        let progress = ProgressLine::new("book positions", 0, Some(positions.len() as u64));
        collect(positions.into_iter(), new_worker, wanted, self.threads, progress)
    }

    fn shuffled<T>(&self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        // Not the seed that chooses a game's position, which would correlate the two.
        let mut items: Vec<(T, u64)> = items.into_iter().zip(0..).collect();
        items.sort_by_cached_key(|&(_, number)| Random::of(!self.seed, number).next());
        items.into_iter().map(|(item, _)| item).collect()
    }
}

fn collect<W, F>(
    items: impl Iterator<Item = W> + Send,
    new_worker: impl Fn() -> F + Sync,
    wanted: usize,
    threads: NonZeroUsize,
    mut progress: ProgressLine,
) -> Vec<FoundPuzzle>
where
    F: FnMut(W) -> Option<FoundPuzzle>,
{
    let mut found = Vec::new();
    if wanted > 0 {
        let take = |puzzle: Option<FoundPuzzle>| {
            found.extend(puzzle);
            progress.add(format_args!(", {} of {wanted} puzzles", found.len()));
            if found.len() < wanted { Ok(()) } else { Err(Enough) }
        };
        let (Ok(()) | Err(Enough)) = threads::in_order(threads, items, new_worker, take);
        progress.finish(format_args!(", {} of {wanted} puzzles", found.len()));
    }
    found
}

struct Enough;
