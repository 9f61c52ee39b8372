//! The weights file.
//!
//! Four lines of text: format, date, number of positions, command. Then a zlib stream: the rows by column (all first
//! numbers, then all second ones, and so on), which compresses better, and the output buckets, little-endian. The last
//! four bytes are the CRC-32 of all others.

use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::network::{BUCKETS, DIRECT, HIDDEN, STAGES, WIDTH};
use crate::pages;

/// First line: the version of the format, the patterns and the network.
const MAGIC: &[u8] = b"outflank evaluation 3\n";

const MAX_COMMAND: usize = 1024;

const INPUTS: usize = WIDTH - DIRECT;

/// Weights as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Origin of the weights.
    pub provenance: Provenance,
    /// The row of each class, stage by stage, in units of 1/[`ACCUMULATOR_ONE`](super::network::ACCUMULATOR_ONE).
    pub rows: Vec<[i8; WIDTH]>,
    /// The layers for 0 to 59 moves.
    pub buckets: Vec<BucketWeights>,
}

/// Layers for one number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketWeights {
    /// Input biases, in units of 1/[`ACCUMULATOR_ONE`](super::network::ACCUMULATOR_ONE).
    pub bias: [i16; INPUTS],
    /// Hidden weights by input and neuron, in units of 1/[`WEIGHT_ONE`](super::network::WEIGHT_ONE).
    pub weights: [[i8; HIDDEN]; INPUTS],
    /// Hidden biases: 1 is [`INPUT_ONE`](super::network::INPUT_ONE) * [`WEIGHT_ONE`](super::network::WEIGHT_ONE).
    pub hidden_bias: [i32; HIDDEN],
    /// Output weights, in score units times [`OUT_SCALE`](super::network::OUT_SCALE).
    pub out: [i16; HIDDEN],
    /// Output bias, in score units.
    pub out_bias: i32,
}

/// Origin of a set of weights.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// Date, YYYY-MM-DD.
    pub date: String,
    pub positions: u64,
    pub command: String,
}

impl Weights {
    /// Serializes the weights. An overlong command is truncated.
    pub fn pack(&self) -> Vec<u8> {
        let Provenance { date, positions, .. } = &self.provenance;
        let mut file = MAGIC.to_vec();
        file.extend(format!("{date}\n{positions} positions\n").bytes());
        file.extend(self.provenance.command_line().bytes());
        file.push(b'\n');
        let mut bytes: Vec<u8> = (0..WIDTH).flat_map(|at| self.rows.iter().map(move |row| row[at] as u8)).collect();
        self.buckets.iter().for_each(|bucket| bucket.write(&mut bytes));
        let mut encoder = ZlibEncoder::new(file, Compression::best());
        let mut file = encoder.write_all(&bytes).and_then(|()| encoder.finish()).expect("memory can always be written");
        let checksum = crc32fast::hash(&file);
        file.extend(checksum.to_le_bytes());
        file
    }

    /// Parses a file written by [`Weights::pack`] for this number of classes.
    pub fn unpack(file: &[u8], classes: usize) -> Result<Weights, UnpackError> {
        let mut rows = vec![[0; WIDTH]; STAGES * classes];
        let (provenance, buckets) = read(file, classes, |at, columns| {
            for (class, row) in rows.iter_mut().enumerate() {
                row[at..at + COLUMNS].copy_from_slice(&columns.map(|column| column[class] as i8));
            }
        })?;
        Ok(Weights { provenance, rows, buckets })
    }
}

/// Columns that are read at a time.
pub(super) const COLUMNS: usize = 4;

