//! The command line: what can be asked for, and the help texts.

mod book;
mod fit;
mod measure;
mod selfplay;

use clap::{Parser, Subcommand};

pub(crate) use book::BookArguments;
pub(crate) use fit::FitArguments;
pub(crate) use measure::MeasureArguments;
pub(crate) use selfplay::SelfplayArguments;

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
    /// Fit the weights of the evaluation to games, and pack them into a file
    Fit(FitArguments),
    /// Measure how well the evaluation, without any search, orders the moves of solved positions
    Measure(MeasureArguments),
    /// Let the engine play against itself, and write the games with what their positions are worth
    Selfplay(SelfplayArguments),
}
