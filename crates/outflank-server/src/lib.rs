//! Othello games over HTTP: how they are kept.
//!
//! - [`store`]: where games are kept. A small trait, and what is kept as types of its own with versions.

#![forbid(unsafe_code)]

mod id;
mod moment;
mod name;
pub mod store;

pub use id::{CommandId, GameId, ParseIdError, Secret, SecretHash};
pub use moment::Clock;
pub use name::{ChatLine, Name, ParseNameError};
