//! What can be wrong with a file, and with a game.

use std::error::Error;
use std::fmt;

use outflank_rules::{IllegalMove, Square};

use super::MAX_BYTES;

/// Why bytes are not a file of the database. Offsets count bytes of the file from 0, games from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseWthorError {
    /// The file has more than [`MAX_BYTES`] bytes.
    TooLong {
        /// How many it has.
        bytes: usize,
    },
    /// The file ends inside the header.
    ShortHeader {
        /// How many bytes it has.
        bytes: usize,
    },
    /// The file does not have the size that follows from its header.
    Size {
        /// How many records the header announces.
        count: u32,
        /// How many bytes a record has.
        record_size: usize,
        /// How many bytes the file has.
        bytes: usize,
    },
    /// The board is not 8 x 8.
    BoardSize {
        /// Where the header says so.
        offset: usize,
        /// What it says.
        found: u8,
    },
    /// The file does not hold games but solitaires.
    GameType {
        /// Where the header says so.
        offset: usize,
        /// What it says.
        found: u8,
    },
    /// A score is above 64.
    Score {
        /// The game.
        game: usize,
        /// Where the score stands.
        offset: usize,
        /// The score.
        found: u8,
    },
    /// A byte is no square.
    NotAMove {
        /// The game.
        game: usize,
        /// Where the byte stands.
        offset: usize,
        /// The byte.
        found: u8,
    },
    /// A move follows the zero that ends the moves.
    MoveAfterEnd {
        /// The game.
        game: usize,
        /// Where the move stands.
        offset: usize,
        /// Its byte.
        found: u8,
    },
}

impl fmt::Display for ParseWthorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ParseWthorError::TooLong { bytes } => {
                write!(f, "expected a file of at most {MAX_BYTES} bytes, found {bytes}")
            }
            ParseWthorError::ShortHeader { bytes } => {
                write!(f, "byte {bytes}: expected a header of 16 bytes, found the end of the file")
            }
            ParseWthorError::Size { count, record_size, bytes } => {
                let expected = 16 + u64::from(count) * record_size as u64;
                write!(f, "expected {expected} bytes, a header and {count} records of {record_size}, found {bytes}")
            }
            ParseWthorError::BoardSize { offset, found } => {
                write!(f, "byte {offset}: expected the board size 8 (or 0, which means 8), found {found}")
            }
            ParseWthorError::GameType { offset, found } => {
                write!(f, "byte {offset}: expected a file of normal games (type 0), found type {found}")
            }
            ParseWthorError::Score { game, offset, found } => {
                write!(f, "byte {offset}, game {game}: expected a score from 0 to 64, found {found}")
            }
            ParseWthorError::NotAMove { game, offset, found } => write!(
                f,
                "byte {offset}, game {game}: expected a move, ten times its row and its column from 1 to 8, \
                 found {found}"
            ),
            ParseWthorError::MoveAfterEnd { game, offset, found } => {
                write!(f, "byte {offset}, game {game}: expected 0, as the moves ended before, found {found}")
            }
        }
    }
}

impl Error for ParseWthorError {}

/// The first move of a game in the database that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalGame {
    /// Its number among the placements, counted from 1.
    pub number: usize,
    /// The square.
    pub square: Square,
    /// What is wrong with it.
    pub why: IllegalMove,
}

impl fmt::Display for IllegalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalGame { number, square, why } = self;
        write!(f, "move {number}, {square}, is not legal: {why}")
    }
}

impl Error for IllegalGame {}
