//! The file with the book.
//!
//! A line of text says what it is, a second one when, how and from how much it was made. A checksum of all the rest follows,
//! and a zlib stream.
//!
//! The stream has no boards and no moves. A walk through the tree begins at the start of the game; where a position was
//! expanded it goes to all positions that are a move away and that it has not seen yet. For each the stream says in a byte
//! whether it was expanded or what kind of search its value comes from, and for those that were not expanded the value, in
//! eighths of a disc and every other bit the sign: first all kinds, then the low bytes of all values, then the high bytes,
//! which are mostly zero.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::io::{Read, Write};

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use outflank_rules::Board;

use super::tree::{GRAIN, Id, Knowledge, Tree};
use crate::Score;

/// The first line, with the version of the format.
const MAGIC: &[u8] = b"outflank book 1\n";

/// The longest second line that is read or written.
const MAX_ABOUT: usize = 1024;

/// The largest stream that is unpacked, in bytes: a book of some millions of positions.
const MAX_STREAM: u64 = 32 * 1024 * 1024;

/// The depth, and the number of positions.
const STREAM_HEADER: usize = 1 + 4;

/// Where a book comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The day on which it was made, as in 2026-11-15.
    pub date: String,
    /// The command that made it.
    pub command: String,
}

/// What the stream says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stored {
    Glance(Score),
    Search(Score),
    Expanded,
}

impl Tree {
    /// Packs the tree into a file. Line breaks in the header become spaces, and what is too long is cut off.
    pub fn pack(&self, header: &Header) -> Vec<u8> {
        let (mut kinds, mut values) = (Vec::new(), Vec::new());
        let walked: Result<Tree, Infallible> = walk(self.depth(), self.nodes().len(), |board| {
            let node = self.find(board).map(|(id, _)| self.node(id)).expect("the walk meets only what is in the tree");
            let stored = match node.knowledge {
                Knowledge::Glance => Stored::Glance(node.value),
                Knowledge::Search => Stored::Search(node.value),
                Knowledge::Moves(_) => Stored::Expanded,
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

        let about = format!("{}, {} positions: {}", header.date, walked.expanded(), header.command);
        let about = about.bytes().map(|byte| if byte == b'\n' { b' ' } else { byte }).take(MAX_ABOUT);
        let head: Vec<u8> = MAGIC.iter().copied().chain(about).chain([b'\n']).collect();
        let sum = checksum(&head, &packed);
        [&head[..], &sum, &packed].concat()
    }

    /// Reads a file that [`Tree::pack`] made, and what its second line says. The values are not settled yet.
    pub fn unpack(file: &[u8]) -> Result<(String, Tree), UnpackError> {
        let rest = file.strip_prefix(MAGIC).ok_or(UnpackError::NotABook)?;
        let about = rest.iter().take(MAX_ABOUT + 1).position(|&byte| byte == b'\n').ok_or(UnpackError::NoHeader)?;
        let (head, rest) = file.split_at(MAGIC.len() + about + 1);
        let (sum, packed) = rest.split_first_chunk().ok_or(UnpackError::Damaged)?;
        if *sum != checksum(head, packed) {
            return Err(UnpackError::Damaged);
        }
        let mut stream = Vec::new();
        let mut decoder = ZlibDecoder::new(packed).take(MAX_STREAM);
        decoder.read_to_end(&mut stream).map_err(|_| UnpackError::Damaged)?;
        let about = String::from_utf8_lossy(&head[MAGIC.len()..head.len() - 1]).into_owned();
        Ok((about, read_stream(&stream)?))
    }
}

pub(super) fn read_stream(stream: &[u8]) -> Result<Tree, UnpackError> {
    let (&[depth, ref count @ ..], rest) =
        stream.split_first_chunk::<STREAM_HEADER>().ok_or(UnpackError::Inconsistent)?;
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

/// Grows a tree with room for so many positions from the start of the game, as far as what is stored about the boards on
/// the way says.
fn walk<E>(depth: u8, room: usize, mut stored: impl FnMut(Board) -> Result<Stored, E>) -> Result<Tree, E> {
    let mut tree = Tree::empty(depth, room);
    let mut waiting = VecDeque::new();
    let mut discover = |tree: &mut Tree, waiting: &mut VecDeque<Id>, board| {
        Ok(match stored(board)? {
            Stored::Glance(value) => tree.learn_canonical(board, Knowledge::Glance, value),
            Stored::Search(value) => tree.learn_canonical(board, Knowledge::Search, value),
            Stored::Expanded => {
                let id = tree.learn_canonical(board, Knowledge::Search, Score::default());
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
    /// The byte for the kind, and the value if there is one.
    fn written(self) -> (u8, Option<u16>) {
        match self {
            Stored::Glance(value) => (0, Some(folded(value))),
            Stored::Search(value) => (1, Some(folded(value))),
            Stored::Expanded => (2, None),
        }
    }

    fn read(kind: u8, values: &mut impl Iterator<Item = u16>) -> Option<Stored> {
        match kind {
            0 => Some(Stored::Glance(unfolded(values.next()?)?)),
            1 => Some(Stored::Search(unfolded(values.next()?)?)),
            2 => Some(Stored::Expanded),
            _ => None,
        }
    }
}

/// A value in eighths of a disc whose lowest bit is the sign, so that small values are small numbers.
fn folded(value: Score) -> u16 {
    let eighths = (value.steps() / GRAIN) as i16;
    (eighths << 1 ^ eighths >> 15) as u16
}

/// `None` if it is more than a whole board.
fn unfolded(number: u16) -> Option<Score> {
    let eighths = (number >> 1) as i16 ^ -((number & 1) as i16);
    let steps = i32::from(eighths) * GRAIN;
    (steps.abs() <= 64 * Score::STEPS).then(|| Score::from_steps(steps))
}

fn checksum(head: &[u8], packed: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(head);
    crc.update(packed);
    crc.sum().to_le_bytes()
}

/// Why a file is not a book for this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// The first line is not that of a book, or of another version.
    NotABook,
    /// The second line does not end.
    NoHeader,
    /// The file is not as it was written.
    Damaged,
    /// The file is as it was written, but it cannot be a book.
    Inconsistent,
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::NotABook => {
                let magic = String::from_utf8_lossy(MAGIC);
                write!(f, "line 1: expected \"{}\"", magic.trim_end())
            }
            UnpackError::NoHeader => write!(f, "line 2: expected where the book comes from, in {MAX_ABOUT} bytes"),
            UnpackError::Damaged => f.write_str("the book is damaged: its checksum is another"),
            UnpackError::Inconsistent => f.write_str("line 3: the positions do not fit together"),
        }
    }
}

impl Error for UnpackError {}
