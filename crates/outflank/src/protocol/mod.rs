//! `outflank engine`: GTP and NBoard.
//!
//! `gtp` and `nboard` are pure state machines (see `machine`): no clock, no threads, no output, so that tests can send a hundred thousand
//! commands. `driver` has the threads, the search and the streams.

mod driver;
mod gtp;
mod machine;
mod nboard;
#[cfg(test)]
mod stage;
mod strength;

use std::process::ExitCode;

use outflank_engine::{Engine, Options};

use crate::cli::{EngineArguments, ProtocolArgument, SearchArguments};
use gtp::Gtp;
use nboard::NBoard;
use strength::Strength;

pub(crate) fn run(arguments: &EngineArguments) -> anyhow::Result<ExitCode> {
    let SearchArguments { bounds, book, threads } = arguments.search;
    let engine = Engine::new(Options { threads, table_mebibytes: arguments.table });
    let strength = Strength::new(arguments.level, bounds, book.into(), arguments.seed);
    match arguments.protocol {
        ProtocolArgument::Gtp => driver::drive(Gtp::new(arguments.rules, strength), &engine),
        ProtocolArgument::Nboard => driver::drive(NBoard::new(arguments.rules, strength), &engine),
    }
}
