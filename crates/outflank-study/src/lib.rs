//! Study of games.
//!
//! - [`openings`]: the names of openings in three languages, by position.
//! - [`played`]: the record of a game that was played at a table.
//! - [`index`]: a collection of games that answers who played whom, when, where, and what was played in a position.
//! - [`review`]: every move of a game judged by what an engine found out.
//! - [`report`]: what a game has to teach: grades, reasons, the turning point, accuracy.
//! - [`puzzles`]: positions in which one move is to be found.
//! - [`drill`]: training with puzzles and openings.
//! - [`teach`]: a word about a bad move before it is final.
//! - [`tutorial`]: the interactive lesson "How to play".
//!
//! Nothing here opens a file or prints. An index is written to and read from streams that the caller opens.

#![forbid(unsafe_code)]

mod board_with_turn;
mod wanted;

pub mod drill;
pub mod index;
pub mod openings;
pub mod played;
pub mod puzzles;
pub mod report;
pub mod review;
pub mod teach;
pub mod tutorial;
