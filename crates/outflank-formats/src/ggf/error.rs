//! Why a text is not a game in this format.

use std::error::Error;
use std::fmt;

use outflank_rules::SetupError;

use super::MAX_GAME_BYTES;
use crate::board_string::ParseBoardError;
use crate::notation::ParseMoveError;
use crate::{Location, ParsePointsError};

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseGgfError {
    /// Something stands where a game should begin.
    NotAGame {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// Something follows the only game that was expected.
    More {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// The game has more than [`MAX_GAME_BYTES`] bytes.
    TooLong {
        /// Where it begins.
        at: Location,
    },
    /// Something stands where a property or the end of the game should.
    NotAProperty {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// A value has no end.
    OpenValue {
        /// Where it begins.
        at: Location,
    },
    /// A property of which a game has one is there a second time.
    Repeated {
        /// Where it begins.
        at: Location,
        /// Its name.
        name: String,
    },
    /// The game is not named.
    NoGameName {
        /// Where it begins.
        at: Location,
    },
    /// It is another game.
    OtherGame {
        /// Where its name stands.
        at: Location,
        /// Its name.
        found: String,
    },
    /// It is the game that is won with the fewest discs.
    Anti {
        /// Where the type of match stands.
        at: Location,
        /// The type of match.
        found: String,
    },
    /// The board does not say its size.
    NoSize {
        /// Where it was expected.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// The board is not of 8 by 8 squares.
    Size {
        /// Where its size stands.
        at: Location,
        /// The squares on a side.
        size: u32,
    },
    /// The board cannot be read.
    Board(ParseBoardError),
    /// The supply is not two numbers.
    Supply {
        /// Where they were expected.
        at: Location,
    },
    /// The board, the supply and the rules do not fit together.
    Setup {
        /// The property that is at odds with the others.
        at: Location,
        /// In which way.
        error: SetupError,
    },
    /// The komi is no number.
    Komi {
        /// Where it was expected.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// Something stands where a move should.
    NotAMove {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// The evaluation of a move is no number.
    Eval {
        /// Where it was expected.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// The time of a move is no number.
    Time {
        /// Where it was expected.
        at: Location,
        /// What stands there.
        found: String,
    },
}

impl fmt::Display for ParseGgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParseGgfError::*;

        match self {
            NotAGame { at, found } => write!(f, "{at}: expected a game, which begins with (; and found {found:?}"),
            More { at, found } => write!(f, "{at}: expected nothing more after the game, found {found:?}"),
            TooLong { at } => write!(f, "{at}: expected a game of at most {MAX_GAME_BYTES} bytes, found a longer one"),
            NotAProperty { at, found } => {
                write!(f, "{at}: expected a property such as PB[name], or ;) at the end of the game; found {found:?}")
            }
            OpenValue { at } => write!(f, "{at}: expected a value with ] at its end, found no end"),
            Repeated { at, name } => write!(f, "{at}: expected no second {name} in a game"),
            NoGameName { at } => write!(f, "{at}: expected the name of the game, GM[Othello], found none"),
            OtherGame { at, found } => write!(f, "{at}: expected the game Othello, found {found:?}"),
            Anti { at, found } => {
                write!(f, "{at}: expected a game that is won with the most discs, found one with the fewest, {found:?}")
            }
            NoSize { at, found } => write!(f, "{at}: expected 8, the size of the board, found {found:?}"),
            Size { at, size } => {
                write!(f, "{at}: expected a board of 8 by 8 squares, found one of {size} by {size}")
            }
            Board(error) => error.fmt(f),
            Supply { at } => write!(f, "{at}: expected how many discs Black and White have left, such as 12 11"),
            Setup { at, error } => write!(f, "{at}: {error}"),
            Komi { at, found } | Eval { at, found } => write!(f, "{at}: {ParsePointsError}; found {found:?}"),
            NotAMove { at, found } => write!(f, "{at}: {ParseMoveError}; found {found:?}"),
            Time { at, found } => write!(f, "{at}: expected the seconds of a move, such as 3.5; found {found:?}"),
        }
    }
}

impl Error for ParseGgfError {}
