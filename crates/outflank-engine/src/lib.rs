//! An Othello engine: a position in, an analysis out.
//!
//! [`Engine::start`] is the one door. It takes a position of any rules and [`Limits`], and gives a [`Handle`] to stop the
//! search or wait for its [`Analysis`]; [`Engine::analyze`] is the same on the caller's thread. [`Level`] says what the
//! levels for people mean.
//!
//! - `search` and `endgame`: standard Othello. `plain`: the other rules.
//! - `eval`: what a position looks worth; [`training`] is its door for those who fit the weights.
//! - [`mod@book`]: what is known of the opening, for those who play.
//! - `tt` and `memory`: what is remembered. `time`: what a move may cost.
//! - `simd`: the kernels of the innermost loops, and the only room with `unsafe` code.
//!
//! Nothing here prints, plays a game or touches a file.

#![deny(clippy::undocumented_unsafe_blocks)]

mod analysis;
pub mod book;
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
pub use book::{Book, BookMove};
pub use engine::{Engine, Handle, Options};
pub use eval::training;
pub use level::{Level, ParseLevelError};
pub use limits::{GameClock, Goal, Limits};
pub use perft::perft;
