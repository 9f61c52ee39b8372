//! `outflank-train selfplay`: games of the engine against itself.
//!
//! A game depends on the arguments and its number alone, and games are written in order. So the file does not depend on
//! the threads, and a resumed run ends with the same file.

mod player;
mod starts;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::{Args, value_parser};

use crate::arguments::{OutputArguments, SearchArguments};
use crate::engine::EngineWeights;
use crate::files::PathContext;
use crate::progress::ProgressLine;
use crate::random::Random;
use crate::records::{OutputFile, Recipe, ScoredGame, ScoredMove, games};
use crate::threads;
use crate::wthor::WthorGames;
use player::SelfPlayer;
use starts::{Mix, Starts};

#[derive(Args, Debug)]
pub(crate) struct SelfplayArguments {
    #[command(flatten)]
    output: OutputArguments,

    #[command(flatten)]
    search: SearchArguments,

    /// Number of games in the file [default: no limit; stop with Ctrl-C]
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    games: Option<u64>,

    /// Start no game after this many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,

    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u8).range(1..=60))]
    depth: u8,

    /// Solve positions with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u8).range(0..=30))]
    solve_from: u8,

    /// Shares of the three kinds of openings: random moves, lines of the XOT list, tournament games [default:
    /// random:3,xot:1 or, with --wthor, random:2,xot:1,wthor:1]
    #[arg(long, value_name = "MIX")]
    starts: Option<Mix>,

    /// Folder of WTHOR files (*.wtb), for openings from tournament games
    #[arg(long, value_name = "FOLDER")]
    wthor: Option<PathBuf>,

    /// Random seed; the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(arguments: &SelfplayArguments) -> anyhow::Result<()> {
    SelfplayRun::new(arguments)?.write(arguments)
}

struct SelfplayRun {
    weights: EngineWeights,
    starts: Starts,
    depth: u8,
    solve_from: u8,
    seed: u64,
    recipe: Recipe,
}

impl SelfplayRun {
    fn new(arguments: &SelfplayArguments) -> anyhow::Result<SelfplayRun> {
        let &SelfplayArguments { depth, solve_from, seed, .. } = arguments;
        let weights = EngineWeights::load(arguments.search.weights.as_deref())?;
        let wthor = arguments.wthor.as_deref().map(WthorGames::read).transpose()?;
        let mix = arguments.starts.unwrap_or(Mix::usual(wthor.is_some()));
        let mut recipe = Recipe::new("selfplay").with("depth", depth).with("solve-from", solve_from);
        recipe = recipe.with("seed", seed).with("starts", mix);
        if let Some(wthor) = &wthor {
            recipe = wthor.describe(recipe);
        }
        recipe = weights.describe(recipe);
        Ok(SelfplayRun { weights, starts: Starts::new(mix, wthor)?, depth, solve_from, seed, recipe })
    }

    fn write(&self, arguments: &SelfplayArguments) -> anyhow::Result<()> {
        let path = &arguments.output.out;
        let mut output = OutputFile::open::<ScoredGame>(&arguments.output, &self.recipe, arguments.games)?;
        output.read_back(|games| self.check_last(games)).at(path)?;
        let end = StopCondition::new(arguments);
        self.play(output.records, end, threads::count(arguments.search.threads), &output.file).at(path)
    }

    fn play(&self, first: u64, end: StopCondition, threads: NonZeroUsize, mut file: impl Write) -> io::Result<()> {
        let mut progress = ProgressLine::new("games", first, end.games);
        let mut positions = 0;
        let new_worker = || {
            let player = self.player();
            move |number| self.game(&player, number)
        };
        threads::in_order(threads, end.numbers(first), new_worker, |moves: Vec<ScoredMove>| {
            games::write(&mut file, &moves)?;
            positions += moves.iter().filter(|mv| mv.score.is_some()).count();
            progress.add(format_args!(", {positions} positions"));
            io::Result::Ok(())
        })?;
        progress.finish(format_args!(", {positions} positions"));
        Ok(())
    }

    fn player(&self) -> SelfPlayer {
        SelfPlayer::new(&self.weights, self.depth, self.solve_from)
    }

    fn game(&self, player: &SelfPlayer, number: u64) -> Vec<ScoredMove> {
        let mut random = Random::of(self.seed, number);
        let start = self.starts.draw(&mut random);
        player.play(start, random)
    }

    /// Plays the last game again: a changed program must not resume the file.
    fn check_last(&self, games: impl Iterator<Item = anyhow::Result<ScoredGame>>) -> anyhow::Result<()> {
        if let Some((game, number)) = games.zip(0..).last() {
            let again = self.game(&self.player(), number);
            ensure!(game?.moves == again, "game {}: this version of the program plays a different game", number + 1);
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
struct StopCondition {
    games: Option<u64>,
    deadline: Option<Instant>,
}

impl StopCondition {
    fn new(arguments: &SelfplayArguments) -> StopCondition {
        let deadline = arguments.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
        StopCondition { games: arguments.games, deadline }
    }

    fn numbers(self, first: u64) -> impl Iterator<Item = u64> {
        let in_time = move |_: &u64| self.deadline.is_none_or(|deadline| Instant::now() < deadline);
        (first..self.games.unwrap_or(u64::MAX)).take_while(in_time)
    }
}
