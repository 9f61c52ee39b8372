//! Why a text is not a game in PGN.

use std::error::Error;
use std::fmt;

use outflank_rules::SetupError;

use super::MAX_GAME_BYTES;
use crate::Location;
use crate::fen::ParseFenError;
use crate::notation::ParseMoveError;

/// Why a text is not a game in PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePgnError {
    /// The game has more than [`MAX_GAME_BYTES`] bytes.
    TooLong {
        /// Where it begins.
        at: Location,
    },
    /// Something that begins as a tag is none.
    NotATag {
        /// Where the tag begins.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// The position at the start cannot be read.
    Fen(ParseFenError),
    /// The position at the start is no position of the rules.
    Setup {
        /// Where it is written.
        at: Location,
        /// Why not.
        error: SetupError,
    },
    /// Something stands where a move should.
    NotAMove {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// A comment or a variation goes on to the end of the game.
    NotClosed {
        /// Where it begins.
        at: Location,
        /// The character that should end it.
        expected: char,
    },
}

impl fmt::Display for ParsePgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePgnError::TooLong { at } => write!(f, "{at}: expected a game of at most {MAX_GAME_BYTES} bytes"),
            ParsePgnError::NotATag { at, found } => {
                write!(f, "{at}: expected a tag such as [Event \"Paris Open\"], found {found:?}")
            }
            ParsePgnError::Fen(error) => error.fmt(f),
            ParsePgnError::Setup { at, error } => write!(f, "{at}: {error}"),
            ParsePgnError::NotAMove { at, found } => write!(f, "{at}: {ParseMoveError}; found {found:?}"),
            ParsePgnError::NotClosed { at, expected } => {
                write!(f, "{at}: expected {expected:?} before the end of the game, as the end of what begins here")
            }
        }
    }
}

impl Error for ParsePgnError {}
