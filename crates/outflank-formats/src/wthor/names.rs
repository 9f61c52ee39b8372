use super::header::{Header, records};
use super::{Date, FORMAT};
use crate::{ParseError, WriteError};

/// The contents of a `.jou` or `.trn` file: names by index.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    pub created: Date,
    pub names: Vec<String>,
}

pub(super) const UNKNOWN: &str = "???";

/// Players or tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamesKind {
    /// A `.jou` file.
    Players,
    /// A `.trn` file.
    Tournaments,
}

impl NamesKind {
    /// Bytes per name, including the terminating zero.
    pub(super) const fn record_size(self) -> usize {
        match self {
            NamesKind::Players => 20,
            NamesKind::Tournaments => 26,
        }
    }

    pub(crate) const fn plural(self) -> &'static str {
        match self {
            NamesKind::Players => "players",
            NamesKind::Tournaments => "tournaments",
        }
    }

    /// Converts a name to ISO-8859-1, other characters to `?`, and cuts it to 19 characters for a player, 25 for a tournament.
    pub fn fit(self, name: &str) -> String {
        latin(name).take(self.record_size() - 1).collect()
    }
}

/// A zero would end the name.
fn latin(name: &str) -> impl Iterator<Item = char> {
    name.chars().map(|character| if matches!(character, '\u{1}'..='\u{ff}') { character } else { '?' })
}

impl Names {
    /// The maximum number of names.
    pub const MOST: usize = u16::MAX as usize;

    /// Parses a file.
    pub fn parse(bytes: &[u8], kind: NamesKind) -> Result<Names, ParseError> {
        let (header, rest) = Header::split(bytes)?;
        let count = u32::from(header.names);
        let names = match kind {
            NamesKind::Players => records::<20>(rest, count)?.iter().map(|record| name(record)).collect(),
            NamesKind::Tournaments => records::<26>(rest, count)?.iter().map(|record| name(record)).collect(),
        };
        Ok(Names { created: header.created, names })
    }

    /// Writes a file of at most [`Names::MOST`] names, cut to [fit](NamesKind::fit). A name that uses the byte of the zero, as
    /// some files have it, is kept whole.
    pub fn write(&self, kind: NamesKind) -> Result<Vec<u8>, WriteError> {
        let names =
            self.names.len().try_into().map_err(|_| WriteError::Full { format: FORMAT, what: kind.plural() })?;
        let header = Header { created: self.created, games: 0, names, year: 0, board_size: 0, game_type: 0, depth: 0 };
        let mut bytes = header.write().to_vec();
        for (name, end) in self.names.iter().zip((bytes.len()..).step_by(kind.record_size()).skip(1)) {
            let room = kind.record_size();
            let is_whole = name.chars().count() == room;
            let kept = latin(name).take(if is_whole { room } else { room - 1 });
            bytes.extend(kept.map(|character| character as u8));
            bytes.resize(end, 0);
        }
        Ok(bytes)
    }

    /// The name with this index.
    pub fn get(&self, index: u16) -> Option<&str> {
        self.names.get(usize::from(index)).map(String::as_str)
    }
}

fn name(record: &[u8]) -> String {
    // ISO-8859-1 is the first 256 characters of Unicode.
    record.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
}
