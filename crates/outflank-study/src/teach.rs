//! Warnings before a bad move is played.
//!
//! A move that costs more than a [`Tolerance`] gets a [`Warning`] that says what is wrong with it, but not what would be better.
//! The caller analyzes the position within [`limits`].

use std::fmt;
use std::str::FromStr;

use outflank_engine::{Analysis, Limits, Variation};
use outflank_rules::{Move, Position, Square};
use thiserror::Error;

use crate::report::{Reason, why};

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
    let is_it = |line: &&Variation| line.pv.first().copied().and_then(Move::square) == Some(mv);
    let line = analysis.lines.iter().find(is_it)?;
    let best = analysis.lines.first()?;
    Some((best.score.discs() - line.score.discs()).max(0.0))
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
        let loss = loss(analysis, played).filter(|&loss| loss > 0.0)?;
        let best = analysis.lines.first()?.pv.first().copied().and_then(Move::square)?;
        Some(Warning { played, loss, is_exact: analysis.exact, reasons: why(before, played, best), best })
    }

    pub fn in_short(&self) -> Warning {
        Warning { reasons: Vec::new(), ..*self }
    }
}

impl fmt::Display for Warning {
    /// "d7 gives the corner h8 and costs about 6 discs."
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.played)?;
        let mut clauses = self.reasons.iter().filter(|reason| !names(reason, self.best)).map(|&reason| Coming(reason));
        let link = match clauses.next() {
            Some(first) => {
                write!(f, "{first}")?;
                clauses.try_for_each(|clause| write!(f, ", {clause}"))?;
                " and costs"
            }
            None => "costs",
        };
        let about = if self.is_exact { "" } else { " about" };
        let discs = self.loss.round().max(1.0);
        write!(f, "{link}{about} {discs:.0} {}.", if discs == 1.0 { "disc" } else { "discs" })
    }
}

/// Whether a reason would give away the best move.
fn names(reason: &Reason, best: Square) -> bool {
    matches!(*reason, Reason::XSquare { corner, .. } | Reason::CSquare { corner, .. } if corner == best)
}

struct Coming(Reason);

impl fmt::Display for Coming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Reason::MissedAll { .. } => f.write_str("misses a move that takes every disc"),
            Reason::LostAll { .. } => f.write_str("lets the opponent take every disc"),
            Reason::GaveCorner { corner } => write!(f, "gives the corner {corner}"),
            Reason::MissedCorner { .. } => f.write_str("misses a corner that you can take"),
            Reason::LeftCorner { corner } => write!(f, "leaves the corner {corner} to the opponent"),
            Reason::LostCorner { corner } => write!(f, "loses your access to the corner {corner}"),
            Reason::XSquare { corner, .. } => write!(f, "is an X-square next to the empty corner {corner}"),
            Reason::MissedPass => f.write_str("misses a move that makes the opponent pass"),
            Reason::AllowedPass { .. } => f.write_str("lets the opponent make you pass"),
            Reason::LostParity { region } => write!(f, "loses parity in the {region} region"),
            Reason::MobilityFell { from, to } => write!(f, "cuts your mobility from {from} to {to}"),
            Reason::GaveMobility { left, best } => write!(f, "leaves the opponent {left} moves instead of {best}"),
            Reason::OpenedEdge { edge } => write!(f, "opens the {edge} edge to the opponent"),
            Reason::TurnedMany { turned, .. } => write!(f, "flips {turned} discs, which is a lot"),
            Reason::OpenedFrontier { left, best } => {
                write!(f, "leaves {left} discs next to empty squares instead of {best}")
            }
            Reason::FewerOwnMoves { left, best } => {
                let moves = if left == 1 { "move" } else { "moves" };
                write!(f, "keeps {left} safe {moves} instead of {best}")
            }
            Reason::LeftSquare { .. } => f.write_str("can wait, as the opponent cannot play there"),
            Reason::CSquare { corner, .. } => write!(f, "is a C-square next to the empty corner {corner}"),
        }
    }
}
