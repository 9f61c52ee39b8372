//! The file with the weights.
//!
//! Two lines of text say what it is and which command made it. A zlib stream follows with the weights as little-endian
//! numbers, every other bit the sign: first the low bytes, then the high bytes, which are mostly zero.

use std::error::Error;
use std::fmt;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::PHASES;

/// The first line, with the version of the format and of the patterns.
const MAGIC: &[u8] = b"outflank evaluation 1\n";

/// The longest command that is read or written.
const MAX_COMMAND: usize = 1024;

/// The weights as they are stored: one for each class of places and each phase, in steps of
/// [`Score::STEPS`](crate::Score::STEPS).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What a position is worth before its patterns are looked at, by the number of empty squares.
    pub bases: [i16; 65],
    /// The weights of each phase, by class: all of the same length.
    pub phases: [Vec<i16>; PHASES],
}

impl Weights {
    /// Packs the weights into a file that says by which command it can be made again. Line breaks in the command become
    /// spaces, and what is too long is cut off.
    pub fn pack(&self, command: &str) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        let line = command.bytes().map(|byte| if byte == b'\n' { b' ' } else { byte });
        file.extend(line.take(MAX_COMMAND));
        file.push(b'\n');
        let weights = || self.bases.iter().chain(self.phases.iter().flatten()).map(|&weight| folded(weight));
        let bytes: Vec<u8> =
            weights().map(|weight| weight as u8).chain(weights().map(|weight| (weight >> 8) as u8)).collect();
        let mut encoder = ZlibEncoder::new(file, Compression::best());
        encoder.write_all(&bytes).and_then(|()| encoder.finish()).expect("memory can always be written")
    }

    /// Reads a file that [`Weights::pack`] made, with so many weights in each phase.
    pub fn unpack(file: &[u8], classes: usize) -> Result<Weights, UnpackError> {
        let rest = file.strip_prefix(MAGIC).ok_or(UnpackError::NotAnEvaluation)?;
        let command =
            rest.iter().take(MAX_COMMAND + 1).position(|&byte| byte == b'\n').ok_or(UnpackError::NoCommand)?;
        let stream = ZlibDecoder::new(&rest[command + 1..]);
        let expected = 65 + PHASES * classes;
        let mut bytes = Vec::new();
        // One byte more than there should be is enough to know that there are too many.
        stream.take(2 * expected as u64 + 1).read_to_end(&mut bytes).map_err(|_| UnpackError::Damaged)?;
        if bytes.len() != 2 * expected {
            return Err(UnpackError::Length { expected: 2 * expected });
        }
        let (low, high) = bytes.split_at(expected);
        let mut weights = low.iter().zip(high).map(|(&low, &high)| unfolded(u16::from_le_bytes([low, high])));
        let mut next = || weights.next().expect("the length was checked");
        let bases = std::array::from_fn(|_| next());
        let phases = std::array::from_fn(|_| (0..classes).map(|_| next()).collect());
        Ok(Weights { bases, phases })
    }
}

/// A number whose lowest bit is the sign, so that small weights are small numbers.
fn folded(weight: i16) -> u16 {
    (weight << 1 ^ weight >> 15) as u16
}

fn unfolded(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

/// Why a file has no weights for this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// The first line is not that of a file of weights, or of another version.
    NotAnEvaluation,
    /// The second line does not end.
    NoCommand,
    /// The compressed part cannot be read.
    Damaged,
    /// The compressed part has fewer or more bytes than the patterns need.
    Length {
        /// How many they need.
        expected: usize,
    },
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::NotAnEvaluation => {
                let magic = String::from_utf8_lossy(MAGIC);
                write!(f, "line 1: expected \"{}\"", magic.trim_end())
            }
            UnpackError::NoCommand => write!(f, "line 2: expected a command of at most {MAX_COMMAND} bytes"),
            UnpackError::Damaged => f.write_str("line 3: the compressed weights are damaged"),
            UnpackError::Length { expected } => write!(f, "line 3: expected {expected} bytes of weights when unpacked"),
        }
    }
}

impl Error for UnpackError {}
