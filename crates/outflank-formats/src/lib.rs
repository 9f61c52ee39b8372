//! Parse and write Othello game records, boards and engine protocols.
//!
//! | | modules |
//! | --- | --- |
//! | games | [`plain`], [`ggf`], [`sgf`], [`pgn`], [`wthor`], and one per line: [`lines`], [`vong`], [`logbook`] |
//! | positions | [`board_string`], [`fen`], [`obf`] |
//! | moves | [`notation`], [`transcript`] |
//! | messages | [`gtp`], [`nboard`], [`judge`] |
//! | any of these | [`mod@format`]: detect, read, write |
//!
//! Every parser of games returns an [`UncheckedRecord`]; [`UncheckedRecord::check`] plays its moves and returns a
//! [`Record`], which can be written. Parse errors and illegal moves are separate errors, each with a [`Place`]. Every
//! parser limits its input, and allocates nothing because a header claims it.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod cursor;
mod error;
mod location;
mod points;
mod property;
mod seconds;
mod unchecked;
mod variant;
mod variations;
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
pub use unchecked::{IllegalReason, IllegalRecord, UncheckedRecord, WrittenMove, WrittenVariation};
pub use write_error::WriteError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
