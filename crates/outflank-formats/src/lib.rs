//! Text and bytes to the types of [`outflank_rules`] and back.
//!
//! - [`notation`]: one move, as people and programs write it.
//! - [`transcript`]: the moves of a game, `f5d6c3` or `1. f5 d6 2. c3`.
//! - [`board_string`]: 64 cells and the side to move, in every dialect. [`fen`]: the same as xboard writes it. [`obf`]: such
//!   positions with the scores of their moves.
//! - [`plain`]: a whole game in plain text: its rules, its start, its moves.
//! - [`ggf`]: the records of GGS, NBoard and Edax. [`sgf`]: trees of games, as many programs for board games have them.
//! - [`pgn`]: the records of PlayOK. [`vong`], [`logbook`] and [`lines`]: games one to a line.
//! - [`mod@format`]: all of these by name, and which of them a text is.
//! - [`judge`]: the batch format of the contest problem.
//! - [`wthor`]: the tournament database of the Fédération Française d'Othello.
//! - [`gtp`] and [`nboard`]: the messages of two protocols between engines and boards, in both directions.
//! - [`format`](mod@format): all formats of games under one roof: recognising, reading and writing any of them.
//! - [`Location`] and [`Place`]: where something was found.
//!
//! All formats of games meet in one type. A parser makes a [`UncheckedRecord`] of what was written, and its error says where that
//! failed and what was expected there. Whether the moves are legal is a second question with an error of its own:
//! [`UncheckedRecord::check`] answers it with a [`Record`], which is what can be written. Every parser refuses input above
//! a stated size, and nothing is allocated because a header claims it.
//!
//! Nothing here reads a file, starts a thread or prints.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod cursor;
mod error;
mod location;
mod points;
mod seconds;
mod unchecked;
mod variant;
mod write_error;

pub mod board_string;
pub mod fen;
pub mod format;
pub mod ggf;
pub mod gtp;
pub mod judge;
pub mod lines;
pub mod logbook;
pub mod nboard;
pub mod notation;
pub mod obf;
pub mod pgn;
pub mod plain;
pub mod record;
pub mod sgf;
pub mod transcript;
pub mod vong;
pub mod wthor;

pub use error::{ParseError, ReadError};
pub use location::{Location, Place};
pub use points::{ParsePointsError, Points};
pub use record::Record;
pub use transcript::Transcript;
pub use unchecked::{IllegalReason, IllegalRecord, UncheckedRecord, WrittenMove};
pub use write_error::WriteError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
