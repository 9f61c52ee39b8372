//! The names of players and of tournaments.

use super::header::{Header, records};
use super::{Date, ParseWthorError};

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
/// # Ok::<(), outflank_formats::wthor::ParseWthorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// When the file was made.
    pub created: Date,
    /// The names, in the order of their indexes.
    pub names: Vec<String>,
}

/// What the names of a file are for, which decides how long they may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamesKind {
    /// Players, in a `.jou` file.
    Players,
    /// Tournaments, in a `.trn` file.
    Tournaments,
}

impl Names {
    /// Reads a file. No header can ask for more than 65,535 names, so that this is also the limit on its size.
    pub fn parse(bytes: &[u8], kind: NamesKind) -> Result<Names, ParseWthorError> {
        let (header, rest) = Header::split(bytes)?;
        let count = u32::from(header.names);
        let names = match kind {
            NamesKind::Players => records::<20>(rest, count)?.iter().map(|record| name(record)).collect(),
            NamesKind::Tournaments => records::<26>(rest, count)?.iter().map(|record| name(record)).collect(),
        };
        Ok(Names { created: header.created, names })
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
