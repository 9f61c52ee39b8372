//! The tournament database of the Fédération Française d'Othello: `.wtb` files with the games of a year, a `.jou` file
//! with the players and a `.trn` file with the tournaments.
//!
//! All three begin with the same header of 16 bytes, followed by records of one size: 68 bytes for a game, 20 for a
//! player, 26 for a tournament. Numbers are little-endian. Games are from the usual start by the standard rules, passes
//! are not stored, and a score counts empty squares for the winner.
//!
//! Games have numbers in place of names. [`Games::records`] looks them up in a [`Directory`] of the two other files, and
//! [`Collector`] goes the other way: it takes [`Record`](crate::Record)s, and hands out new numbers for new names.

mod collector;
mod games;
mod header;
mod illegal;
mod names;
mod record;

pub use collector::{Collection, Collector};
pub use games::{GameFile, GameRecord, Games, MAX_BYTES};
pub use header::{BoardSize, Date, FileKind};
pub use illegal::IllegalGame;
pub use names::{Names, NamesKind};
pub use record::Directory;

/// The format, as people call it.
const FORMAT: &str = "WTHOR";
