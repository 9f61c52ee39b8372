//! An unchecked description of a position.

use std::error::Error;
use std::fmt;

use crate::{Bitboard, ByColor, Color, Rules, Square};

/// Discs, the side to move and the supply, unchecked. [`Position::new`](crate::Position::new) checks them.
///
/// ```
/// use outflank_rules::{Color, Position, Rules, Setup, SetupError, discs};
///
/// let setup = Setup::new(discs! {
///     O O O O X . . .
///     O O O X . . . .
///     O O X . . . . .
///     O X . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// }, Color::White);
/// assert!(Position::new(Rules::Standard, setup).is_ok());
///
/// let nothing = Setup::new(Default::default(), Color::Black);
/// assert_eq!(Position::new(Rules::Shellos, nothing), Err(SetupError::NoDiscToTouch));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Setup {
    /// The squares with a disc of each colour.
    pub discs: ByColor<Bitboard>,
    /// Who is to move.
    pub turn: Color,
    /// How many discs each player has left to place; `None` stands for what the rules give at the start.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub supply: Option<ByColor<u8>>,
}

impl Setup {
    /// A set-up with the supply that the rules give at the start.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A square has a black disc and a white disc.
    TwoDiscs(Square),
    /// The rules know no supply, yet one is given.
    UnlimitedSupply(Rules),
    /// More discs are left than the player owned.
    TooManyDiscs {
        /// Whose supply it is.
        color: Color,
        /// How many discs the set-up says are left.
        given: u8,
        /// How many the rules give at the start.
        owned: u8,
    },
    /// A disc must touch another, and the board has none.
    NoDiscToTouch,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::TwoDiscs(square) => write!(f, "there is a black and a white disc on {square}"),
            SetupError::UnlimitedSupply(rules) => {
                write!(f, "the rules {rules} give an unlimited supply of discs, so none can be stated")
            }
            SetupError::TooManyDiscs { color, given, owned } => {
                write!(f, "{color} cannot have {given} discs left: each player owns {owned}")
            }
            SetupError::NoDiscToTouch => f.write_str("the board is empty, so that no disc could ever be placed"),
        }
    }
}

impl Error for SetupError {}
