//! The book file.
//!
//! A line with the format, a line with date, size and command, a checksum of everything else, and a zlib stream.
//!
//! The stream has no boards or moves. A breadth-first walk from the initial position expands the tree in a fixed order.
//! For each new position the stream has its kind (expanded, or the kind of search) and, unless expanded, its value in
//! eighths of a disc, zigzag-encoded: first all kinds, then the low bytes of all values, then the high bytes.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::io::{Read, Write};

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use outflank_rules::Board;

use super::tree::{GRAIN, NodeId, Source, Tree};
use crate::Score;

const MAGIC: &[u8] = b"outflank book 1\n";

const MAX_ABOUT: usize = 1024;

const STREAM_HEADER: usize = 1 + 4;

/// Largest stream to unpack, in bytes.
const MAX_STREAM: usize = 32 * 1024 * 1024;

/// As many as a file may hold: each takes a byte, and two more for its value.
pub(super) const MAX_BOARDS: usize = (MAX_STREAM - STREAM_HEADER) / 3;

/// No search goes deeper.
const MAX_DEPTH: u8 = 60;

/// Origin of a book.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookProvenance {
    /// Date, YYYY-MM-DD.
    pub date: String,
    pub command: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stored {
    QuickSearch(Score),
    Search(Score),
    Expanded,
}

impl Tree {
    /// Serializes the tree. Newlines in the second line become spaces, and an overlong line is truncated.
    pub fn pack(&self, provenance: &BookProvenance) -> Vec<u8> {
        let (mut kinds, mut values) = (Vec::new(), Vec::new());
        let walked: Result<Tree, Infallible> = walk(self.depth(), self.nodes().len(), |board| {
            let node = self.find(board).map(|(id, _)| self.node(id)).expect("the walk meets only what is in the tree");
            let stored = match node.source {
                Source::QuickSearch => Stored::QuickSearch(node.value),
                Source::Search => Stored::Search(node.value),
                Source::Moves(_) => Stored::Expanded,
            };
            let (kind, value) = stored.written();
            kinds.push(kind);
            values.extend(value);
            Ok(stored)
        });
        let Ok(walked) = walked;
        let mut stream = vec![self.depth()];
        stream.extend((kinds.len() as u32).to_le_bytes());
        stream.extend(kinds);
        stream.extend(values.iter().map(|value| *value as u8));
        stream.extend(values.iter().map(|value| (value >> 8) as u8));
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        let packed = encoder.write_all(&stream).and_then(|()| encoder.finish()).expect("memory can always be written");

        let about = format!("{}, {} positions: {}", provenance.date, walked.expanded(), provenance.command);
        let about = about.bytes().map(|byte| if byte == b'\n' { b' ' } else { byte }).take(MAX_ABOUT);
        let head: Vec<u8> = MAGIC.iter().copied().chain(about).chain([b'\n']).collect();
        let sum = checksum(&head, &packed);
        [&head[..], &sum, &packed].concat()
    }

    /// Parses a file written by [`Tree::pack`]. Returns its second line and the tree, whose values are not propagated yet.
    pub fn unpack(file: &[u8]) -> Result<(String, Tree), UnpackError> {
        let rest = file.strip_prefix(MAGIC).ok_or(UnpackError::NotABook)?;
        let about = rest.iter().take(MAX_ABOUT + 1).position(|&byte| byte == b'\n').ok_or(UnpackError::NoHeader)?;
        let (head, rest) = file.split_at(MAGIC.len() + about + 1);
        let (sum, packed) = rest.split_first_chunk().ok_or(UnpackError::Damaged)?;
        if *sum != checksum(head, packed) {
            return Err(UnpackError::Damaged);
        }
        let mut stream = Vec::new();
        let mut decoder = ZlibDecoder::new(packed).take(MAX_STREAM as u64);
        decoder.read_to_end(&mut stream).map_err(|_| UnpackError::Damaged)?;
        let about = String::from_utf8_lossy(&head[MAGIC.len()..head.len() - 1]).into_owned();
        Ok((about, read_stream(&stream)?))
    }
}

