//! Why a text is not a board.

use std::error::Error;
use std::fmt;

use outflank_rules::Color;

use super::MAX_BYTES;
use crate::Location;

/// Why a text is not a board and a side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseBoardError {
    /// The text has more than [`MAX_BYTES`] bytes.
    TooLong {
        /// How many it has.
        bytes: usize,
    },
    /// A character that is neither a disc nor an empty square.
    NotACell {
        /// Where it stands.
        at: Location,
        /// The character.
        found: char,
    },
    /// Letters and digits both stand for discs.
    Mixed {
        /// Where the first of the other kind stands.
        at: Location,
        /// The character.
        found: char,
    },
    /// A row of a drawn board does not have its number beside it, or something else stands there.
    NotARow {
        /// Where.
        at: Location,
        /// The number that was expected, from 1.
        row: usize,
    },
    /// There are fewer than 64 cells.
    TooFewCells {
        /// Where the next cell was expected.
        at: Location,
        /// How many cells there are.
        cells: usize,
    },
    /// Something follows the 64 cells and the side to move.
    TooManyCells {
        /// Where it begins.
        at: Location,
    },
    /// The text ends before the side to move.
    NoSide {
        /// Where it was expected.
        at: Location,
    },
    /// Something else stands where the side to move should.
    NotASide {
        /// Where it stands.
        at: Location,
        /// Its first character.
        found: char,
    },
    /// The side to move is named twice, and not the same one.
    TwoSides {
        /// Where it is named again.
        at: Location,
        /// The side that is named there.
        again: Color,
    },
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SIDE: &str = "expected the side to move, X (black) or O (white), after the 64 squares";
        match self {
            ParseBoardError::TooLong { bytes } => {
                write!(f, "expected a board of at most {MAX_BYTES} bytes, found {bytes}")
            }
            ParseBoardError::NotACell { at, found } => write!(
                f,
                "{at}: expected a black disc (X, B or *), a white disc (O or W) or an empty square (- or .), \
                 found {found:?}"
            ),
            ParseBoardError::Mixed { at, found } => write!(
                f,
                "{at}: expected only letters or only digits for the discs and the side to move, found {found:?}; the \
                 digit 0 is black and the letter O is white, so that a mixture could be misread"
            ),
            ParseBoardError::NotARow { at, row } => {
                write!(f, "{at}: expected row {row} of the board, eight squares with its number beside them")
            }
            ParseBoardError::TooFewCells { at, cells } => write!(f, "{at}: expected 64 squares, found only {cells}"),
            ParseBoardError::TooManyCells { at } => {
                write!(f, "{at}: expected nothing more after 64 squares and the side to move")
            }
            ParseBoardError::NoSide { at } => write!(f, "{at}: {SIDE}"),
            ParseBoardError::NotASide { at, found } => write!(f, "{at}: {SIDE}, found {found:?}"),
            ParseBoardError::TwoSides { at, again } => {
                write!(
                    f,
                    "{at}: expected one side to move, found that it is {again}, and before that it is {}",
                    !*again
                )
            }
        }
    }
}

impl Error for ParseBoardError {}
