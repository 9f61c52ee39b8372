//! The first step of a hint: what to think of, without the square.

use outflank_engine::{Analysis, Variation};
use outflank_rules::{Bitboard, Move, Position, Square, Status, Symmetry};

use crate::report::{Edge, Fact, Loss, could_play, why};

/// What a search says about the best move. Its text names no square.
#[derive(Clone, Debug, PartialEq)]
pub struct Nudge {
    best: Square,
    thought: Thought,
}

#[derive(Clone, Debug, PartialEq)]
enum Thought {
    OnlyMove,
    Corner,
    ForcesPass,
    Fact { fact: Fact, is_quiet: bool },
    ClearlyBest,
    SlightlyBetter,
    Equal { moves: usize },
}

/// Moves that cost less than this many discs are about as good as the best one.
const EQUAL: f32 = 1.0;
/// The best move is clear if every other one costs this many.
const CLEAR: f32 = 2.0;

impl Nudge {
    /// `None` without a result. `analysis` has a line for every legal move.
    pub fn of(before: &Position, analysis: &Analysis) -> Option<Nudge> {
        let best_line = analysis.lines.first()?;
        let best = first(best_line)?;
        let thought = match before.play(best.into()) {
            Err(_) => return None,
            Ok(_) if before.legal_moves().len() == 1 => Thought::OnlyMove,
            Ok(_) if Bitboard::CORNERS.contains(best) => Thought::Corner,
            Ok(after) if after.status() == Status::MustPass => Thought::ForcesPass,
            Ok(after) => match reason(before, best_line, analysis) {
                Some(fact) => {
                    let opponent = !before.turn();
                    let is_quiet =
                        after.turn() == opponent && (after.legal_moves() - could_play(before, opponent)).is_empty();
                    Thought::Fact { fact, is_quiet }
                }
                None => in_general(best_line, analysis),
            },
        };
        Some(Nudge { best, thought })
    }

    /// In a sentence. Sides are those of a board turned like `seen`.
    pub fn text(&self, seen: Symmetry) -> String {
        match self.thought {
            Thought::OnlyMove => "You have only one legal move.".to_owned(),
            Thought::Corner => "Look at the corners.".to_owned(),
            Thought::ForcesPass => "You can make your opponent pass.".to_owned(),
            Thought::Fact { fact, is_quiet } => {
                let general = || "There is one clearly best move.".to_owned();
                self.about(fact, is_quiet, seen).unwrap_or_else(general)
            }
            Thought::ClearlyBest => "There is one clearly best move.".to_owned(),
            Thought::SlightlyBetter => "One move is slightly better than the others.".to_owned(),
            Thought::Equal { moves: 2 } => "Two moves are about equally good.".to_owned(),
            Thought::Equal { .. } => "Several moves are about equally good.".to_owned(),
        }
    }

    fn about(&self, fact: Fact, is_quiet: bool, seen: Symmetry) -> Option<String> {
        let at = area(seen.square(self.best));
        let quiet = if is_quiet { format!(": a quiet move {at}") } else { format!(": look {at}") };
        Some(match fact {
            Fact::MobilityFell { .. } => format!("Keep your mobility{quiet}."),
            Fact::FewerSafeMoves { .. } | Fact::NoSafeMove => format!("Keep your safe moves{quiet}."),
            Fact::GaveMobility { .. } | Fact::GaveSafeMoves { .. } => format!("Limit your opponent's moves{quiet}."),
            Fact::OpenedFrontier { .. } | Fact::KeptInside { .. } => format!("Think of mobility{quiet}."),
            Fact::LostEdge { edge, .. } | Fact::MissedEdge { edge, .. } => {
                format!("Look at the {} edge.", seen_edge(edge, seen))
            }
            _ => words(fact)?.to_owned(),
        })
    }
}

/// `None` if the fact says no more than the value.
fn words(fact: Fact) -> Option<&'static str> {
    Some(match fact {
        Fact::MissedAll => "Look for a way to take every disc.",
        Fact::LostAll => "Careful: you could lose every disc.",
        Fact::GaveCorner { .. } => "Don't open a corner to your opponent.",
        Fact::LeftCorner { .. } => "Your opponent is after a corner.",
        Fact::CornerByForce { .. } | Fact::CornerFell { .. } => "Guard the corners.",
        Fact::MissedCorner { .. } => "Look at the corners.",
        Fact::LostCorner { .. } => "Keep your access to a corner.",
        Fact::MissedAttack { by_force: true, .. } => "You can win a corner by force.",
        Fact::MissedAttack { by_force: false, .. } => "Play for a corner.",
        Fact::AllowedPass => "Careful: you could have to pass.",
        Fact::MissedPass => "Try to make your opponent pass.",
        Fact::MissedSqueeze => "Try to leave your opponent no safe move.",
        Fact::LostParity { .. } => "Parity counts: try to make the last move in a region.",
        Fact::AllowedWedge { .. } => "Beware of a wedge on an edge.",
        Fact::MissedWedge { .. } => "Look for a wedge on an edge.",
        Fact::GaveFlips { .. } | Fact::MissedFlips { .. } => "Count the discs that stay flipped.",
        Fact::GaveStable { .. } => "Don't give your opponent stable discs.",
        Fact::MissedStable { .. } => "Look for stable discs.",
        Fact::TooEarly { .. } => "One of your moves can wait: your opponent cannot play there.",
        Fact::LeftSquare { .. } => "Look where your opponent wants to play.",
        Fact::GaveAccess { .. } => "Don't give your opponent new squares to play.",
        Fact::NotQuiet { .. } => "Look for a quiet move.",
        Fact::CSquare { .. } => "Don't play next to an empty corner.",
        _ => return None,
    })
}

/// What the best move has over the first one that is clearly worse.
fn reason(before: &Position, best: &Variation, analysis: &Analysis) -> Option<Fact> {
    let (rival, discs) = losses(best, analysis).find(|&(_, loss)| loss >= EQUAL)?;
    let reasons = why(before, &rival.pv, &best.pv, Loss { discs, is_exact: analysis.exact });
    let says_more = |fact: &Fact| fact.theme().is_some();
    reasons.into_iter().map(|reason| reason.fact).find(says_more)
}

fn in_general(best: &Variation, analysis: &Analysis) -> Thought {
    let equal = losses(best, analysis).filter(|&(_, loss)| loss < EQUAL).count();
    let is_clear = losses(best, analysis).all(|(_, loss)| loss >= CLEAR);
    match equal {
        0 if is_clear => Thought::ClearlyBest,
        0 => Thought::SlightlyBetter,
        others => Thought::Equal { moves: others + 1 },
    }
}

fn losses<'a>(best: &Variation, analysis: &'a Analysis) -> impl Iterator<Item = (&'a Variation, f32)> {
    let best = best.score.discs();
    analysis.lines.iter().skip(1).map(move |line| (line, best - line.score.discs()))
}

fn first(line: &Variation) -> Option<Square> {
    line.pv.first().copied().and_then(Move::square)
}

fn area(square: Square) -> &'static str {
    match (square.column(), square.row()) {
        (..=2, _) => "on the left",
        (5.., _) => "on the right",
        (_, ..=2) => "at the top",
        (_, 5..) => "at the bottom",
        _ => "in the centre",
    }
}

fn seen_edge(edge: Edge, seen: Symmetry) -> Edge {
    let squares: Bitboard = edge.squares().into_iter().map(|square| seen.square(square)).collect();
    Edge::ALL.iter().copied().find(|edge| edge.squares() == squares).unwrap_or(edge)
}
