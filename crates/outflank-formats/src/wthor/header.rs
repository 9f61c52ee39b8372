use super::NamesKind;
use crate::{ParseError, Place};

/// A creation date, not checked against the calendar.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    pub year: u16,
    pub month: u8,
    pub day: u8,
}

/// The board size in a header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoardSize {
    /// None, as in old files: 8 x 8.
    Unstated,
    /// 8 x 8.
    #[default]
    Eight,
}

/// The kind of a WTHOR file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Games, including solitaires and games on other boards.
    Games,
    /// Names.
    Names(NamesKind),
}

impl FileKind {
    /// Detects the kind from the header, if the file has the size that it announces.
    pub fn of(bytes: &[u8]) -> Option<FileKind> {
        let (header, rest) = Header::split(bytes).ok()?;
        let is_day = (1..=12).contains(&header.created.month) && (1..=31).contains(&header.created.day);
        let holds = |count: u32, record_size: usize| rest.len() as u64 == u64::from(count) * record_size as u64;
        let names = |kind: NamesKind| holds(header.names.into(), kind.record_size()).then_some(FileKind::Names(kind));
        match header {
            _ if !is_day => None,
            Header { games: 0, names: 1.., .. } => names(NamesKind::Players).or(names(NamesKind::Tournaments)),
            Header { games, names: 0, .. } => holds(games, GAME_SIZE).then_some(FileKind::Games),
            _ => None,
        }
    }
}

/// The last year that a byte each for the century and the year can express.
const LAST_YEAR: u16 = 25_599;

pub(super) const GAME_SIZE: usize = 68;

/// The header as stored. The last byte is reserved.
pub(super) struct Header {
    pub(super) created: Date,
    pub(super) games: u32,
    pub(super) names: u16,
    pub(super) year: u16,
    pub(super) board_size: u8,
    pub(super) game_type: u8,
    pub(super) depth: u8,
}

impl Header {
    pub(super) const BOARD_SIZE_OFFSET: usize = 12;
    pub(super) const GAME_TYPE_OFFSET: usize = 13;

    pub(super) const LENGTH: usize = 16;

    pub(super) fn split(bytes: &[u8]) -> Result<(Header, &[u8]), ParseError> {
        let (header, rest) = bytes
            .split_first_chunk::<{ Header::LENGTH }>()
            .ok_or_else(|| ParseError::new(Place::Byte(bytes.len()), "a header of 16 bytes", "the end of the file"))?;
        let &[century, year, month, day, n0, n1, n2, n3, m0, m1, y0, y1, board_size, game_type, depth, _] = header;
        // A year above 99 belongs to the next century.
        let year_created = (u16::from(century) * 100 + u16::from(year)).min(LAST_YEAR);
        let header = Header {
            created: Date { year: year_created, month, day },
            games: u32::from_le_bytes([n0, n1, n2, n3]),
            names: u16::from_le_bytes([m0, m1]),
            year: u16::from_le_bytes([y0, y1]),
            board_size,
            game_type,
            depth,
        };
        Ok((header, rest))
    }

    pub(super) fn write(&self) -> [u8; Header::LENGTH] {
        let [n0, n1, n2, n3] = self.games.to_le_bytes();
        let [m0, m1] = self.names.to_le_bytes();
        let [y0, y1] = self.year.to_le_bytes();
        let Date { year, month, day } = self.created;
        // Later years do not come from a header.
        let century = (year.min(LAST_YEAR) / 100) as u8;
        let in_century = (year.min(LAST_YEAR) % 100) as u8;
        let Header { board_size, game_type, depth, .. } = *self;
        [century, in_century, month, day, n0, n1, n2, n3, m0, m1, y0, y1, board_size, game_type, depth, 0]
    }
}

pub(super) fn records<const N: usize>(bytes: &[u8], count: u32) -> Result<&[[u8; N]], ParseError> {
    let (records, left_over) = bytes.as_chunks::<N>();
    if !left_over.is_empty() || u32::try_from(records.len()) != Ok(count) {
        let expected = Header::LENGTH as u64 + u64::from(count) * N as u64;
        let found = Header::LENGTH + bytes.len();
        let expected = format!("{expected} bytes, a header and {count} records of {N}");
        return Err(ParseError::new(Place::Byte(found), expected, found.to_string()));
    }
    Ok(records)
}

pub(super) const fn record_offset(record_size: usize, index: usize) -> usize {
    Header::LENGTH + record_size * index
}
