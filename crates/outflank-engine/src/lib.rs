//! An Othello engine: a position in, an analysis out.

#![deny(clippy::undocumented_unsafe_blocks)]

mod analysis;
mod endgame;
mod engine;
mod eval;
mod level;
mod limits;
mod memory;
mod perft;
mod plain;
mod search;
#[doc(hidden)]
pub mod simd;
mod time;
mod tt;

pub use analysis::{Analysis, Bound, Line, Score, Selectivity};
pub use engine::{Engine, Handle, Options};
pub use eval::training;
pub use level::{Level, ParseLevelError};
pub use limits::{GameClock, Goal, Limits};
pub use perft::perft;
