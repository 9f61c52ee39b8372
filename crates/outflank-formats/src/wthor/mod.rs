//! The tournament database of the Fédération Française d'Othello: `.wtb` files with the games of a year, a `.jou` file
//! with players and a `.trn` file with tournaments.
//!
//! Every file has a header of 16 bytes and records of 68 (game), 20 (player) or 26 bytes (tournament). Numbers are
//! little-endian, passes are not stored, empty squares count for the winner.
//!
//! [`Games::records`] looks up names in a [`Directory`]; [`Collector`] assigns numbers to names.

mod collector;
mod games;
mod header;
mod names;
mod record;

pub use collector::{Collection, Collector};
pub use games::{GameFile, GameRecord, Games, IllegalGame, MAX_BYTES};
pub use header::{BoardSize, Date, FileKind};
pub use names::{Names, NamesKind};
pub use record::Directory;

const FORMAT: &str = "WTHOR";
