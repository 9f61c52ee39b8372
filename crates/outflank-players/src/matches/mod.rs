//! Matches: many games between two players, and what the results say about their strength.
//!
//! Each opening is played twice, with colours changed. A player that crashes, hangs, makes an illegal move or lets its time
//! run out loses that game by all 64 discs; it is started again, and the match goes on.

mod game;
mod played;
mod runner;
mod score;
mod side;
mod sprt;

pub use played::{Ending, Played};
pub use runner::{Contestant, Finish, Match, Report};
pub use score::{Estimate, Interval, Pairs, Results, Score};
pub use side::{BySide, Side};
pub use sprt::{ParseSprtError, Sprt, Verdict};
