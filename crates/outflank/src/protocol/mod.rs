//! `outflank engine`: other Othello software drives the engine through standard input and output.
//!
//! - `machine`: what happens and what is to be done about it, as values. A protocol is a pure machine from the one to
//!   the other: it reads no clock, starts no thread and writes nothing, so that tests can ask it a hundred thousand
//!   things at once.
//! - `gtp` and `nboard`: the two machines.
//! - `strength`: how far to look, and which move to take.
//! - `driver`: the threads, the search and the streams around a machine.

mod driver;
mod gtp;
mod machine;
mod nboard;
#[cfg(test)]
mod stage;
mod strength;

use std::process::ExitCode;

use outflank_engine::{Engine, Options};

use crate::cli::{EngineArguments, ProtocolArgument};
use gtp::Gtp;
use nboard::NBoard;
use strength::Strength;

/// Speaks a protocol until it is told to quit or the input ends.
pub(crate) fn run(arguments: &EngineArguments) -> anyhow::Result<ExitCode> {
    let engine = Engine::new(Options { threads: arguments.threads, table_mebibytes: arguments.table });
    let strength = Strength::new(arguments.level, arguments.bounds, arguments.book.into(), arguments.seed);
    match arguments.protocol {
        ProtocolArgument::Gtp => driver::drive(Gtp::new(arguments.rules, strength), &engine),
        ProtocolArgument::Nboard => driver::drive(NBoard::new(arguments.rules, strength), &engine),
    }
}
