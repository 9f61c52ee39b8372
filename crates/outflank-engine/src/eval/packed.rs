//! The file with the weights.
//!
//! Four lines of text say what it is, when it was made, from how many positions, and by which command. A zlib stream
//! follows with the weights: the rows, all first numbers, then all second numbers and so on, so that like stands beside
//! like; then the heads one after the other, in little-endian numbers. The last four bytes are the CRC-32 of all others.

use std::error::Error;
use std::fmt;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::network::{DIRECT, HEADS, STAGES, UNITS, WIDTH};

/// The first line, with the version of the format, of the patterns and of the network.
const MAGIC: &[u8] = b"outflank evaluation 3\n";

/// The longest command that is read or written.
const MAX_COMMAND: usize = 1024;

/// How many inputs the layer has that count.
const INPUTS: usize = WIDTH - DIRECT;

/// The weights as they are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Where they come from.
    pub provenance: Provenance,
    /// The row of each class of places, stage by stage; a sum of one is [`SUM_ONE`](super::network::SUM_ONE).
    pub rows: Vec<[i8; WIDTH]>,
    /// The layers for each number of moves, from 0 to 59.
    pub heads: Vec<HeadWeights>,
}

/// The layers for one number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadWeights {
    /// What is added to each sum that is an input; one is [`SUM_ONE`](super::network::SUM_ONE).
    pub bias: [i16; INPUTS],
    /// For each input the weight that it has in each unit; one is [`WEIGHT_ONE`](super::network::WEIGHT_ONE).
    pub weights: [[i8; UNITS]; INPUTS],
    /// What is added to each unit; one is [`INPUT_ONE`](super::network::INPUT_ONE) times a weight of one.
    pub unit_bias: [i32; UNITS],
    /// What each unit adds to the score when it gives one, in steps of [`Score::STEPS`](crate::Score::STEPS) times
    /// [`OUT_ONE`](super::network::OUT_ONE).
    pub out: [i16; UNITS],
    /// What is added to the score, in steps.
    pub out_bias: i32,
}

/// Where weights come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// When they were made, as in 2026-12-31.
    pub date: String,
    /// From how many positions.
    pub positions: u64,
    /// The command that made them.
    pub command: String,
}

impl Weights {
    /// Packs the weights into a file, with as much of the command as fits.
    pub fn pack(&self) -> Vec<u8> {
        let Provenance { date, positions, .. } = &self.provenance;
        let mut file = MAGIC.to_vec();
        file.extend(format!("{date}\n{positions} positions\n").bytes());
        file.extend(self.provenance.command_line().bytes());
        file.push(b'\n');
        let mut bytes: Vec<u8> = (0..WIDTH).flat_map(|at| self.rows.iter().map(move |row| row[at] as u8)).collect();
        self.heads.iter().for_each(|head| head.write(&mut bytes));
        let mut encoder = ZlibEncoder::new(file, Compression::best());
        let mut file = encoder.write_all(&bytes).and_then(|()| encoder.finish()).expect("memory can always be written");
        let checksum = crc32fast::hash(&file);
        file.extend(checksum.to_le_bytes());
        file
    }

    /// Reads a file that [`Weights::pack`] made, with so many classes.
    pub fn unpack(file: &[u8], classes: usize) -> Result<Weights, UnpackError> {
        let rest = file.strip_prefix(MAGIC).ok_or(UnpackError::NotAnEvaluation)?;
        let (rest, checksum) = rest.split_last_chunk().ok_or(UnpackError::Damaged)?;
        if crc32fast::hash(&file[..file.len() - checksum.len()]) != u32::from_le_bytes(*checksum) {
            return Err(UnpackError::Damaged);
        }
        let (provenance, stream) = Provenance::parse(rest)?;
        let count = STAGES * classes;
        let expected = count * WIDTH + HEADS * HeadWeights::BYTES;
        let mut bytes = Vec::with_capacity(expected + 1);
        // One byte more than there should be is enough to know that there are too many.
        let read = ZlibDecoder::new(stream).take(expected as u64 + 1).read_to_end(&mut bytes);
        if read.is_err() || bytes.len() != expected {
            return Err(UnpackError::Length { expected });
        }
        let (columns, heads) = bytes.split_at(count * WIDTH);
        let mut rows = vec![[0; WIDTH]; count];
        for (at, column) in columns.chunks_exact(count.max(1)).enumerate() {
            for (row, &byte) in rows.iter_mut().zip(column) {
                row[at] = byte as i8;
            }
        }
        let heads = heads.chunks_exact(HeadWeights::BYTES).map(HeadWeights::read).collect();
        Ok(Weights { provenance, rows, heads })
    }
}

