mod arguments;
mod engine;
mod errors;
mod files;
mod label;
mod network;
mod pack;
mod probcut;
mod progress;
mod puzzles;
mod random;
mod records;
mod replay;
mod samples;
mod selfplay;
mod suite;
mod theory;
mod threads;
mod train;
mod weights;
mod wthor;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Generate the engine's data: weights, opening theory, puzzles.
#[derive(Debug, Parser)]
#[command(name = "outflank-train", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure how far off the losses of unsolved positions are
    Errors(errors::ErrorsArguments),
    /// Fit the Multi-ProbCut parameters and print them as source code
    FitProbcut(probcut::ProbcutArguments),
    /// Score positions with a deeper search or the solver
    Label(label::LabelArguments),
    /// Pack trained weights into the file that the engine embeds
    Pack(pack::PackArguments),
    /// Make puzzles from tournament games
    Puzzles(puzzles::PuzzlesArguments),
    /// Play games of the engine against itself, with scores for the positions
    Selfplay(selfplay::SelfplayArguments),
    /// Measure the engine at fixed depths on solved positions
    Suite(suite::SuiteArguments),
    /// Count the moves of tournament games, for the table of opening theory
    Theory(theory::TheoryArguments),
    /// Train the evaluation on games and positions
    Train(train::TrainArguments),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Errors(arguments) => errors::run(&arguments),
        Command::FitProbcut(arguments) => probcut::run(&arguments),
        Command::Label(arguments) => label::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments),
        Command::Theory(arguments) => theory::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("outflank-train: {error:#}");
            ExitCode::FAILURE
        }
    }
}
