//! `outflank-train selfplay`: games of the engine against itself, to learn from.
//!
//! A game depends on the arguments and its number alone, and games are written in the order of their numbers. So the file
//! does not depend on the threads, and a run that was broken off goes on as if nothing had happened. Each game is written
//! in one piece as soon as those before it are, so that whoever ends the program leaves a file of whole games.

mod player;
mod starts;

use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::cli::SelfplayArguments;
use crate::engine::Weights;
use crate::games::{self, Games, Turn, write_game};
use crate::header::{Contents, Provenance};
use crate::ordered;
use crate::progress::Progress;
use crate::random::Random;
use crate::resume::Output;
use crate::wthor::Tournaments;
use player::Player;
pub(crate) use starts::Mix;
use starts::Starts;

pub(crate) fn run(arguments: &SelfplayArguments) -> anyhow::Result<()> {
    Run::new(arguments)?.write(arguments)
}

/// What decides the games.
struct Run {
    weights: Weights,
    starts: Starts,
    depth: u8,
    solve_from: u8,
    seed: u64,
    /// All of this in a line.
    provenance: Provenance,
}

impl Run {
    fn new(arguments: &SelfplayArguments) -> anyhow::Result<Run> {
        let &SelfplayArguments { depth, solve_from, seed, .. } = arguments;
        let weights = Weights::load(arguments.weights.as_deref())?;
        let tournaments = arguments.wthor.as_deref().map(Tournaments::read).transpose()?;
        let mix = arguments.starts.unwrap_or(Mix::usual(tournaments.is_some()));
        let mut provenance = Provenance::new("selfplay").with("depth", depth).with("solve-from", solve_from);
        provenance = provenance.with("seed", seed).with("starts", mix);
        if let Some(tournaments) = &tournaments {
            provenance = tournaments.describe(provenance);
        }
        provenance = weights.describe(provenance);
        Ok(Run { weights, starts: Starts::new(mix, tournaments)?, depth, solve_from, seed, provenance })
    }

    /// Makes the file, or goes on with it.
    fn write(&self, arguments: &SelfplayArguments) -> anyhow::Result<()> {
        let path = &arguments.output.out;
        let mut output = Output::open(&arguments.output, Contents::Games, &self.provenance, games::whole)?;
        let end = End::new(arguments);
        let mut write = || -> anyhow::Result<()> {
            if let Some(games) = end.games {
                ensure!(output.records <= games, "the file has {} games, more than {games}", output.records);
            }
            output.read_back(|file| self.check_last(file))?;
            Ok(self.play(output.records, end, ordered::threads(arguments.threads), &output.file)?)
        };
        write().with_context(|| path.display().to_string())
    }

    /// Plays the games from number `first` on, counted from 0, and writes them.
    fn play(&self, first: u64, end: End, threads: NonZeroUsize, mut file: impl Write) -> io::Result<()> {
        let mut progress = Progress::new("games", first, end.games);
        let mut positions = 0;
        let new_worker = || {
            let player = self.player();
            move |number| self.game(&player, number)
        };
        ordered::for_each(threads, end.numbers(first), new_worker, |turns: Vec<Turn>| {
            write_game(&mut file, &turns)?;
            positions += turns.iter().filter(|turn| turn.score.is_some()).count();
            progress.add(format_args!(", {positions} positions"));
            io::Result::Ok(())
        })?;
        progress.end(format_args!(", {positions} positions"));
        Ok(())
    }

    fn player(&self) -> Player {
        Player::new(&self.weights, self.depth, self.solve_from)
    }

    fn game(&self, player: &Player, number: u64) -> Vec<Turn> {
        let mut random = Random::of(self.seed, number);
        let start = self.starts.draw(&mut random);
        player.play(start, random)
    }

    /// Plays the last game of a file again: a program that has changed since must not go on with it.
    fn check_last(&self, file: &mut dyn BufRead) -> anyhow::Result<()> {
        if let Some((game, number)) = Games::new(file)?.zip(0..).last() {
            let again = self.game(&self.player(), number);
            ensure!(game?.turns == again, "game {}: this program plays another game here", number + 1);
        }
        Ok(())
    }
}

/// When to end.
#[derive(Clone, Copy)]
struct End {
    /// With so many games in the file.
    games: Option<u64>,
    /// After that, no game is begun.
    until: Option<Instant>,
}

impl End {
    fn new(arguments: &SelfplayArguments) -> End {
        let until = arguments.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
        End { games: arguments.games, until }
    }

    /// The numbers of the games to play.
    fn numbers(self, first: u64) -> impl Iterator<Item = u64> {
        let in_time = move |_: &u64| self.until.is_none_or(|until| Instant::now() < until);
        (first..self.games.unwrap_or(u64::MAX)).take_while(in_time)
    }
}

#[cfg(test)]
mod tests;
