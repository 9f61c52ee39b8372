//! `outflank-train`: self-play, training, book and puzzle generation for engine developers.

mod book;
mod cli;
mod engine;
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
mod threads;
mod train;
mod weights;
mod wthor;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Book(arguments) => book::run(&arguments),
        Command::FitProbcut(arguments) => probcut::run(&arguments),
        Command::Label(arguments) => label::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments),
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
