use std::error::Error;
use std::fmt;

use crate::{Bitboard, Color, Outcome, Rules, Square};

/// A placement or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a disc.
    Place(Square),
    /// Passes, which is only legal without a placement.
    Pass,
}

impl Move {
    /// The square of a placement.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// What the side to move can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Place a disc on one of these squares; there is at least one.
    Place(Bitboard),
    /// Pass: only the opponent can play.
    MustPass,
    /// The game has ended.
    Over(Outcome),
}

impl Status {
    /// The legal placements.
    pub const fn squares(self) -> Bitboard {
        match self {
            Status::Place(squares) => squares,
            Status::MustPass | Status::Over(_) => Bitboard::EMPTY,
        }
    }
}

/// Why a move is illegal, as part of a sentence.
#[allow(missing_docs, reason = "the variants and fields name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    Occupied {
        square: Square,
        by: Color,
    },
    /// The disc would outflank nothing.
    OutflanksNothing {
        square: Square,
        color: Color,
        /// Decide along which lines discs are outflanked.
        rules: Rules,
    },
    TouchesNothing {
        square: Square,
    },
    MustPass {
        color: Color,
    },
    MustPlace {
        color: Color,
        /// One of the legal squares.
        for_instance: Square,
    },
    GameOver,
}

impl IllegalMove {
    /// The reason as a whole sentence.
    pub fn sentence(&self) -> String {
        let mut sentence = format!("{self}.");
        // Squares stay in lower case.
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
                    _ => "along its row or column",
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
