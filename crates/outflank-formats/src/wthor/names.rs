//! The names of players and of tournaments.

use super::header::{Header, records};
use super::{Date, FORMAT};
use crate::{ParseError, WriteError};

/// A `.jou` or `.trn` file: names by the indexes that the games use.
///
/// ```
/// use outflank_formats::wthor::{Names, NamesKind};
///
/// let mut file = vec![20, 26, 5, 31, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
/// file.extend(b"Open de Montr\xe9al");
/// file.resize(16 + 26, 0);
///
/// let tournaments = Names::parse(&file, NamesKind::Tournaments)?;
/// assert_eq!(tournaments.get(0), Some("Open de Montréal"));
/// assert_eq!(tournaments.get(1), None);
/// # Ok::<(), outflank_formats::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// When the file was made.
    pub created: Date,
    /// The names, in the order of their indexes.
    pub names: Vec<String>,
}

/// The name of unknown players and tournaments.
pub(super) const UNKNOWN: &str = "???";

/// What the names of a file are for, which decides how long they may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamesKind {
    /// Players, in a `.jou` file.
    Players,
    /// Tournaments, in a `.trn` file.
    Tournaments,
}

impl NamesKind {
    /// How many bytes a name has in a file, with the zero that ends it.
    pub(super) const fn record_size(self) -> usize {
        match self {
            NamesKind::Players => 20,
            NamesKind::Tournaments => 26,
        }
    }

    /// What there are many of.
    pub(super) const fn plural(self) -> &'static str {
        match self {
            NamesKind::Players => "players",
            NamesKind::Tournaments => "tournaments",
        }
    }

    /// A name as a file of this kind can keep it: in ISO-8859-1, with a `?` for every other character, and at most 19
    /// characters for a player, 25 for a tournament.
    ///
    /// ```
    /// use outflank_formats::wthor::NamesKind;
    ///
    /// assert_eq!(NamesKind::Players.fit("Łukasz of the very long name"), "?ukasz of the very ");
    /// ```
    pub fn fit(self, name: &str) -> String {
        latin(name).take(self.record_size() - 1).collect()
    }
}

/// The characters of a name in ISO-8859-1. A zero would end the name, and is no character of one.
fn latin(name: &str) -> impl Iterator<Item = char> {
    name.chars().map(|character| if matches!(character, '\u{1}'..='\u{ff}') { character } else { '?' })
}

impl Names {
    /// The most names that a file can have, as its header counts them in two bytes.
    pub const MOST: usize = u16::MAX as usize;

    /// Reads a file. No header can ask for more than 65,535 names, so that this is also the limit on its size.
    pub fn parse(bytes: &[u8], kind: NamesKind) -> Result<Names, ParseError> {
        let (header, rest) = Header::split(bytes)?;
        let count = u32::from(header.names);
        let names = match kind {
            NamesKind::Players => records::<20>(rest, count)?.iter().map(|record| name(record)).collect(),
            NamesKind::Tournaments => records::<26>(rest, count)?.iter().map(|record| name(record)).collect(),
        };
        Ok(Names { created: header.created, names })
    }

    /// Writes a file, each name as far as it [fits](NamesKind::fit). Fails if there are more than [`Names::MOST`].
    ///
    /// A name with one character more, which stands where the zero should, must have been read so, and is kept.
    ///
    /// What a file has behind the zero of a name, and in bytes of the header that mean nothing for names, is not kept.
    /// The files of the database have nothing there.
    pub fn write(&self, kind: NamesKind) -> Result<Vec<u8>, WriteError> {
        let names =
            self.names.len().try_into().map_err(|_| WriteError::Full { format: FORMAT, what: kind.plural() })?;
        let header = Header { created: self.created, games: 0, names, year: 0, board_size: 0, game_type: 0, depth: 0 };
        let mut bytes = header.write().to_vec();
        for (name, end) in self.names.iter().zip((bytes.len()..).step_by(kind.record_size()).skip(1)) {
            // The first 256 characters of Unicode are those of ISO-8859-1.
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

/// Reads a name in ISO-8859-1, which ends with the first zero.
fn name(record: &[u8]) -> String {
    // The first 256 characters of Unicode are those of ISO-8859-1.
    record.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
}
