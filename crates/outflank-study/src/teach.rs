//! Teaching: a word about a bad move before it is final.
//!
//! Who plays with a teacher has each move looked at before it is made. A move that costs more than a [`Tolerance`] gets a [`Warning`],
//! which says what is wrong with it, and keeps to itself what would be better. Nothing here searches: [`limits`] says how far to look at
//! the position before the move, and the analysis that comes of it is all that is needed.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use outflank_engine::{Analysis, Limits, Variation};
use outflank_rules::{Move, Position, Square};

use crate::report::{Reason, why};

/// How many discs a move may cost without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tolerance(u8);

impl Tolerance {
    /// Who lets a move pass that costs more has no use for a word about any.
    const MOST: u8 = 64;

    /// So many discs, from 1 to 64.
    pub const fn new(discs: u8) -> Option<Tolerance> {
        match discs {
            1..=Tolerance::MOST => Some(Tolerance(discs)),
            _ => None,
        }
    }

    /// How many discs these are.
    pub const fn discs(self) -> u8 {
        self.0
    }
}

impl Default for Tolerance {
    /// Four discs: what a search of a moment is sure of, and what decides a game between beginners.
    fn default() -> Tolerance {
        Tolerance(4)
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no number of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseToleranceError;

impl fmt::Display for ParseToleranceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a number of discs from 1 to 64")
    }
}

impl Error for ParseToleranceError {}

impl FromStr for Tolerance {
    type Err = ParseToleranceError;

    fn from_str(text: &str) -> Result<Tolerance, ParseToleranceError> {
        text.parse().ok().and_then(Tolerance::new).ok_or(ParseToleranceError)
    }
}

/// How far to look at a position before a move is made in it: at all of its moves, for a moment, and to the end of the game where
/// that is near. The clock has no say in it, so that the same move always gets the same answer.
pub fn limits(position: &Position) -> Limits {
    const DEPTH: u8 = 10;
    const SOLVES_FROM: u8 = 14;
    const NODES: u64 = 1_000_000;
    let empties = position.empty().len() as u8;
    Limits {
        depth: Some(if empties <= SOLVES_FROM { empties } else { DEPTH }),
        nodes: Some(NODES),
        lines: position.choices().squares().len().max(1) as usize,
        ..Limits::default()
    }
}

/// What a move costs in discs, by an analysis of the position before it; nothing is known if none of the lines is about the move.
/// All lines of an analysis are searched equally deep, so that they can be compared.
pub fn loss(analysis: &Analysis, mv: Square) -> Option<f32> {
    let is_it = |line: &&Variation| line.pv.first().copied().and_then(Move::square) == Some(mv);
    let line = analysis.lines.iter().find(is_it)?;
    let best = analysis.lines.first()?;
    Some((best.score.discs() - line.score.discs()).max(0.0))
}

/// What is wrong with a move that is not made yet.
///
/// ```
/// use outflank_engine::Engine;
/// use outflank_formats::plain;
/// use outflank_rules::Square;
/// use outflank_study::teach::{self, Tolerance, Warning};
///
/// // Black can take everything, and is about not to.
/// let record = plain::parse("board -XO-----XO------X----------------------------------------------- X")?.check()?;
/// let before = record.game().position();
/// let analysis = Engine::default().analyze(*before, teach::limits(before));
/// assert_eq!(Warning::of(before, Square::D1, &analysis, Tolerance::default()), None);
/// let warning = Warning::of(before, Square::C2, &analysis, Tolerance::default()).expect("it costs a lot");
/// assert_eq!(warning.best, Square::D1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// The move.
    pub played: Square,
    /// How many discs it costs.
    pub loss: f32,
    /// Whether that is what it costs against perfect play.
    pub is_exact: bool,
    /// What is wrong with it, the weightiest first; there may be nothing that the board shows.
    pub reasons: Vec<Reason>,
    /// What would be best. The words of the warning do not tell it.
    pub best: Square,
}

impl Warning {
    /// The warning that a move deserves, by an analysis of the position before it: one if it costs more than is tolerated.
    pub fn of(before: &Position, played: Square, analysis: &Analysis, tolerance: Tolerance) -> Option<Warning> {
        let tolerated = f32::from(tolerance.discs());
        Warning::about(before, played, analysis).filter(|warning| warning.loss > tolerated)
    }

    /// What is wrong with a move, however little it costs. Nothing, if it is as good as any, or was not looked at.
    pub fn about(before: &Position, played: Square, analysis: &Analysis) -> Option<Warning> {
        let loss = loss(analysis, played).filter(|&loss| loss > 0.0)?;
        let best = analysis.lines.first()?.pv.first().copied().and_then(Move::square)?;
        Some(Warning { played, loss, is_exact: analysis.exact, reasons: why(before, played, best), best })
    }

    /// The same in short: only what the move costs, for a place with little room.
    pub fn in_short(&self) -> Warning {
        Warning { reasons: Vec::new(), ..*self }
    }
}

impl fmt::Display for Warning {
    /// A sentence: "d7 gives the corner h8 and costs about 6 discs."
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

/// Whether a reason would name the best move: the corner beside which the move is.
fn names(reason: &Reason, best: Square) -> bool {
    matches!(*reason, Reason::XSquare { corner, .. } | Reason::CSquare { corner, .. } if corner == best)
}

/// A reason, said of a move that is not made yet. It does not name a move that would be better.
struct Coming(Reason);

impl fmt::Display for Coming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Reason::MissedAll { .. } => f.write_str("misses a move that takes every disc"),
            Reason::LostAll { .. } => f.write_str("lets the opponent take every disc"),
            Reason::GaveCorner { corner } => write!(f, "gives the corner {corner}"),
            Reason::MissedCorner { .. } => f.write_str("does not take a corner that you can have"),
            Reason::LeftCorner { corner } => write!(f, "leaves the corner {corner} to the opponent"),
            Reason::LostCorner { corner } => write!(f, "shuts you out of the corner {corner}"),
            Reason::XSquare { corner, .. } => write!(f, "is an X-square next to the empty corner {corner}"),
            Reason::MissedPass => f.write_str("does not make the opponent pass"),
            Reason::AllowedPass { .. } => f.write_str("lets the opponent make you pass"),
            Reason::LostParity { region } => write!(f, "loses parity in the {region} region"),
            Reason::MobilityFell { from, to } => write!(f, "lets your mobility fall from {from} to {to}"),
            Reason::GaveMobility { left, best } => write!(f, "leaves the opponent {left} moves instead of {best}"),
            Reason::OpenedEdge { edge } => write!(f, "opens the {edge} edge to the opponent"),
            Reason::TurnedMany { turned, .. } => write!(f, "turns {turned} discs, which is many"),
            Reason::OpenedFrontier { left, best } => {
                write!(f, "leaves {left} discs next to empty squares instead of {best}")
            }
            Reason::FewerOwnMoves { left, best } => {
                write!(f, "keeps {left} instead of {best} moves that the opponent cannot make")
            }
            Reason::LeftSquare { .. } => f.write_str("can wait, as the opponent cannot play there"),
            Reason::CSquare { corner, .. } => write!(f, "is a C-square next to the empty corner {corner}"),
        }
    }
}
