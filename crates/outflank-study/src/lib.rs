//! Study of games.
//!
//! - [`openings`]: opening names in three languages, by position.
//! - [`theory`]: the moves of tournament players, by position.
//! - [`played`]: records of games played at a table.
//! - [`index`]: a searchable collection of games.
//! - [`review`]: what each move of a game was worth.
//! - [`report`]: grades, reasons, the turning point, accuracy.
//! - [`tree`]: a game with variations and comments, edited with undo.
//! - [`puzzles`] and [`drill`]: training with puzzles and openings.
//! - [`teach`]: warnings before a bad move, and the first step of a hint.
//! - [`tutorial`]: the interactive lesson "How to play".
//!
//! Nothing here opens a file or prints. An index is written to and read from the caller's streams.

#![forbid(unsafe_code)]

mod board_with_turn;
mod name_query;

pub mod drill;
pub mod index;
pub mod openings;
pub mod played;
pub mod puzzles;
pub mod report;
pub mod review;
pub mod teach;
pub mod theory;
pub mod tree;
pub mod tutorial;

pub use name_query::NameQuery;
