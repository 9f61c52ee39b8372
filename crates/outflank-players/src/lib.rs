//! Players of Othello, and matches between them.
//!
//! - [`PlayerName`] and [`Machine`]: players as they are written, such as `engine:3` or `gtp:COMMAND`.
//! - [`Player`]: chooses moves. [`EnginePlayer`] is our engine; [`GtpPlayer`] and [`NBoardPlayer`] are other programs, each in a
//!   process of its own.
//! - [`EngineSeat`]: the engine's limits and choice of a move, for those who run the search themselves.
//! - [`BookUse`]: whether engines play from the opening book.
//! - [`PlayerSetup`]: what a player is started with.
//! - [`mod@matches`]: games between two players, with Elo and SPRT.
//! - [`openings`]: the XOT openings.
//!
//! Nothing here prints, draws or touches a file. The table decides which moves are legal.

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
mod seat;
mod start;

pub use book::BookUse;
pub use clock::{ClockConfig, ClockState, ParseClockError};
pub use engine::EnginePlayer;
pub use error::{FaultKind, PlayerError};
pub use gtp::GtpPlayer;
pub use name::{Bounds, CommandLine, Machine, ParsePlayerError, PlayerName};
pub use nboard::NBoardPlayer;
pub use outflank_rules::SplitMix64 as Random;
pub use player::{Action, Choice, Player};
pub use seat::{Allowance, EngineSeat};
pub use start::PlayerSetup;
