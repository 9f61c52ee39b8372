//! A player that crashes, hangs, plays an illegal move or runs out of time forfeits the game by 64 discs and is restarted.

mod game;
mod played;
mod runner;
mod score;
mod side;
mod sprt;

pub use played::{MatchEnding, MatchGame};
pub use runner::{Contestant, Finish, Match, MatchSummary};
pub use score::{Estimate, Interval, Pairs, Score, WinDrawLoss};
pub use side::{BySide, Side};
pub use sprt::{ParseSprtError, Sprt, SprtDecision};
