//! Players of Othello, and matches between them. Nothing here prints, draws or touches a file. The table decides which moves are legal.

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
