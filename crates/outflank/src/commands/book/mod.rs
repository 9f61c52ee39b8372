mod exchange;
mod file;
mod grow;
mod popularity;
mod search;
mod show;

use std::process::ExitCode;

use crate::cli::{BookAction, BookCommand};

pub(crate) fn run(command: &BookCommand) -> anyhow::Result<ExitCode> {
    match &command.action {
        BookAction::Show(arguments) => show::run(arguments),
        BookAction::Grow(arguments) => grow::run(arguments),
        BookAction::Merge(arguments) => exchange::merge(arguments),
        BookAction::Import(arguments) => exchange::import(arguments),
        BookAction::Export(arguments) => exchange::export(arguments),
    }
}
