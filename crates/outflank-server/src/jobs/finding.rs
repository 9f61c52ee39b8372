//! What a search found out about a position, in a form that can be kept.

use std::time::Duration;

use outflank_engine::{Analysis, Bound, Limits, Score, Selectivity, Variation};
use outflank_rules::{Move, Square};

use super::{Canonical, Key};

/// What a search is to find out: how much a position is worth when one looks so many plies ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest {
    canonical: Canonical,
    key: Key,
    /// How many plies; as many as there are empty squares if the position is to be solved.
    plies: u8,
    /// After what time a search is broken off.
    patience: Option<Duration>,
}

impl SearchRequest {
    /// What such a search would find out.
    pub fn new(canonical: Canonical, limits: &Limits) -> SearchRequest {
        let empty = canonical.position().empty().len() as u8;
        let plies = limits.depth.map_or(empty, |depth| depth.clamp(1, empty.max(1)));
        SearchRequest { key: canonical.key(), canonical, plies, patience: limits.time }
    }

    /// The position that is to be searched.
    pub fn canonical(&self) -> &Canonical {
        &self.canonical
    }

    /// What to search it with.
    pub fn limits(&self) -> Limits {
        Limits { depth: Some(self.plies), time: self.patience, ..Limits::default() }
    }

    /// How many plies are to be looked ahead.
    pub fn plies(&self) -> u8 {
        self.plies
    }

    /// What the search found out. Nothing if the game is over, or if it was broken off at once.
    pub fn finding(&self, analysis: &Analysis) -> Option<Finding> {
        let line = analysis.lines.first()?;
        Some(Finding {
            key: self.key.clone(),
            plies: self.plies,
            patience: self.patience,
            score: line.score,
            best: line.pv.first().copied().and_then(Move::square)?,
            depth: analysis.depth,
            selectivity: analysis.selectivity,
            is_exact: analysis.exact,
            time: analysis.time,
        })
    }

    /// Whether a search would find out nothing more than this.
    pub fn is_answered_by(&self, finding: &Finding) -> bool {
        let is_this = finding.key == self.key && finding.plies == self.plies;
        let is_whole = finding.is_exact || (finding.depth >= self.plies && self.plies < self.empty());
        is_this && (is_whole || finding.tried() >= self.patience.unwrap_or(Duration::MAX))
    }

    /// A finding as the search of the position in its own form would have told it.
    pub fn told(&self, finding: &Finding) -> Analysis {
        let pv = vec![Move::from(self.canonical.back(finding.best))];
        Analysis {
            lines: vec![Variation { pv, score: finding.score, bound: Bound::Exact }],
            depth: finding.depth,
            selectivity: finding.selectivity,
            exact: finding.is_exact,
            nodes: 0,
            time: finding.time,
        }
    }

    fn empty(&self) -> u8 {
        self.canonical.position().empty().len() as u8
    }
}

/// What a search found out about a position. Findings are kept by position and [`Finding::plies`]: what a shallow search said stays beside
/// what a deep one said, because a move is compared with the best one at the same depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The position.
    pub key: Key,
    /// How many plies were to be looked ahead.
    pub plies: u8,
    /// After what time the search was to be broken off.
    pub patience: Option<Duration>,
    /// What it is worth for the side to move.
    pub score: Score,
    /// What to play, on the board of the canonical form.
    pub best: Square,
    /// How many plies were looked ahead.
    pub depth: u8,
    /// How sure the search is of what it cut off.
    pub selectivity: Selectivity,
    /// Whether it is the value of perfect play.
    pub is_exact: bool,
    /// How long it took.
    pub time: Duration,
}

impl Finding {
    /// Whether it says more than another about the same question: it is exact and the other is not, it looked further ahead, or it had more
    /// time.
    pub fn is_more_than(&self, other: &Finding) -> bool {
        (self.is_exact, self.depth, self.tried()) > (other.is_exact, other.depth, other.tried())
    }

    /// How long it would have gone on.
    fn tried(&self) -> Duration {
        self.patience.unwrap_or(Duration::MAX)
    }
}
