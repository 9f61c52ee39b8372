//! How long and how deep the engine may search.

use std::time::Duration;

/// What a search is for and when it ends: at the first limit that it meets. Without any limit it ends when it is
/// stopped, or when the position is solved.
///
/// ```
/// use std::time::Duration;
/// use outflank_engine::Limits;
///
/// let limits = Limits { time: Some(Duration::from_secs(2)), lines: 3, ..Limits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most plies to look ahead. Where no more squares are empty than that, the position is solved.
    pub depth: Option<u8>,
    /// The most positions to visit, counted roughly.
    pub nodes: Option<u64>,
    /// The most time to spend on this move.
    pub time: Option<Duration>,
    /// The clock of a game, from which the engine takes what this move deserves.
    pub clock: Option<GameClock>,
    /// How many of the best moves to score; at least one.
    pub lines: usize,
    /// What to find out.
    pub goal: Goal,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// What is left for the rest of the game.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// What a search is to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The score.
    #[default]
    Score,
    /// Who wins: a score is then only right as far as its sign. Quicker where the position can be solved.
    Winner,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: None, nodes: None, time: None, clock: None, lines: 1, goal: Goal::Score }
    }
}
