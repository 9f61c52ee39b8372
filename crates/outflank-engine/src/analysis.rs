//! What the engine has found out about a position.

use std::fmt;
use std::time::Duration;

use outflank_rules::Move;

/// What the engine has found out so far. It is for the side to move, and grows better as the search goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The best lines, best first: as many as were asked for, or fewer if there are fewer moves. None in a position
    /// that is over.
    pub lines: Vec<Line>,
    /// How many plies the search looked ahead; the number of empty squares if it looked to the end.
    pub depth: u8,
    /// How sure the search is of what it cut off without looking.
    pub selectivity: Selectivity,
    /// Whether the scores are those of perfect play to the end of the game.
    pub exact: bool,
    /// How many positions were visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// A way to play on, and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves, passes included; the first is the one that the line is about.
    pub pv: Vec<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is a limit rather than the value.
    pub bound: Bound,
}

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is not smaller.
    AtLeast,
    /// The value is not larger.
    AtMost,
}

/// A difference in discs at the end of the game, in steps of 1/32 of a disc; empty squares go to the winner.
///
/// ```
/// use outflank_engine::Score;
///
/// assert_eq!(Score::from_discs(-2).to_string(), "-2.00");
/// assert_eq!((-Score::from_discs(6)).discs(), -6.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i16);

impl Score {
    /// How many steps a disc has.
    pub const STEPS: i32 = 32;

    /// The score of a won or lost game in whole discs.
    pub const fn from_discs(discs: i8) -> Score {
        Score(discs as i16 * Score::STEPS as i16)
    }

    /// The score in discs.
    pub fn discs(self) -> f32 {
        f32::from(self.0) / Score::STEPS as f32
    }

    /// A score in steps; what lies beyond a whole board is the whole board.
    pub const fn from_steps(steps: i32) -> Score {
        const MOST: i32 = 64 * Score::STEPS;
        Score(if steps > MOST {
            MOST as i16
        } else if steps < -MOST {
            -MOST as i16
        } else {
            steps as i16
        })
    }

    /// The score in steps.
    pub const fn steps(self) -> i32 {
        self.0 as i32
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    /// The score for the other side.
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.2}", self.discs()))
    }
}

/// How sure a search is of what it cut off because a shallower search said so, from quick to exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Selectivity {
    /// 73 %.
    P73,
    /// 87 %.
    P87,
    /// 95 %.
    P95,
    /// 98 %.
    P98,
    /// 99 %.
    P99,
    /// Nothing was cut off.
    #[default]
    Full,
}

impl Selectivity {
    /// From quick to exact.
    pub const ALL: [Selectivity; 6] =
        [Selectivity::P73, Selectivity::P87, Selectivity::P95, Selectivity::P98, Selectivity::P99, Selectivity::Full];

    /// How many of a hundred cuts are expected to be right.
    pub const fn percent(self) -> u8 {
        match self {
            Selectivity::P73 => 73,
            Selectivity::P87 => 87,
            Selectivity::P95 => 95,
            Selectivity::P98 => 98,
            Selectivity::P99 => 99,
            Selectivity::Full => 100,
        }
    }
}
