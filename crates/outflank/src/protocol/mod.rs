//! `gtp` and `nboard` are pure state machines (see [`Machine`]): no clock, no threads, no output, so that tests can send a hundred thousand
//! commands. `driver` has the threads, the search and the streams.

mod driver;
mod gtp;
mod nboard;
#[cfg(test)]
mod stage;
mod strength;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use outflank_engine::{Analysis, Engine, Limits, Options};
use outflank_rules::Position;

use crate::cli::{EngineArguments, ProtocolArgument, SearchArguments};
use gtp::Gtp;
use nboard::NBoard;
use strength::Strength;

pub(crate) fn run(arguments: &EngineArguments) -> anyhow::Result<ExitCode> {
    let SearchArguments { bounds, book, threads } = &arguments.search;
    let engine = Engine::new(Options { threads: *threads, table_mebibytes: arguments.table });
    let strength = Strength::new(arguments.level, *bounds, book.load()?, arguments.seed);
    match arguments.protocol {
        ProtocolArgument::Gtp => driver::drive(Gtp::new(arguments.rules, strength), &engine),
        ProtocolArgument::Nboard => driver::drive(NBoard::new(arguments.rules, strength), &engine),
    }
}

trait Machine {
    const LONGEST_LINE: usize;

    fn handle(&mut self, event: Event) -> Vec<Effect>;

    fn waiting(&self) -> usize;
}

#[derive(Debug)]
enum Event {
    Line(String),
    InputEnded,
    Progress(Analysis),
    Finished(Analysis),
    Read(Option<String>),
}

#[derive(Debug)]
enum Effect {
    Say(String),
    /// There is one search at a time; [`Event::Finished`] ends it.
    Think(Position, Limits),
    Stop,
    StopAfter(Duration),
    /// [`Event::Read`] brings the content.
    Read(PathBuf),
    Leave,
}

/// How long a search without a limit continues after the end of the input or `quit`: a piped script gets a first hint, and an abandoned engine
/// does not run forever. Searches with a limit are finished.
const GRACE: Duration = Duration::from_secs(1);
