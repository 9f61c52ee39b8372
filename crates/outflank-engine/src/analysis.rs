use std::fmt;
use std::time::Duration;

use outflank_rules::Move;

/// The result of a search so far, for the side to move.
#[allow(missing_docs, reason = "the other fields name their contents")]
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The best lines, best first: as many as requested, or as there are moves. Empty if the game is over.
    pub lines: Vec<Variation>,
    /// Depth in plies; the number of empty squares if searched to the end.
    pub depth: u8,
    pub selectivity: Selectivity,
    /// The scores are those of perfect play.
    pub exact: bool,
    pub nodes: u64,
    pub time: Duration,
}

/// A line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The moves, including passes.
    pub pv: Vec<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
}

/// How a score relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score is the true value.
    Exact,
    /// The true value is at least the score.
    AtLeast,
    /// The true value is at most the score.
    AtMost,
}

/// A final disc difference in units of 1/32 disc; empty squares go to the winner.
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
    /// Units per disc.
    pub const UNITS_PER_DISC: i32 = 32;

    /// A score in whole discs.
    pub const fn from_discs(discs: i8) -> Score {
        Score(discs as i16 * Score::UNITS_PER_DISC as i16)
    }

    /// The score in discs.
    pub fn discs(self) -> f32 {
        f32::from(self.0) / Score::UNITS_PER_DISC as f32
    }

    /// A score in units, clamped to 64 discs either way.
    pub const fn from_units(units: i32) -> Score {
        const MAX: i32 = 64 * Score::UNITS_PER_DISC;
        Score(if units > MAX {
            MAX as i16
        } else if units < -MAX {
            -MAX as i16
        } else {
            units as i16
        })
    }

    /// The score in units.
    pub const fn units(self) -> i32 {
        self.0 as i32
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.2}", self.discs()))
    }
}

/// Confidence of selective pruning (ProbCut), from fast to exact.
#[allow(missing_docs, reason = "the names are percentages")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Selectivity {
    P73,
    P87,
    P95,
    P98,
    P99,
    /// No selective pruning.
    #[default]
    Full,
}

impl Selectivity {
    /// From fast to exact.
    pub const ALL: [Selectivity; 6] =
        [Selectivity::P73, Selectivity::P87, Selectivity::P95, Selectivity::P98, Selectivity::P99, Selectivity::Full];

    /// Probability that a cutoff is right, in percent.
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
