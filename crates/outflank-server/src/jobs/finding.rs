use std::time::Duration;

use outflank_engine::{Analysis, Bound, Limits, Score, Selectivity, Variation};
use outflank_rules::{Move, Square};

use super::{Canonical, Key};

/// Asks for the value of a position at a fixed depth.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest {
    canonical: Canonical,
    key: Key,
    /// The number of empty squares if the position is to be solved.
    plies: u8,
    patience: Option<Duration>,
}

impl SearchRequest {
    pub fn new(canonical: Canonical, limits: &Limits) -> SearchRequest {
        let empty = canonical.position().empty().len() as u8;
        let plies = limits.depth.map_or(empty, |depth| depth.clamp(1, empty.max(1)));
        SearchRequest { key: canonical.key(), canonical, plies, patience: limits.time }
    }

    pub fn canonical(&self) -> &Canonical {
        &self.canonical
    }

    pub fn limits(&self) -> Limits {
        Limits { depth: Some(self.plies), time: self.patience, ..Limits::default() }
    }

    pub fn plies(&self) -> u8 {
        self.plies
    }

    /// Returns `None` if the game is over or the search was stopped at once.
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

    /// Whether another search would find nothing better.
    pub fn is_answered_by(&self, finding: &Finding) -> bool {
        let is_this = finding.key == self.key && finding.plies == self.plies;
        let is_whole = finding.is_exact || (finding.depth >= self.plies && self.plies < self.empty());
        is_this && (is_whole || finding.time_limit() >= self.patience.unwrap_or(Duration::MAX))
    }

    /// The finding as an analysis of the original position.
    pub fn analysis(&self, finding: &Finding) -> Analysis {
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

/// The result of a search, stored by position and [`Finding::plies`]. Shallow results stay beside deep ones because a
/// move is compared with the best one at the same depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub key: Key,
    pub plies: u8,
    pub patience: Option<Duration>,
    pub score: Score,
    /// On the canonical board.
    pub best: Square,
    pub depth: u8,
    pub selectivity: Selectivity,
    pub is_exact: bool,
    pub time: Duration,
}

impl Finding {
    pub fn is_better_than(&self, other: &Finding) -> bool {
        (self.is_exact, self.depth, self.time_limit()) > (other.is_exact, other.depth, other.time_limit())
    }

    fn time_limit(&self) -> Duration {
        self.patience.unwrap_or(Duration::MAX)
    }
}
