//! The tournament database of the Fédération Française d'Othello: `.wtb` files with the games of a year, a `.jou` file
//! with the players and a `.trn` file with the tournaments.
//!
//! All three begin with the same header of 16 bytes, followed by records of one size: 68 bytes for a game, 20 for a
//! player, 26 for a tournament. Numbers are little-endian. Games are from the usual start by the standard rules, passes
//! are not stored, and a score counts empty squares for the winner.

mod error;
mod games;
mod header;
mod names;

pub use error::{IllegalGame, ParseWthorError};
pub use games::{GameRecord, Games, MAX_BYTES};
pub use header::Date;
pub use names::{Names, NamesKind};
