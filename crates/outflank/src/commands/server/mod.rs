mod backup;
mod bot;
mod games;
mod serve;
mod service;
#[cfg(feature = "postgres")]
mod worker;

use std::process::ExitCode;

use crate::cli::server::Command;

pub(crate) fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve(arguments) => serve::run(arguments),
        Command::Backup(arguments) => backup::run(arguments),
        Command::Games(arguments) => games::run(arguments),
        #[cfg(feature = "postgres")]
        Command::Worker(arguments) => worker::run(arguments),
        Command::Bot(arguments) => bot::run(arguments),
    }
}
