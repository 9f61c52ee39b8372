//! Whoever can sit at a table, and matches between them.
//!
//! - [`PlayerName`] and [`Machine`]: players as they are written, such as `engine:3` or `gtp:COMMAND`.
//! - [`Player`]: what can be asked of one. [`EnginePlayer`] is the engine of this program; [`GtpPlayer`] and
//!   [`NBoardPlayer`] are other programs, each in a process of its own.
//! - [`BookUse`]: whether engines open by the book.
//! - [`Setup`]: a name and all that a player is started with.
//! - [`mod@matches`]: many games between two of them, and what the results say about their strength.
//! - [`openings`]: where such games begin.
//!
//! Nothing here prints, draws or touches a file, and nobody here knows what a legal move is.

#![forbid(unsafe_code)]

mod book;
mod clock;
mod engine;
mod error;
mod gtp;
pub mod matches;
mod name;
mod nboard;
pub mod openings;
mod player;
mod process;
mod start;

pub use book::BookUse;
pub use clock::{Clocks, ParseTimeControlError, TimeControl};
pub use engine::EnginePlayer;
pub use error::{FaultKind, PlayerError};
pub use gtp::GtpPlayer;
pub use name::{Bounds, CommandLine, Machine, ParsePlayerError, PlayerName};
pub use nboard::NBoardPlayer;
pub use outflank_rules::SplitMix64 as Random;
pub use player::{Action, Choice, Player};
pub use start::Setup;
