//! The sixteen bytes at the start of every file.

use super::ParseWthorError;

/// The day on which a file was made, as it says itself; nobody checked that there is such a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year, with its century.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

/// The header as it stands, before anything is made of it.
pub(super) struct Header {
    pub(super) created: Date,
    /// How many games follow.
    pub(super) games: u32,
    /// How many names follow.
    pub(super) names: u16,
    pub(super) year: u16,
    pub(super) board_size: u8,
    pub(super) game_type: u8,
    pub(super) depth: u8,
}

impl Header {
    /// Where the board size and the game type stand.
    pub(super) const BOARD_SIZE_OFFSET: usize = 12;
    pub(super) const GAME_TYPE_OFFSET: usize = 13;

    const LENGTH: usize = 16;

    /// Reads the header, and returns what follows it.
    pub(super) fn split(bytes: &[u8]) -> Result<(Header, &[u8]), ParseWthorError> {
        let (header, rest) = bytes
            .split_first_chunk::<{ Header::LENGTH }>()
            .ok_or(ParseWthorError::ShortHeader { bytes: bytes.len() })?;
        let &[century, year, month, day, n0, n1, n2, n3, m0, m1, y0, y1, board_size, game_type, depth, _] = header;
        let header = Header {
            created: Date { year: u16::from(century) * 100 + u16::from(year), month, day },
            games: u32::from_le_bytes([n0, n1, n2, n3]),
            names: u16::from_le_bytes([m0, m1]),
            year: u16::from_le_bytes([y0, y1]),
            board_size,
            game_type,
            depth,
        };
        Ok((header, rest))
    }
}

/// Cuts what follows a header into records of `N` bytes, if there are as many as the header says.
pub(super) fn records<const N: usize>(bytes: &[u8], count: u32) -> Result<&[[u8; N]], ParseWthorError> {
    let (records, left_over) = bytes.as_chunks::<N>();
    if !left_over.is_empty() || u32::try_from(records.len()) != Ok(count) {
        return Err(ParseWthorError::Size { count, record_size: N, bytes: Header::LENGTH + bytes.len() });
    }
    Ok(records)
}

/// Where in the file the record with this index begins.
pub(super) const fn record_offset(record_size: usize, index: usize) -> usize {
    Header::LENGTH + record_size * index
}
