use std::error::Error;
use std::fmt;

use crate::{Bitboard, ByColor, Color, Rules, Square};

/// An unchecked description of a position. [`Position::new`](crate::Position::new) checks it.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Setup {
    pub discs: ByColor<Bitboard>,
    pub turn: Color,
    /// The discs left to place; `None` is the number at the start.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub supply: Option<ByColor<u8>>,
}

impl Setup {
    /// A set-up with the full supply.
    pub const fn new(discs: ByColor<Bitboard>, turn: Color) -> Setup {
        Setup { discs, turn, supply: None }
    }

    /// The usual start: black on d5 and e4, white on d4 and e5, Black to move.
    pub const START: Setup = Setup::new(
        crate::discs! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . O X . . .
            . . . X O . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        },
        Color::Black,
    );
}

/// Why a [`Setup`] is not a position of the given [`Rules`].
#[allow(missing_docs, reason = "the variants and fields name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    TwoDiscs(Square),
    /// The rules do not limit the supply, but the set-up does.
    UnlimitedSupply(Rules),
    TooManyDiscs {
        color: Color,
        given: u8,
        owned: u8,
    },
    /// Discs must touch another, and the board is empty.
    NoDiscToTouch,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::TwoDiscs(square) => write!(f, "{square} has a black and a white disc"),
            SetupError::UnlimitedSupply(rules) => {
                write!(f, "the {rules} rules do not limit the supply of discs")
            }
            SetupError::TooManyDiscs { color, given, owned } => {
                write!(f, "{color} cannot have {given} discs left: each player owns {owned}")
            }
            SetupError::NoDiscToTouch => f.write_str("the board is empty, so no disc can be placed"),
        }
    }
}

impl Error for SetupError {}