pub(super) fn read_stream(stream: &[u8]) -> Result<Tree, UnpackError> {
    let (&[depth, ref count @ ..], rest) =
        stream.split_first_chunk::<STREAM_HEADER>().ok_or(UnpackError::Inconsistent)?;
    if depth > MAX_DEPTH {
        return Err(UnpackError::Inconsistent);
    }
    let count = u32::from_le_bytes(*count) as usize;
    let (kinds, values) = rest.split_at_checked(count).ok_or(UnpackError::Inconsistent)?;
    let (low, high) = values.split_at(values.len() / 2);
    let mut values = low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high]));
    let mut kinds = kinds.iter();
    let tree = walk(depth, kinds.len(), |_| {
        let kind = kinds.next().ok_or(UnpackError::Inconsistent)?;
        Stored::read(*kind, &mut values).ok_or(UnpackError::Inconsistent)
    })?;
    match kinds.next().is_none() && values.next().is_none() && low.len() == high.len() {
        true => Ok(tree),
        false => Err(UnpackError::Inconsistent),
    }
}

fn walk<E>(depth: u8, room: usize, mut stored: impl FnMut(Board) -> Result<Stored, E>) -> Result<Tree, E> {
    let mut tree = Tree::empty(depth, room);
    let mut waiting = VecDeque::new();
    let mut discover = |tree: &mut Tree, waiting: &mut VecDeque<NodeId>, board| {
        Ok(match stored(board)? {
            Stored::QuickSearch(value) => tree.insert_canonical(board, Source::QuickSearch, value),
            Stored::Search(value) => tree.insert_canonical(board, Source::Search, value),
            Stored::Expanded => {
                let id = tree.insert_canonical(board, Source::Search, Score::default());
                waiting.push_back(id);
                id
            }
        })
    };
    discover(&mut tree, &mut waiting, Board::START.canonical())?;
    while let Some(id) = waiting.pop_front() {
        tree.expand_with(id, |tree, board| discover(tree, &mut waiting, board))?;
    }
    Ok(tree)
}

impl Stored {
    fn written(self) -> (u8, Option<u16>) {
        match self {
            Stored::QuickSearch(value) => (0, Some(zigzag(value))),
            Stored::Search(value) => (1, Some(zigzag(value))),
            Stored::Expanded => (2, None),
        }
    }

    fn read(kind: u8, values: &mut impl Iterator<Item = u16>) -> Option<Stored> {
        match kind {
            0 => Some(Stored::QuickSearch(unzigzag(values.next()?)?)),
            1 => Some(Stored::Search(unzigzag(values.next()?)?)),
            2 => Some(Stored::Expanded),
            _ => None,
        }
    }
}

/// Zigzag encoding in eighths of a disc: small values become small numbers.
fn zigzag(value: Score) -> u16 {
    let eighths = (value.units() / GRAIN) as i16;
    (eighths << 1 ^ eighths >> 15) as u16
}

fn unzigzag(number: u16) -> Option<Score> {
    let eighths = (number >> 1) as i16 ^ -((number & 1) as i16);
    let units = i32::from(eighths) * GRAIN;
    (units.abs() <= 64 * Score::UNITS_PER_DISC).then(|| Score::from_units(units))
}

fn checksum(head: &[u8], packed: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(head);
    crc.update(packed);
    crc.sum().to_le_bytes()
}

/// Why a book file was rejected.
#[allow(missing_docs, reason = "the variants name what is wrong")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    NotABook,
    NoHeader,
    Damaged,
    Inconsistent,
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::NotABook => {
                let magic = String::from_utf8_lossy(MAGIC);
                write!(f, "line 1: expected \"{}\"", magic.trim_end())
            }
            UnpackError::NoHeader => write!(f, "line 2: expected the origin of the book in at most {MAX_ABOUT} bytes"),
            UnpackError::Damaged => f.write_str("damaged book: wrong checksum"),
            UnpackError::Inconsistent => f.write_str("line 3: inconsistent positions"),
        }
    }
}

impl Error for UnpackError {}
