use std::io::{self, Read};

use jiff::Timestamp;
use outflank_rules::ByColor;
use outflank_table::{Event, Table, Time};

use super::error::Damage;
use super::stored::{AnyHeader, Header, JournalLine, VERSION};

pub(super) const MAX_BYTES: u64 = 32 * 1024 * 1024;

#[derive(Debug)]
pub(crate) struct Story {
    pub(crate) begun: Timestamp,
    pub(crate) players: ByColor<String>,
    pub(crate) events: Vec<Event>,
    pub(crate) table: Table,
    /// When the program last ran, on the host's clock.
    pub(crate) last: Time,
    /// Length of the whole lines; anything after them is a failed write.
    pub(super) length: u64,
}

pub(super) fn bytes(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Parses a journal. A last line without a line end was being written when the program died. It was never acknowledged, and is ignored.
pub(super) fn story(bytes: &[u8]) -> Result<Story, Damage> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Damage::TooLarge);
    }
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = bytes[..length].split_inclusive(|&byte| byte == b'\n');
    let Header { begun, players, .. } = header(lines.next().unwrap_or_default())?;

    let mut events = Vec::new();
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
        // An error at the end belongs to the last line.
        let line = lines_of.get(error.number - 1).or(lines_of.last()).copied().unwrap_or(1);
        Damage::Replay { line, error }
    })?;
    let last = latest(&events, last);
    Ok(Story { begun, players, events, table, last, length: length as u64 })
}

fn header(line: &[u8]) -> Result<Header, Damage> {
    let AnyHeader { version, .. } = serde_json::from_slice(line).map_err(Damage::NotAGame)?;
    match version {
        VERSION => serde_json::from_slice(line).map_err(Damage::NotAGame),
        found => Err(Damage::Version { found }),
    }
}

pub(super) fn latest(events: &[Event], last: Time) -> Time {
    events.iter().filter_map(moment).fold(last, Time::max)
}

fn moment(event: &Event) -> Option<Time> {
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
