mod cli;
mod commands;
mod console;
mod interrupt;
mod person;
mod player;
mod progress;
mod protocol;
mod random;
mod stderr;
mod storage;
mod tui;

use std::io::{self, ErrorKind};
use std::process::{self, ExitCode};

use clap::Parser;
use outflank_render::sanitize;

use cli::{Cli, Command};
use commands::{analyze, bench, book, convert, db, drill, guide, judge, learn, manual, matches, perft, solve};

fn main() -> ExitCode {
    run()
}

/// A separate function, so that none of its code runs before the processor is checked.
#[inline(never)]
fn run() -> ExitCode {
    let Cli { command, play } = Cli::try_parse().unwrap_or_else(|error| exit_after(&error));
    let done = match command.unwrap_or(Command::Play(play)) {
        Command::Play(arguments) if !arguments.plain && tui::is_possible() => tui::play(&arguments),
        Command::Play(arguments) => console::play(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Bench => bench::run(),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Engine(arguments) => protocol::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Db(arguments) => db::run(&arguments),
        Command::Book(arguments) => book::run(&arguments),
        Command::Drill(arguments) => drill::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Server(command) => commands::server::run(&command),
        Command::Guide(arguments) => guide::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Completions(arguments) => manual::completions(&arguments),
        Command::Man => manual::man(),
    };
    match done {
        Ok(code) => code,
        // The reader has quit, as in `outflank judge | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(usage_error) => exit_after(&usage_error),
            Err(error) => {
                stderr::print(format_args!("outflank: {error:#}"));
                ExitCode::FAILURE
            }
        },
    }
}

/// Arguments may contain file names with control characters, so usage errors are printed sanitized and without colours.
fn exit_after(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    if sanitize::lines(&text) == text {
        error.exit();
    }
    stderr::print(text.trim_end());
    process::exit(error.exit_code());
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
