//! The file format of an index.
//!
//! | part | bytes |
//! | --- | --- |
//! | prologue | [`MAGIC`], the length of the head (u32), its checksum (u32) |
//! | head | for each following part its length (u64) and checksum (u32); then the key |
//! | names of sources, players and events; what was left out | for each its length (u32) and its UTF-8 |
//! | starts | for each the discs of the side to move and of the other (u64), and the turn (u8) |
//! | games | records of fixed size |
//! | orders, one for each number of discs | game numbers (u32) |
//!
//! Numbers are little-endian, checksums are CRC-32.

use std::io::{self, Read, Seek, SeekFrom, Write};

use outflank_rules::Color;
use thiserror::Error;

use super::collection::Collection;
use super::game::Entry;
use super::orders::COUNTS;
use super::stored::NameTable;

/// The final number is the format version: change it whenever an older program would misread the rest.
const MAGIC: [u8; 16] = *b"outflank index 1";

const MAX_KEY: usize = 16 * 1024 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Sources,
    Players,
    Events,
    LeftOut,
    Starts,
    Games,
    Order(u8),
}

impl Part {
    const COUNT: usize = 6 + COUNTS;
    const DESCRIPTION: usize = 8 + 4;

    fn place(self) -> usize {
        match self {
            Part::Sources => 0,
            Part::Players => 1,
            Part::Events => 2,
            Part::LeftOut => 3,
            Part::Starts => 4,
            Part::Games => 5,
            Part::Order(discs) => 6 + usize::from(discs),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Description {
    offset: u64,
    length: u64,
    checksum: u32,
}

pub(super) fn write(mut out: impl Write, key: &[u8], collection: &Collection, orders: &[Vec<u32>]) -> io::Result<()> {
    if key.len() > MAX_KEY {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the key of the index is too long"));
    }
    let Collection { sources, players, events, left_out, .. } = collection;
    let mut parts: Vec<_> = [sources, players, events, left_out].map(NameTable::to_bytes).into();
    let mut starts = Vec::new();
    for start in &collection.starts {
        starts.extend(start.board.player().bits().to_le_bytes());
        starts.extend(start.board.opponent().bits().to_le_bytes());
        starts.push(u8::from(start.turn == Color::White));
    }
    parts.push(starts);
    let mut games = Vec::with_capacity(collection.games.len() * Entry::SIZE);
    collection.games.iter().for_each(|game| game.write(&mut games));
    parts.push(games);
    parts.extend(orders.iter().map(|order| order.iter().flat_map(|game| game.to_le_bytes()).collect::<Vec<_>>()));

    let mut head = Vec::new();
    for part in &parts {
        head.extend((part.len() as u64).to_le_bytes());
        head.extend(crc32fast::hash(part).to_le_bytes());
    }
    head.extend(key);
    out.write_all(&MAGIC)?;
    out.write_all(&(head.len() as u32).to_le_bytes())?;
    out.write_all(&crc32fast::hash(&head).to_le_bytes())?;
    out.write_all(&head)?;
    parts.iter().try_for_each(|part| out.write_all(part))?;
    out.flush()
}

#[derive(Debug)]
pub(super) struct Parts<R> {
    stream: R,
    descriptions: Vec<Description>,
}

impl<R: Read + Seek> Parts<R> {
    pub(super) fn open(mut stream: R, key: &[u8]) -> Result<Parts<R>, OpenIndexError> {
        let mut prologue = [0; MAGIC.len() + 8];
        read_exact(&mut stream, &mut prologue)?;
        let mut reader = Reader(&prologue);
        if reader.take() != Some(MAGIC) {
            return Err(OpenIndexError::NotAnIndex);
        }
        let [length, checksum] = [reader.u32(), reader.u32()].map(Option::unwrap_or_default);
        let described = Part::COUNT * Part::DESCRIPTION;
        let length = length as usize;
        if length != described + key.len() {
            return Err(OpenIndexError::OtherKey);
        }
        let mut head = vec![0; length];
        read_exact(&mut stream, &mut head)?;
        if crc32fast::hash(&head) != checksum {
            return Err(OpenIndexError::DamagedHead);
        }
        let (described, its_key) = head.split_at(described);
        if its_key != key {
            return Err(OpenIndexError::OtherKey);
        }
        let mut reader = Reader(described);
        let mut offset = (prologue.len() + length) as u64;
        let mut descriptions = Vec::with_capacity(Part::COUNT);
        while let (Some(length), Some(checksum)) = (reader.u64(), reader.u32()) {
            descriptions.push(Description { offset, length, checksum });
            offset = offset.checked_add(length).ok_or(OpenIndexError::DamagedHead)?;
        }
        if stream.seek(SeekFrom::End(0)).map_err(OpenIndexError::Io)? != offset {
            return Err(OpenIndexError::DamagedHead);
        }
        Ok(Parts { stream, descriptions })
    }

    pub(super) fn read(&mut self, part: Part) -> Result<Vec<u8>, OpenIndexError> {
        let damaged = OpenIndexError::Damaged(part);
        let Some(&Description { offset, length, checksum }) = self.descriptions.get(part.place()) else {
            return Err(damaged);
        };
        self.stream.seek(SeekFrom::Start(offset)).map_err(OpenIndexError::Io)?;
        // The length was checked against the size of the stream.
        let mut bytes = vec![0; length as usize];
        read_exact(&mut self.stream, &mut bytes)?;
        if crc32fast::hash(&bytes) == checksum { Ok(bytes) } else { Err(damaged) }
    }
}

fn read_exact(stream: &mut impl Read, bytes: &mut [u8]) -> Result<(), OpenIndexError> {
    stream.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => OpenIndexError::NotAnIndex,
        _ => OpenIndexError::Io(error),
    })
}

#[derive(Debug)]
pub(super) struct Reader<'b>(pub(super) &'b [u8]);

impl Reader<'_> {
    pub(super) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}

/// Why an index cannot be read. It can always be rebuilt from the games.
#[derive(Debug, Error)]
pub enum OpenIndexError {
    #[error("{0}")]
    Io(io::Error),
    /// Another format or version, or truncated.
    #[error("not an index of this version")]
    NotAnIndex,
    #[error("the index belongs to other games")]
    OtherKey,
    #[error("the head of the index is damaged")]
    DamagedHead,
    #[error("the index is damaged: part {0:?}")]
    Damaged(Part),
}
