//! Text and bytes to the types of [`outflank_rules`] and back.
//!
//! - [`notation`]: one move, as people and programs write it.
//! - [`transcript`]: the moves of a game, `f5d6c3` or `1. f5 d6 2. c3`.
//! - [`board_string`]: 64 cells and the side to move. [`obf`]: such positions with the scores of their moves.
//! - [`plain`]: a whole game in plain text: its rules, its start, its moves.
//! - [`judge`]: the batch format of the contest problem.
//! - [`wthor`]: the tournament database of the Fédération Française d'Othello.
//! - [`Location`] and [`Place`]: where something was found.
//!
//! All formats of games meet in one type. A parser makes a [`Sheet`] of what was written, and its error says where that
//! failed and what was expected there. Whether the moves are legal is a second question with an error of its own:
//! [`Sheet::check`] answers it with a [`Record`], which is what can be written. Every parser refuses input above
//! a stated size, and nothing is allocated because a header claims it.
//!
//! Nothing here reads a file, starts a thread or prints.

#![forbid(unsafe_code)]

mod cannot_write;
mod cursor;
mod location;
mod points;
mod sheet;

pub mod board_string;
pub mod judge;
pub mod notation;
pub mod obf;
pub mod plain;
pub mod record;
pub mod transcript;
pub mod wthor;

pub use cannot_write::CannotWrite;
pub use location::{Location, Place};
pub use points::{ParsePointsError, Points};
pub use record::Record;
pub use sheet::{Fault, IllegalRecord, Sheet, WrittenMove};
pub use transcript::Transcript;
