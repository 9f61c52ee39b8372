//! Why a text is not a game in this format.

use std::error::Error;
use std::fmt;

use outflank_rules::SetupError;

use super::MAX_GAME_BYTES;
use crate::notation::ParseMoveError;
use crate::{Location, ParsePointsError};

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseSgfError {
    /// Something stands where a game should begin.
    NotAGame {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// A game has fewer closing parentheses than opening ones.
    OpenGame {
        /// Where it begins.
        at: Location,
    },
    /// A value has no end.
    OpenValue {
        /// Where it begins.
        at: Location,
    },
    /// The game has more than [`MAX_GAME_BYTES`] bytes.
    TooLong {
        /// Where it begins.
        at: Location,
    },
    /// Something stands where the first node of a variation should.
    NotANode {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// Something stands where a property, a node or the end of the game should.
    NotAProperty {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// A property of which a game has one is there a second time.
    Repeated {
        /// Where it begins.
        at: Location,
        /// Its name.
        name: String,
    },
    /// A property that has one value has several.
    ManyValues {
        /// Where the second begins.
        at: Location,
        /// The name of the property.
        name: String,
    },
    /// The game is not named, which makes it Go.
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
    /// The board is not of 8 by 8 squares.
    Size {
        /// Where its size stands.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// Something stands where a square should.
    NotASquare {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// The board is changed after the first move.
    LateSetup {
        /// Where.
        at: Location,
    },
    /// The side to move is neither of the two.
    NotASide {
        /// Where it was expected.
        at: Location,
        /// What stands there.
        found: String,
    },
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
}

impl fmt::Display for ParseSgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParseSgfError::*;

        match self {
            NotAGame { at, found } => write!(f, "{at}: expected a game, which begins with (; and found {found:?}"),
            OpenGame { at } => write!(f, "{at}: expected a game with ) at its end, found no end"),
            OpenValue { at } => write!(f, "{at}: expected a value with ] at its end, found no end"),
            TooLong { at } => write!(f, "{at}: expected a game of at most {MAX_GAME_BYTES} bytes, found a longer one"),
            NotANode { at, found } => write!(f, "{at}: expected ; and a node, found {found:?}"),
            NotAProperty { at, found } => {
                write!(f, "{at}: expected a property such as PB[name], a node or the end of the game; found {found:?}")
            }
            Repeated { at, name } => write!(f, "{at}: expected no second {name} in a game"),
            ManyValues { at, name } => write!(f, "{at}: expected no second value of {name}"),
            NoGameName { at } => write!(f, "{at}: expected GM[2], a game of Othello; found no GM, which means Go"),
            OtherGame { at, found } => write!(f, "{at}: expected 2, which is Othello, as the game; found {found:?}"),
            Size { at, found } => write!(f, "{at}: expected a board of 8 by 8 squares, found the size {found:?}"),
            NotASquare { at, found } => {
                write!(f, "{at}: expected a square such as d3, or a rectangle such as a1:c3; found {found:?}")
            }
            LateSetup { at } => write!(f, "{at}: expected no change of the board after the first move"),
            NotASide { at, found } => write!(f, "{at}: expected the side to move, B or W; found {found:?}"),
            Supply { at } => write!(f, "{at}: expected how many discs Black and White have left, such as 12 11"),
            Setup { at, error } => write!(f, "{at}: {error}"),
            Komi { at, found } => write!(f, "{at}: {ParsePointsError}; found {found:?}"),
            NotAMove { at, found } => write!(f, "{at}: {ParseMoveError}; found {found:?}"),
        }
    }
}

impl Error for ParseSgfError {}
