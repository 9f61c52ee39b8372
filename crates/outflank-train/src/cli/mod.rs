//! Argument types and help texts.

mod book;
mod label;
mod pack;
mod probcut;
mod puzzles;
mod selfplay;
mod shared;
mod suite;
mod train;

use clap::{Parser, Subcommand};

pub(crate) use book::BookArguments;
pub(crate) use label::LabelArguments;
pub(crate) use pack::PackArguments;
pub(crate) use probcut::ProbcutArguments;
pub(crate) use puzzles::PuzzlesArguments;
pub(crate) use selfplay::SelfplayArguments;
pub(crate) use shared::{OutputArguments, SearchArguments};
pub(crate) use suite::SuiteArguments;
pub(crate) use train::TrainArguments;

/// Generate the engine's data: weights, opening book, puzzles.
#[derive(Debug, Parser)]
#[command(name = "outflank-train", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Grow the opening book
    Book(BookArguments),
    /// Fit the Multi-ProbCut parameters and print them as source code
    FitProbcut(ProbcutArguments),
    /// Score positions with a deeper search or the solver
    Label(LabelArguments),
    /// Pack trained weights into the file that the engine embeds
    Pack(PackArguments),
    /// Make puzzles from tournament games
    Puzzles(PuzzlesArguments),
    /// Play games of the engine against itself, with scores for the positions
    Selfplay(SelfplayArguments),
    /// Measure the engine at fixed depths on solved positions
    Suite(SuiteArguments),
    /// Train the evaluation on games and positions
    Train(TrainArguments),
}
