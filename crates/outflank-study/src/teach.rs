//! Warnings before a bad move is played, and hints.
//!
//! A move that costs more than a [`Tolerance`] gets a [`Warning`] that says what is wrong with it, but not what would be better.
//! The caller analyzes the position within [`limits`]. A [`Nudge`] is the first step of a hint.

mod nudge;

use std::fmt;
use std::str::FromStr;

use outflank_engine::{Analysis, Limits, Variation};
use outflank_rules::{Move, Position, Square};
use thiserror::Error;

pub use nudge::Nudge;

use crate::report::{Loss, Reason, why};

/// The most discs that a move may cost without a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tolerance(u8);

impl Tolerance {
    const MOST: u8 = 64;

    pub const fn new(discs: u8) -> Option<Tolerance> {
        match discs {
            1..=Tolerance::MOST => Some(Tolerance(discs)),
            _ => None,
        }
    }

    pub const fn discs(self) -> u8 {
        self.0
    }
}

impl Default for Tolerance {
    /// Four discs: a short search is reliable to that, and it decides games between beginners.
    fn default() -> Tolerance {
        Tolerance(4)
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a number of discs from 1 to 64")]
pub struct ParseToleranceError;

impl FromStr for Tolerance {
    type Err = ParseToleranceError;

    fn from_str(text: &str) -> Result<Tolerance, ParseToleranceError> {
        text.parse().ok().and_then(Tolerance::new).ok_or(ParseToleranceError)
    }
}

/// Search limits for the position before a move: all moves, briefly, and exactly near the end. Independent of the clock, so that
/// the same move always gets the same answer.
pub fn limits(position: &Position) -> Limits {
    const DEPTH: u8 = 10;
    const SOLVES_FROM: u8 = 14;
    const NODES: u64 = 1_000_000;
    let empties = position.empty().len() as u8;
    Limits {
        depth: Some(if empties <= SOLVES_FROM { empties } else { DEPTH }),
        nodes: Some(NODES),
        lines: position.legal_moves().len().max(1) as usize,
        ..Limits::default()
    }
}

pub fn loss(analysis: &Analysis, mv: Square) -> Option<f32> {
    let best = analysis.lines.first()?;
    Some((best.score.discs() - line(analysis, mv)?.score.discs()).max(0.0))
}

fn line(analysis: &Analysis, mv: Square) -> Option<&Variation> {
    analysis.lines.iter().find(|line| line.pv.first().copied().and_then(Move::square) == Some(mv))
}

#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    pub played: Square,
    pub loss: f32,
    pub is_exact: bool,
    pub reasons: Vec<Reason>,
    pub best: Square,
}

impl Warning {
    /// `None` if the move costs no more than is tolerated.
    pub fn of(before: &Position, played: Square, analysis: &Analysis, tolerance: Tolerance) -> Option<Warning> {
        let tolerated = f32::from(tolerance.discs());
        Warning::about(before, played, analysis).filter(|warning| warning.loss > tolerated)
    }

    /// `None` if the move is as good as any, or was not analyzed.
    pub fn about(before: &Position, played: Square, analysis: &Analysis) -> Option<Warning> {
        let discs = loss(analysis, played).filter(|&loss| loss > 0.0)?;
        let (refutation, best_line) = (line(analysis, played)?, analysis.lines.first()?);
        let best = best_line.pv.first().copied().and_then(Move::square)?;
        let is_exact = analysis.exact;
        let reasons = why(before, &refutation.pv, &best_line.pv, Loss { discs, is_exact });
        Some(Warning { played, loss: discs, is_exact, reasons, best })
    }

    pub fn in_short(&self) -> Warning {
        Warning { reasons: Vec::new(), ..*self }
    }
}

impl fmt::Display for Warning {
    /// "d7 gives the corner h8 and costs about 6 discs."
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clauses: Vec<String> = self.reasons.iter().filter_map(|reason| reason.warning(self.best)).collect();
        let link = if clauses.is_empty() { "" } else { " and " };
        let about = if self.is_exact { "" } else { " about" };
        let discs = self.loss.round().max(1.0);
        let noun = if discs == 1.0 { "disc" } else { "discs" };
        let clauses = clauses.join(", ");
        write!(f, "{} {clauses}{link}costs{about} {discs:.0} {noun}.", self.played)
    }
}