/// Reads a file written by [`Weights::pack`]. `take` gets the columns of the rows with the number of the first; a column has a number for
/// every class of every stage. Never holds all of them.
pub(super) fn read(
    file: &[u8],
    classes: usize,
    mut take: impl FnMut(usize, [&[u8]; COLUMNS]),
) -> Result<(Provenance, Vec<BucketWeights>), UnpackError> {
    let rest = file.strip_prefix(MAGIC).ok_or(UnpackError::NotAnEvaluation)?;
    let (rest, checksum) = rest.split_last_chunk().ok_or(UnpackError::Damaged)?;
    if crc32fast::hash(&file[..file.len() - checksum.len()]) != u32::from_le_bytes(*checksum) {
        return Err(UnpackError::Damaged);
    }
    // Here and below: the packed weights need not stay in memory beside the unpacked ones.
    pages::release_packed_weights();
    let (provenance, stream) = Provenance::parse(rest)?;
    let count = STAGES * classes;
    let wrong_length = |_| UnpackError::Length { expected: count * WIDTH + BUCKETS * BucketWeights::BYTES };
    let mut stream = ZlibDecoder::new(stream);
    let mut columns = vec![0; COLUMNS * count];
    for at in (0..WIDTH).step_by(COLUMNS) {
        stream.read_exact(&mut columns).map_err(wrong_length)?;
        take(at, std::array::from_fn(|column| &columns[column * count..][..count]));
        pages::release_packed_weights();
    }
    let mut buckets = vec![0; BUCKETS * BucketWeights::BYTES];
    stream.read_exact(&mut buckets).map_err(wrong_length)?;
    // One more byte is enough to detect trailing data.
    match stream.read(&mut [0]) {
        Ok(0) => Ok((provenance, buckets.chunks_exact(BucketWeights::BYTES).map(BucketWeights::read).collect())),
        _ => Err(wrong_length(io::ErrorKind::InvalidData.into())),
    }
}

impl BucketWeights {
    const BYTES: usize = 2 * INPUTS + INPUTS * HIDDEN + 4 * HIDDEN + 2 * HIDDEN + 4;

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.weights.as_flattened().iter().map(|&number| number as u8));
        bytes.extend(self.hidden_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.out.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.out_bias.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> BucketWeights {
        let mut bytes = bytes.iter().copied();
        let mut next = || bytes.next().expect("a bucket has all its bytes");
        BucketWeights {
            bias: std::array::from_fn(|_| i16::from_le_bytes([next(), next()])),
            weights: std::array::from_fn(|_| std::array::from_fn(|_| next() as i8)),
            hidden_bias: std::array::from_fn(|_| i32::from_le_bytes([next(), next(), next(), next()])),
            out: std::array::from_fn(|_| i16::from_le_bytes([next(), next()])),
            out_bias: i32::from_le_bytes([next(), next(), next(), next()]),
        }
    }
}

impl Provenance {
    /// The command as stored: newlines become spaces, and it is cut after 1024 bytes.
    pub fn command_line(&self) -> String {
        let end = self.command.floor_char_boundary(MAX_COMMAND);
        self.command[..end].replace('\n', " ")
    }

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

fn line(file: &[u8], longest: usize) -> Option<(&str, &[u8])> {
    let end = file.iter().take(longest + 1).position(|&byte| byte == b'\n')?;
    Some((str::from_utf8(&file[..end]).ok()?, &file[end + 1..]))
}

fn is_date(text: &str) -> bool {
    let fits = |(byte, pattern)| if pattern == b'-' { byte == b'-' } else { u8::is_ascii_digit(&byte) };
    text.len() == 10 && text.bytes().zip(*b"0000-00-00").all(fits)
}

/// Why a weights file was rejected.
#[allow(missing_docs, reason = "the variants name what is wrong")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    NotAnEvaluation,
    Damaged,
    NoDate,
    NoPositions,
    NoCommand,
    /// The compressed part is invalid or has the wrong length.
    Length {
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
            UnpackError::Damaged => f.write_str("damaged or truncated file: wrong checksum"),
            UnpackError::NoDate => f.write_str("line 2: expected a date, YYYY-MM-DD"),
            UnpackError::NoPositions => f.write_str("line 3: expected a number of positions, \"N positions\""),
            UnpackError::NoCommand => write!(f, "line 4: expected a command of at most {MAX_COMMAND} bytes"),
            UnpackError::Length { expected } => write!(f, "line 5: expected {expected} bytes of weights when unpacked"),
        }
    }
}

impl Error for UnpackError {}
