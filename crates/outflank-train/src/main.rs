//! `outflank-train`: for the people who make the engine strong. `outflank-train --help` lists what it does.

mod book;
mod cli;
mod fit;
mod games;
mod measure;
mod positions;
mod replay;
mod samples;
mod selfplay;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Book(arguments) => book::run(&arguments),
        Command::Fit(arguments) => fit::run(&arguments),
        Command::Measure(arguments) => measure::run(&arguments),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("outflank-train: {error:#}");
            ExitCode::FAILURE
        }
    }
}
