//! A file of positions and what each is worth: what `label` and the teacher write, and `train` learns from.
//!
//! The file begins with lines of text ([`header`]). Each position is then 18 bytes: the discs of the side to move, those of the
//! opponent, a1 the lowest bit, and its score for the side to move in [`Score`] units, all of them
//! little-endian.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read, Write};

use outflank_engine::Score;
use outflank_rules::{Bitboard, Board};

use crate::header::{self, Contents, Header, ReadHeaderError};
use crate::resume::Whole;

/// How many bytes a position takes.
const SIZE: usize = 18;

/// A position and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Labelled {
    pub(crate) board: Board,
    pub(crate) score: Score,
}

/// Writes the line that begins a file of version 1, as other programs write it.
#[cfg(test)]
pub(crate) fn write_header(mut file: impl Write) -> io::Result<()> {
    file.write_all(VERSION_1)
}

#[cfg(test)]
const VERSION_1: &[u8] = b"outflank positions 1\n";

/// Writes a position, in one piece.
pub(crate) fn write(mut file: impl Write, position: Labelled) -> io::Result<()> {
    let mut bytes = [0; SIZE];
    bytes[..8].copy_from_slice(&position.board.player().bits().to_le_bytes());
    bytes[8..16].copy_from_slice(&position.board.opponent().bits().to_le_bytes());
    bytes[16..].copy_from_slice(&(position.score.units() as i16).to_le_bytes());
    file.write_all(&bytes)
}

/// Reads the positions of a file one after the other; ends after the first error.
pub(crate) struct Positions<R> {
    file: R,
    /// What its first lines say.
    pub(crate) header: Header,
    /// The number of the next position, counted from 1.
    number: u64,
    ended: bool,
}

impl<R: Read> Positions<R> {
    /// Reads the lines that begin the file. The reader should be a buffered one.
    pub(crate) fn new(mut file: R) -> Result<Positions<R>, ReadPositionsError> {
        let header = header::read(&mut file, Contents::Positions).map_err(ReadPositionsError::Header)?;
        Ok(Positions { file, header, number: 1, ended: false })
    }

    /// Reads on in the middle of a file: the next position has this number, counted from 1.
    pub(crate) fn within(file: R, header: Header, number: u64) -> Positions<R> {
        Positions { file, header, number, ended: false }
    }

    fn read(&mut self) -> Result<Option<Labelled>, ReadPositionsError> {
        let damaged = |what| ReadPositionsError::Damaged { position: self.number, what };
        let mut bytes = [0; SIZE];
        let mut filled = 0;
        while filled < SIZE {
            match self.file.read(&mut bytes[filled..]) {
                Ok(0) if filled == 0 => return Ok(None),
                Ok(0) => return Err(ReadPositionsError::CutOff { position: self.number }),
                Ok(more) => filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ReadPositionsError::Io(error)),
            }
        }
        let discs = |from: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[from + byte]));
        let board = Board::new(Bitboard::from_bits(discs(0)), Bitboard::from_bits(discs(8)));
        let board = board.ok_or(damaged("a square has two discs"))?;
        let steps = i32::from(i16::from_le_bytes([bytes[16], bytes[17]]));
        if steps.abs() > 64 * Score::UNITS_PER_DISC {
            return Err(damaged("a score is not between -64 and 64 discs"));
        }
        Ok(Some(Labelled { board, score: Score::from_units(steps) }))
    }
}

impl<R: Read> Iterator for Positions<R> {
    type Item = Result<Labelled, ReadPositionsError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let position = self.read();
        self.number += 1;
        self.ended = !matches!(position, Ok(Some(_)));
        position.transpose()
    }
}

/// How many positions a file of so many bytes holds; an error if it ends inside one.
pub(crate) fn count(bytes: u64, header: &Header) -> Result<u64, ReadPositionsError> {
    let bytes = bytes.saturating_sub(header.bytes);
    let count = bytes / SIZE as u64;
    match bytes % SIZE as u64 {
        0 => Ok(count),
        _ => Err(ReadPositionsError::CutOff { position: count + 1 }),
    }
}

