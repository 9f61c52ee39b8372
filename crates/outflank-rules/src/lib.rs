//! The rules of Othello (Reversi) and three variants.
//!
//! [`Position`] is always valid and plays by any [`Rules`]; [`Setup`] is its unchecked description. [`Game`] adds undo and
//! redo. [`Board`] is the fast board of the standard game. No I/O, no clocks, no text besides names and errors.
//!
//! The feature `serde` serialises the types and validates what it reads.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod bitboard;
mod board;
mod color;
mod direction;
mod drawing;
mod game;
mod moves;
mod outcome;
mod perft;
mod position;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod splitmix;
mod square;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{ByColor, Color};
pub use direction::Direction;
#[doc(hidden)]
pub use drawing::__drawn;
pub use game::{Game, Ply};
pub use moves::{IllegalMove, Move, Status};
pub use outcome::{Cause, Outcome};
pub use perft::{Convention, ParseConventionError};
pub use position::Position;
pub use rules::{ParseRulesError, Placement, Rules};
pub use setup::{Setup, SetupError};
pub use splitmix::SplitMix64;
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
