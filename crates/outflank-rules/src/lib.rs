//! The rules of Othello (Reversi) and of three of its variants.
//!
//! - [`Square`], [`Direction`], [`Bitboard`], [`Color`], [`ByColor`]: the parts of a board.
//! - [`Rules`]: what a game is played by, as data. [`Setup`] (unchecked) and [`Position`] (always valid): discs, the
//!   side to move and the supply.
//! - [`Status`]: what can be done in a position. [`Move`], [`IllegalMove`], [`Outcome`].
//! - [`Game`]: the plies so far, with undo and redo.
//! - [`Board`]: the fast board of the standard game, for engines.
//! - [`Symmetry`] and [`Convention`] (perft) serve tests, databases and engines.
//! - [`SplitMix64`]: the random generator that every crate here uses.
//!
//! Nothing here reads a clock or a file, knows a player, or prints. The only texts are the names of squares, colours
//! and rules.
//!
//! # Features
//!
//! - `serde`: serialises the types; whatever is read back is checked again.

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
