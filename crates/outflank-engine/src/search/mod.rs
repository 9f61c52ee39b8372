//! Search of standard Othello: iterative deepening with PVS, to a fixed depth or to the end of the game.
//!
//! Scores are in [`Score`](crate::Score) units for the side to move. `depth` is the number of discs still to place; passes
//! are free. A search with `depth == empties` is exact and ends in the [`Solver`](crate::endgame::Solver).
//!
//! - `root`: iterative deepening and aspiration windows. `control`: stop requests, clock, node limit.
//! - `pvs`: open window, finds the score and the line of play. `null_window`: does most of the work.
//! - `ordering`: move ordering. `probcut`: selective pruning. `full_width`: search without it, for fitting.
//! - `node`: a board with its evaluation features. `worker`: one thread. `shared`: what threads share.

mod control;
mod full_width;
mod node;
mod null_window;
mod ordering;
mod probcut;
mod pvs;
mod root;
mod shared;
mod worker;

pub(crate) use control::Control;
pub use full_width::FullWidth;
pub use probcut::{Deviations, ENDGAME, MIDGAME, probcut_depth};
pub(crate) use root::{Task, search};
