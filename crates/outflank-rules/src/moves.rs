//! What a player can do in a turn, and why it may be refused.

use std::error::Error;
use std::fmt;

use crate::{Bitboard, Color, Outcome, Rules, Square};

/// One ply: a disc placed, or the turn passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc is put on this square.
    Place(Square),
    /// The turn goes to the opponent because nothing can be played.
    Pass,
}

impl Move {
    /// The square a disc is put on, if one is.
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    /// The square, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// What the side to move can do. "Must pass" and "over" cannot be confused, and a finished game says how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A disc must be placed on one of these squares; there is at least one.
    Place(Bitboard),
    /// There is nothing to play, but the opponent can: the turn passes.
    MustPass,
    /// The game has ended.
    Over(Outcome),
}

impl Status {
    /// The squares that can be played: none when the player must pass or the game is over.
    pub const fn squares(self) -> Bitboard {
        match self {
            Status::Place(squares) => squares,
            Status::MustPass | Status::Over(_) => Bitboard::EMPTY,
        }
    }
}

/// Why a move cannot be made. Its text continues a sentence; [`IllegalMove::sentence`] stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// There is a disc on the square.
    Occupied {
        /// The square that was to be played.
        square: Square,
        /// Whose disc is on it.
        by: Color,
    },
    /// The disc would outflank nothing.
    OutflanksNothing {
        /// The square that was to be played.
        square: Square,
        /// Who wanted to play it.
        color: Color,
        /// The rules, which say along which lines discs are outflanked.
        rules: Rules,
    },
    /// The disc would touch no other disc.
    TouchesNothing {
        /// The square that was to be played.
        square: Square,
    },
    /// A disc was to be placed, but there is nothing to play.
    MustPass {
        /// Who must pass.
        color: Color,
    },
    /// A pass, although there is something to play.
    MustPlace {
        /// Who must place a disc.
        color: Color,
        /// One of the squares that can be played.
        for_instance: Square,
    },
    /// The game has ended.
    GameOver,
}

impl IllegalMove {
    /// The reason as a sentence for the player.
    ///
    /// ```
    /// use outflank_rules::{Position, Rules, Square};
    ///
    /// let illegal = Position::initial(Rules::Standard).play(Square::A1.into()).unwrap_err();
    /// assert_eq!(illegal.sentence(), "On a1 Black would outflank no white disc in any direction.");
    /// ```
    pub fn sentence(&self) -> String {
        let mut sentence = format!("{self}.");
        // Squares keep their small letters.
        let begins_with_square = matches!(self, IllegalMove::Occupied { .. } | IllegalMove::TouchesNothing { .. });
        if let Some(first) = sentence.get_mut(..1).filter(|_| !begins_with_square) {
            first.make_ascii_uppercase();
        }
        sentence
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalMove::Occupied { square, by } => write!(f, "{square} already has a {by} disc"),
            IllegalMove::OutflanksNothing { square, color, rules } => {
                let lines = match rules.flips_along().len() {
                    8 => "in any direction",
                    _ => "along its rank or file",
                };
                write!(f, "on {square} {} would outflank no {} disc {lines}", color.title(), !color)
            }
            IllegalMove::TouchesNothing { square } => write!(f, "{square} touches no disc"),
            IllegalMove::MustPass { color } => write!(f, "{} has nothing to play and must pass", color.title()),
            IllegalMove::MustPlace { color, for_instance } => {
                write!(f, "{} may not pass while a square can be played, such as {for_instance}", color.title())
            }
            IllegalMove::GameOver => f.write_str("the game is over"),
        }
    }
}

impl Error for IllegalMove {}
