//! A protocol as a state machine: events in, effects out.

use std::path::PathBuf;
use std::time::Duration;

use outflank_engine::{Analysis, Limits};
use outflank_rules::Position;

pub(super) trait Machine {
    /// In bytes. A longer line arrives cut one byte after the limit.
    const LONGEST_LINE: usize;

    /// Returns what to do, in this order.
    fn handle(&mut self, event: Event) -> Vec<Effect>;

    fn waiting(&self) -> usize;
}

#[derive(Debug)]
pub(super) enum Event {
    Line(String),
    InputEnded,
    Progress(Analysis),
    Finished(Analysis),
    /// `None` if the file could not be read.
    Read(Option<String>),
}

#[derive(Debug)]
pub(super) enum Effect {
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
pub(super) const GRACE: Duration = Duration::from_secs(1);