/// The byte of the file at which a position begins; positions are counted from 0.
pub(crate) fn offset(header: &Header, position: u64) -> u64 {
    header.bytes + position * SIZE as u64
}

/// What a file of positions holds, when its last position may be cut off.
pub(crate) fn whole(file: &mut dyn BufRead) -> Result<Whole, ReadPositionsError> {
    let mut positions = Positions::new(file)?;
    let Header { provenance, bytes } = positions.header.clone();
    let mut whole = Whole { provenance, records: 0, bytes };
    loop {
        match positions.read() {
            Ok(Some(_)) => whole.add(SIZE as u64),
            Ok(None) | Err(ReadPositionsError::CutOff { .. }) => return Ok(whole),
            Err(error) => return Err(error),
        }
        positions.number += 1;
    }
}

/// Why a file of positions cannot be read.
#[derive(Debug)]
pub(crate) enum ReadPositionsError {
    /// The system says so.
    Io(io::Error),
    /// The file does not begin as it should.
    Header(ReadHeaderError),
    /// The file ends inside a position.
    CutOff {
        /// Its number in the file, counted from 1.
        position: u64,
    },
    /// A position is not what it should be.
    Damaged {
        /// Its number in the file, counted from 1.
        position: u64,
        /// What is wrong.
        what: &'static str,
    },
}

impl fmt::Display for ReadPositionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadPositionsError::Io(error) => error.fmt(f),
            ReadPositionsError::Header(error) => error.fmt(f),
            ReadPositionsError::CutOff { position } => write!(f, "position {position}: the file ends inside it"),
            ReadPositionsError::Damaged { position, what } => write!(f, "position {position}: {what}"),
        }
    }
}

impl Error for ReadPositionsError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::header::Provenance;

    fn header() -> Vec<u8> {
        header::lines(Contents::Positions, &Provenance::new("test")).unwrap()
    }

    fn labelled() -> impl Strategy<Value = Labelled> {
        (any::<u64>(), any::<u64>(), -2048..=2048).prop_map(|(player, opponent, steps)| {
            let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent & !player));
            Labelled { board: board.expect("disjoint"), score: Score::from_units(steps) }
        })
    }

    fn read(file: &[u8]) -> Result<Vec<Labelled>, ReadPositionsError> {
        Positions::new(file)?.collect()
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(positions in prop::collection::vec(labelled(), 0..5)) {
            let mut file = header();
            for &position in &positions {
                write(&mut file, position).unwrap();
            }
            prop_assert_eq!(read(&file).unwrap(), positions.clone());
            // Other programs write files of version 1.
            prop_assert_eq!(read(&[VERSION_1, &file[header().len()..]].concat()).unwrap(), positions);
        }

        #[test]
        fn a_file_has_the_positions_that_were_written_whole(positions in prop::collection::vec(labelled(), 0..4), cut in 0..18_usize) {
            let mut file = header();
            for &position in &positions {
                write(&mut file, position).unwrap();
            }
            let bytes = file.len() as u64;
            let expected = Whole { provenance: Some(Provenance::new("test")), records: positions.len() as u64, bytes };
            file.extend([0; SIZE].iter().take(cut));
            prop_assert_eq!(whole(&mut &file[..]).unwrap(), expected);
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = read(&bytes);
            let _ = read(&[VERSION_1, &bytes[..]].concat());
            let _ = whole(&mut &[&header()[..], &bytes[..]].concat()[..]);
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let message = |position: &[u8]| read(&[VERSION_1, position].concat()).unwrap_err().to_string();
        let first_line = "line 1: expected \"outflank positions 1\" or \"outflank positions 2\"";
        assert_eq!(read(b"outflank games 1").unwrap_err().to_string(), first_line);
        assert_eq!(message(&[0; 17]), "position 1: the file ends inside it");
        assert_eq!(message(&[1; 18]), "position 1: a square has two discs");
        let [mut beyond, whole] = [[0; 18]; 2];
        beyond[16..].copy_from_slice(&2049_i16.to_le_bytes());
        assert_eq!(message(&[whole, beyond].concat()), "position 2: a score is not between -64 and 64 discs");
    }
}
