use std::time::Duration;

use crate::time;

/// When a search ends: at the first limit reached. Without limits it ends when it is stopped or the position is solved.
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
    /// Maximum depth in plies. With at least as many plies as empty squares, the position is solved.
    pub depth: Option<u8>,
    /// Maximum number of positions to visit, approximately.
    pub nodes: Option<u64>,
    /// Maximum time for this move.
    pub time: Option<Duration>,
    /// The game clock, of which the engine spends a share on this move.
    pub clock: Option<GameClock>,
    /// Number of best moves to score, at least 1.
    pub lines: usize,
    /// What to find.
    pub goal: Goal,
}

/// The clock of the side to move.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    pub left: Duration,
    pub increment: Duration,
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The score.
    #[default]
    Score,
    /// Only the winner: just the sign of the score is right. Faster where the position can be solved.
    Winner,
}

impl Limits {
    /// Time for a move with this many empty squares: at most, or with a clock on average.
    pub fn move_time(&self, empties: u32) -> Option<Duration> {
        time::budget(self, empties).map(|budget| budget.target.unwrap_or(budget.most))
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: None, nodes: None, time: None, clock: None, lines: 1, goal: Goal::Score }
    }
}
