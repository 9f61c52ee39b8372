//! Reading a journal back.

use std::io::{self, Read};

use jiff::Timestamp;
use outflank_rules::ByColor;
use outflank_table::{Event, Table, Time};

use super::error::Damage;
use super::stored::{AnyHeader, Header, JournalLine, VERSION};

/// A larger file is not read. A game takes about ten thousand bytes, and a day with the clocks running two million.
pub(super) const MAX_BYTES: u64 = 32 * 1024 * 1024;

/// What a journal says.
#[derive(Debug)]
pub(super) struct Story {
    pub(super) begun: Timestamp,
    pub(super) players: ByColor<String>,
    pub(super) events: Vec<Event>,
    pub(super) table: Table,
    /// The last moment at which the program is known to have run.
    pub(super) last: Time,
    /// The length in bytes of all lines that are whole.
    pub(super) length: u64,
}

/// The bytes of a file that is not too large; of one that is, a few more than the limit.
pub(super) fn bytes(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a journal. A last line without an end was being written when the program died: nobody was told that it was
/// kept, and it is not counted.
pub(super) fn story(bytes: &[u8]) -> Result<Story, Damage> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Damage::TooLarge);
    }
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = bytes[..length].split_inclusive(|&byte| byte == b'\n');
    let Header { begun, players, .. } = header(lines.next().unwrap_or_default())?;

    let mut events = Vec::new();
    // The line of each event.
    let mut lines_of = Vec::new();
    let mut last = Time::from_millis(0);
    for (text, line) in lines.zip(2..) {
        match serde_json::from_slice(text).map_err(|error| Damage::Line { line, error })? {
            JournalLine::Ran(at) => last = last.max(at),
            JournalLine::Events(decided) => {
                lines_of.resize(lines_of.len() + decided.len(), line);
                events.extend(decided.into_iter().map(|stored| stored.0));
            }
        }
    }
    let table = Table::replay(&events).map_err(|error| {
        // What is missing at the end would be in the last line.
        let line = lines_of.get(error.number - 1).or(lines_of.last()).copied().unwrap_or(1);
        Damage::Replay { line, error }
    })?;
    let last = events.iter().filter_map(moment).fold(last, Time::max);
    Ok(Story { begun, players, events, table, last, length: length as u64 })
}

fn header(line: &[u8]) -> Result<Header, Damage> {
    let AnyHeader { version, .. } = serde_json::from_slice(line).map_err(Damage::NotAGame)?;
    match version {
        VERSION => serde_json::from_slice(line).map_err(Damage::NotAGame),
        found => Err(Damage::Version { found }),
    }
}

/// When an event happened, if it says so.
pub(super) fn moment(event: &Event) -> Option<Time> {
    match *event {
        Event::Opened { at, .. }
        | Event::Played { at, .. }
        | Event::TakenBack { at, .. }
        | Event::Left { at, .. }
        | Event::Returned { at, .. }
        | Event::Paused { at, .. }
        | Event::Resumed { at }
        | Event::Ended { at, .. } => Some(at),
        Event::Passed { .. }
        | Event::DrawOffered { .. }
        | Event::DrawDeclined { .. }
        | Event::TakebackAsked { .. }
        | Event::TakebackDeclined { .. }
        | Event::RematchOffered { .. }
        | Event::RematchDeclined { .. }
        | Event::RematchAgreed => None,
    }
}
