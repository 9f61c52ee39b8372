//! `outflank-train puzzles`: a set of puzzles from tournament games, for `outflank drill` and the page.
//!
//! - `games`: the games and who played them. `found`: a position that makes a puzzle.
//! - `endgame`: positions in which one move wins. `opening`: positions in which one is best by the book.
//! - `difficulty`: how hard a puzzle is. `selection`: which ones are taken. `file`: how they are written.
//!
//! Games are looked at in an order that the seed decides, until there are several times as many puzzles as are wanted; then the set is
//! chosen. What is found in a position depends on nothing but the position, so the file does not depend on the threads.

mod difficulty;
mod endgame;
mod file;
mod found;
mod games;
mod opening;
mod selection;
#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;

use anyhow::ensure;
use outflank_study::puzzles::Kind;

use crate::cli::PuzzlesArguments;
use crate::engine::Weights;
use crate::ordered;
use crate::output;
use crate::progress::Progress;
use crate::random::Random;
use found::Found;
use games::{Played, Tournaments};
use selection::Selection;

/// How many times as many puzzles as are wanted are looked for, so that there is a choice.
const ENDGAME_CHOICE: usize = 5;
/// An opening takes a second or so.
const OPENING_CHOICE: usize = 2;

pub(crate) fn run(arguments: &PuzzlesArguments) -> anyhow::Result<()> {
    let &PuzzlesArguments { count, openings, depth, seed, .. } = arguments;
    ensure!(openings <= count, "--openings: expected at most as many as --count, which is {count}");
    output::ensure_free(&arguments.out, arguments.force)?;
    let weights = Weights::load(None)?;
    let tournaments = Tournaments::read(&arguments.games)?;
    let threads = ordered::threads(arguments.threads);
    let finder = Finder { games: &tournaments.games, weights: &weights, depth, seed, threads };

    let [openings, endgames] = [openings, count - openings].map(usize::from);
    let mut selection = Selection::new(&tournaments.games);
    selection.add(finder.endgames(ENDGAME_CHOICE * endgames), endgames);
    selection.add(finder.openings(OPENING_CHOICE * openings), openings);
    for (kind, wanted) in [(Kind::Endgame, endgames), (Kind::Opening, openings)] {
        let chosen = selection.chosen.iter().filter(|chosen| chosen.found.kind == kind).count();
        if chosen < wanted {
            eprintln!("the games have only {chosen} puzzles of the kind {}, not {wanted}", kind.name());
        }
    }
    output::write(&arguments.out, file::write(&selection.chosen, arguments, &tournaments, &weights).as_bytes())
}

/// Looks for puzzles in games.
struct Finder<'t> {
    games: &'t [Played],
    weights: &'t Weights,
    /// How many plies to look ahead from an opening.
    depth: u8,
    seed: u64,
    threads: NonZeroUsize,
}

impl Finder<'_> {
    /// Looks for endgames, one in a game at most, until there are so many.
    fn endgames(&self, wanted: usize) -> Vec<Found> {
        let new_worker = || {
            let solver = endgame::Solver::new(self.weights, self.seed);
            move |game: usize| solver.look(&self.games[game], game)
        };
        let order = self.shuffled(0..self.games.len());
        let progress = Progress::new("games", 0, Some(order.len() as u64));
        collect(order.into_iter(), new_worker, wanted, self.threads, progress)
    }

    /// Looks for openings until there are so many.
    fn openings(&self, wanted: usize) -> Vec<Found> {
        let candidates = match wanted {
            0 => Vec::new(),
            _ => self.shuffled(opening::candidates(self.games, self.seed)),
        };
        let new_worker = || {
            let judge = opening::Judge::new(self.weights, self.depth);
            move |candidate: opening::Candidate| judge.look(&candidate)
        };
        let progress = Progress::new("positions of the book", 0, Some(candidates.len() as u64));
        collect(candidates.into_iter(), new_worker, wanted, self.threads, progress)
    }

    /// Things in an order that depends on the seed.
    fn shuffled<T>(&self, things: impl IntoIterator<Item = T>) -> Vec<T> {
        // Another seed than that by which a position of a game is chosen: games must not come in the order of these.
        let lot = |number| Random::of(!self.seed, number).next();
        let mut things: Vec<(u64, T)> =
            things.into_iter().zip(0..).map(|(thing, number)| (lot(number), thing)).collect();
        things.sort_by_key(|&(lot, _)| lot);
        things.into_iter().map(|(_, thing)| thing).collect()
    }
}

/// Looks at one thing after the other until there are so many puzzles.
fn collect<W, F>(
    things: impl Iterator<Item = W> + Send,
    new_worker: impl Fn() -> F + Sync,
    wanted: usize,
    threads: NonZeroUsize,
    mut progress: Progress,
) -> Vec<Found>
where
    F: FnMut(W) -> Option<Found>,
{
    let mut found = Vec::new();
    if wanted > 0 {
        let take = |puzzle: Option<Found>| {
            found.extend(puzzle);
            progress.add(format_args!(", {} of {wanted} puzzles", found.len()));
            if found.len() < wanted { Ok(()) } else { Err(Enough) }
        };
        // Otherwise there are fewer, and all of them were found.
        let (Ok(()) | Err(Enough)) = ordered::for_each(threads, things, new_worker, take);
        progress.end(format_args!(", {} of {wanted} puzzles", found.len()));
    }
    found
}

/// There is no need to look further.
struct Enough;
