#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! - `search` and `endgame`: standard Othello. `variants`: the other rules.
//! - `eval`: the static evaluation; [`training`] opens it to programs that fit the weights.
//! - [`mod@book`]: the opening book, for players. `level`: playing strengths.
//! - `tt` and `memory`: what is kept between searches. `pages`: large memory pages for it. `time`: time management.
//! - `simd`: the kernels of the innermost loops, and the only `unsafe` code apart from advice to the system in `pages`.

#![deny(clippy::undocumented_unsafe_blocks, missing_docs)]

mod analysis;
pub mod book;
mod endgame;
mod engine;
mod eval;
mod level;
mod limits;
mod memory;
mod pages;
mod perft;
mod search;
#[doc(hidden)]
pub mod simd;
mod time;
mod tt;
mod variants;

pub use analysis::{Analysis, Bound, Score, Selectivity, Variation};
pub use book::{Book, BookMove};
pub use engine::{Engine, Options, SearchHandle};
pub use eval::training;
pub use level::{Level, ParseLevelError};
pub use limits::{GameClock, Goal, Limits};
pub use perft::perft;

/// Increased whenever searches of a fixed depth may return something else, so that stored results of earlier versions are not used.
pub const REVISION: u32 = 4;
