//! A protocol as a machine: events in, effects out.

use std::path::PathBuf;
use std::time::Duration;

use outflank_engine::{Analysis, Limits};
use outflank_rules::Position;

/// What a protocol does. It is told everything that happens, one thing after the other.
pub(super) trait Machine {
    /// The longest line it reads, in bytes. Of a longer one it is given one byte more than that.
    const LONGEST_LINE: usize;

    /// Takes in what happened, and says what is to be done about it, in this order.
    fn handle(&mut self, event: Event) -> Vec<Effect>;

    /// How many lines it was given and has not dealt with yet.
    fn waiting(&self) -> usize;
}

/// What happens to a protocol.
#[derive(Debug)]
pub(super) enum Event {
    /// A line came in.
    Line(String),
    /// There are no more lines.
    InputEnded,
    /// The search has come a step further.
    Progress(Analysis),
    /// The search has come to its end.
    Finished(Analysis),
    /// A file was read, or could not be.
    Read(Option<String>),
}

/// What a protocol wants done.
#[derive(Debug)]
pub(super) enum Effect {
    /// Write this, line ends included, and let the reader have it at once.
    Say(String),
    /// Search a position. There is one search at a time; [`Event::Finished`] ends it, however it came about.
    Think(Position, Limits),
    /// Let the search come to its end at once.
    Stop,
    /// Let the search come to its end after so long at the latest.
    StopAfter(Duration),
    /// Read a file. [`Event::Read`] brings it.
    Read(PathBuf),
    /// Leave: nothing more is done.
    Leave,
}

/// How long a search without an end of its own goes on when the input has ended or the client has said `quit`.
///
/// A script that is piped in is to see something of the hints it asks for; a client that is gone is not to leave an
/// engine behind that thinks for ever. Searches that have an end are waited for: their answers are due.
pub(super) const GRACE: Duration = Duration::from_secs(1);
