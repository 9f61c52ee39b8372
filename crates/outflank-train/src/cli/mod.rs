//! The command line: what can be asked for, and the help texts.

mod fit;
mod label;
mod measure;
mod output;
mod selfplay;

use clap::{Parser, Subcommand};

pub(crate) use fit::FitArguments;
pub(crate) use label::LabelArguments;
pub(crate) use measure::MeasureArguments;
pub(crate) use output::OutputArguments;
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
    /// Fit the weights of the evaluation to games, and pack them into a file
    Fit(FitArguments),
    /// Score positions of games by a deeper search, or by solving them
    Label(LabelArguments),
    /// Measure how well the evaluation, without any search, orders the moves of solved positions
    Measure(MeasureArguments),
    /// Let the engine play against itself, and write the games with what their positions are worth
    Selfplay(SelfplayArguments),
}
