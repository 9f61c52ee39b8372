//! The command line: what can be asked for, and the help texts.

mod book;
mod label;
mod output;
mod pack;
mod probcut;
mod puzzles;
mod selfplay;
mod suite;
mod train;

use clap::{Parser, Subcommand};

pub(crate) use book::BookArguments;
pub(crate) use label::LabelArguments;
pub(crate) use output::OutputArguments;
pub(crate) use pack::PackArguments;
pub(crate) use probcut::ProbcutArguments;
pub(crate) use puzzles::PuzzlesArguments;
pub(crate) use selfplay::SelfplayArguments;
pub(crate) use suite::SuiteArguments;
pub(crate) use train::TrainArguments;

/// Make the data that the engine of Outflank is strong by.
#[derive(Debug, Parser)]
#[command(name = "outflank-train", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Grow the opening book from the start of the game
    Book(BookArguments),
    /// Fit to searches how much Multi-ProbCut may cut off, and print it for the engine's source
    FitProbcut(ProbcutArguments),
    /// Score positions of games by a deeper search, or by solving them
    Label(LabelArguments),
    /// Round trained weights, and pack them into the file that the engine embeds
    Pack(PackArguments),
    /// Make puzzles from tournament games: endgames with one winning move, openings with one best move
    Puzzles(PuzzlesArguments),
    /// Let the engine play against itself, and write the games with what their positions are worth
    Selfplay(SelfplayArguments),
    /// Measure how well the engine, at fixed depths, judges positions whose moves are all solved
    Suite(SuiteArguments),
    /// Learn the weights of the evaluation from games and positions
    Train(TrainArguments),
}