impl HeadWeights {
    /// How many bytes it takes.
    const BYTES: usize = 2 * INPUTS + INPUTS * UNITS + 4 * UNITS + 2 * UNITS + 4;

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.weights.as_flattened().iter().map(|&number| number as u8));
        bytes.extend(self.unit_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.out.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.out_bias.to_le_bytes());
    }

    /// Reads what [`HeadWeights::write`] wrote: so many bytes, all of which mean something.
    fn read(bytes: &[u8]) -> HeadWeights {
        let mut bytes = bytes.iter().copied();
        let mut next = || bytes.next().expect("a head has all its bytes");
        HeadWeights {
            bias: std::array::from_fn(|_| i16::from_le_bytes([next(), next()])),
            weights: std::array::from_fn(|_| std::array::from_fn(|_| next() as i8)),
            unit_bias: std::array::from_fn(|_| i32::from_le_bytes([next(), next(), next(), next()])),
            out: std::array::from_fn(|_| i16::from_le_bytes([next(), next()])),
            out_bias: i32::from_le_bytes([next(), next(), next(), next()]),
        }
    }
}

impl Provenance {
    /// The command as it is stored: line breaks become spaces, and what is beyond 1024 bytes is cut off.
    pub fn command_line(&self) -> String {
        let end = self.command.floor_char_boundary(MAX_COMMAND);
        self.command[..end].replace('\n', " ")
    }

    /// Reads the lines that say where weights come from, and gives what follows them.
    fn parse(file: &[u8]) -> Result<(Provenance, &[u8]), UnpackError> {
        let (date, rest) =
            line(file, "YYYY-MM-DD".len()).filter(|(date, _)| is_date(date)).ok_or(UnpackError::NoDate)?;
        let (positions, rest) = line(rest, "18446744073709551615 positions".len())
            .and_then(|(line, rest)| Some((line.strip_suffix(" positions")?.parse().ok()?, rest)))
            .ok_or(UnpackError::NoPositions)?;
        let (command, rest) = line(rest, MAX_COMMAND).ok_or(UnpackError::NoCommand)?;
        Ok((Provenance { date: date.to_owned(), positions, command: command.to_owned() }, rest))
    }
}

/// A line of at most so many bytes, and what follows it.
fn line(file: &[u8], longest: usize) -> Option<(&str, &[u8])> {
    let end = file.iter().take(longest + 1).position(|&byte| byte == b'\n')?;
    Some((str::from_utf8(&file[..end]).ok()?, &file[end + 1..]))
}

/// Whether the text looks like a date: the engine does not reckon with it.
fn is_date(text: &str) -> bool {
    let fits = |(byte, pattern)| if pattern == b'-' { byte == b'-' } else { u8::is_ascii_digit(&byte) };
    text.len() == 10 && text.bytes().zip(*b"0000-00-00").all(fits)
}

/// Why a file has no weights for this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// The first line is not that of a file of weights, or of another version.
    NotAnEvaluation,
    /// The checksum is that of other bytes.
    Damaged,
    /// The second line is no date.
    NoDate,
    /// The third line is no number of positions.
    NoPositions,
    /// The fourth line does not end.
    NoCommand,
    /// The compressed part cannot be read, or has fewer or more bytes than the patterns need.
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
            UnpackError::Damaged => f.write_str("the file is damaged or cut short: its checksum is wrong"),
            UnpackError::NoDate => f.write_str("line 2: expected a date, YYYY-MM-DD"),
            UnpackError::NoPositions => f.write_str("line 3: expected a number of positions, \"N positions\""),
            UnpackError::NoCommand => write!(f, "line 4: expected a command of at most {MAX_COMMAND} bytes"),
            UnpackError::Length { expected } => write!(f, "line 5: expected {expected} bytes of weights when unpacked"),
        }
    }
}

impl Error for UnpackError {}
