//! The search of the standard game: principal variation search to a depth, or to the end.
//!
//! Scores are in steps of [`Score::STEPS`](crate::Score) to a disc, for the side to move. `depth` counts the plies still
//! to be looked at, passes not counted; a search whose depth is the number of empty squares goes to the end of the game,
//! and hands over to the [`Solver`](crate::endgame::Solver) when few are left.
//!
//! - `node`: a position in the tree, with what the evaluation needs.
//! - `zero`: is the score greater than alpha? The work is done there.
//! - `principal`: what is the score, and how do both play?
//! - `ordering`: which move to try first. `probcut`: which to cut off unseen.
//! - `worker`: one thread at work. `share`: how threads keep out of each other's way.
//! - `root`: deeper and deeper, until a limit is met. `control`: what ends it.
//! - `full_width`: nothing cut off unseen, to fit ProbCut to.

mod control;
mod full_width;
mod node;
mod ordering;
mod principal;
mod probcut;
mod root;
mod share;
mod worker;
mod zero;

pub(crate) use control::Control;
pub use full_width::FullWidth;
pub use probcut::{Deviations, ENDGAME, MIDGAME, shallow};
pub(crate) use root::{Task, search};
