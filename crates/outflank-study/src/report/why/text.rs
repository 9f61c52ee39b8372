//! Reasons in words, for reports (what a move did) and for warnings (what it does).

use std::fmt;

use outflank_rules::{Move, Square};

use super::{Fact, Reason};

/// Longer lines are shortened.
const MAX_SHOWN: usize = 7;

/// In the past and in the present.
type Verb = [&'static str; 2];

const ALLOWED: Verb = ["allowed", "allows"];
const CAME: Verb = ["came", "comes"];
const GAVE: Verb = ["gave", "gives"];
const GOT: Verb = ["got", "gets"];
const KEPT: Verb = ["kept", "keeps"];
const LED: Verb = ["led", "leads"];
const LEFT: Verb = ["left", "leaves"];
const LET: Verb = ["let", "lets"];
const LOST: Verb = ["lost", "loses"];
const MISSED: Verb = ["missed", "misses"];
const OPENED: Verb = ["opened", "opens"];
const RAN: Verb = ["ran", "runs"];
const WAS: Verb = ["was", "is"];

impl fmt::Display for Reason {
    /// A clause that continues "it", with the moves that show it: "lost the corner a1 by force (b2 g7 a1)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.beside_cost(None))?;
        match self.fact {
            Fact::StrongReply { discs, is_exact, .. } => {
                let about = if is_exact { "" } else { "about " };
                write!(f, ", which gains {about}{}", counted(discs, "disc"))
            }
            _ => Ok(()),
        }
    }
}

impl Reason {
    /// The clause where it follows what the move cost and perhaps another reason. The same moves are not repeated.
    pub(crate) fn beside_cost(&self, before: Option<&Reason>) -> String {
        let ([past, _], rest) = self.fact.clause();
        let is_shown = before.is_some_and(|before| before.line == self.line && !before.moves().is_empty());
        let moves = if is_shown { String::new() } else { self.moves() };
        format!("{past} {rest}{moves}")
    }

    /// The clause of a warning, "gives the corner h8". It does not name the best move.
    pub(crate) fn warning(&self, best: Square) -> Option<String> {
        let ([_, present], rest) = self.fact.clause();
        let full = format!("{present} {rest}{}", self.moves());
        let without_moves = format!("{present} {rest}");
        let without_squares = self.fact.without_squares().map(|([_, present], rest)| format!("{present} {rest}"));
        let best = best.to_string();
        [Some(full), Some(without_moves), without_squares].into_iter().flatten().find(|text| !text.contains(&best))
    }

    fn moves(&self) -> String {
        let moves = Moves(&self.line);
        match (self.fact, self.line.len()) {
            (Fact::MissedCorner { .. } | Fact::GaveAccess { .. } | Fact::NotQuiet { .. } | Fact::CSquare { .. }, _)
            | (Fact::GaveCorner { .. } | Fact::LeftCorner { .. } | Fact::LeftSquare { .. }, ..=2)
            | (Fact::GaveMobility { .. } | Fact::GaveSafeMoves { .. } | Fact::MissedPass, ..=1)
            | (Fact::OpenedFrontier { .. } | Fact::KeptInside { .. }, ..=1) => String::new(),
            (Fact::AllowedPass | Fact::NoSafeMove | Fact::MobilityFell { .. } | Fact::GaveMobility { .. }, _)
            | (Fact::FewerSafeMoves { .. } | Fact::GaveSafeMoves { .. }, _)
            | (Fact::OpenedFrontier { .. } | Fact::KeptInside { .. }, _) => format!(" after {moves}"),
            _ => format!(" ({moves})"),
        }
    }
}

impl Fact {
    fn clause(self) -> (Verb, String) {
        match self {
            Fact::MissedAll => (MISSED, "a wipe-out".to_owned()),
            Fact::LostAll => (LET, "the opponent take every disc".to_owned()),
            Fact::GaveCorner { corner } => (GAVE, format!("the corner {corner}")),
            Fact::LeftCorner { corner } => (LEFT, format!("the corner {corner} to the opponent")),
            Fact::CornerByForce { corner } => (LOST, format!("the corner {corner} by force")),
            Fact::CornerFell { corner } => (LED, format!("to the loss of the corner {corner}")),
            Fact::MissedCorner { corner } => (MISSED, format!("the corner {corner}")),
            Fact::LostCorner { corner } => (LOST, format!("access to the corner {corner}")),
            Fact::MissedAttack { corner, by_force } => {
                let how = if by_force { " by force" } else { "" };
                (MISSED, format!("a line that wins the corner {corner}{how}"))
            }
            Fact::AllowedPass => (RAN, "into a forced pass".to_owned()),
            Fact::MissedPass => (MISSED, "a chance to make the opponent pass".to_owned()),
            Fact::NoSafeMove => (LEFT, "no safe move".to_owned()),
            Fact::MissedSqueeze => (MISSED, "a chance to leave the opponent no safe move".to_owned()),
            Fact::LostParity { is_everything: true, .. } => (LOST, "parity: the opponent moves last".to_owned()),
            Fact::LostParity { region, .. } => {
                (LOST, format!("parity in the {region} region: the opponent moves last there"))
            }
            Fact::LostEdge { edge, discs, best } => {
                let discs = counted(discs, "stable disc");
                (LET, format!("the opponent get {discs} on the {edge} edge instead of {best}"))
            }
            Fact::MissedEdge { edge, discs, best } => {
                (GOT, format!("{} on the {edge} edge instead of {best}", counted(discs, "stable disc")))
            }
            Fact::AllowedWedge { square } => (ALLOWED, format!("a wedge at {square}")),
            Fact::MissedWedge { square } => (MISSED, format!("a wedge at {square}")),
            Fact::GaveFlips { square, discs } => {
                (LET, format!("the opponent flip {} for good with {square}", counted(discs, "disc")))
            }
            Fact::MissedFlips { square, discs } => {
                (MISSED, format!("{square}, which flips {} for good", counted(discs, "disc")))
            }
            Fact::GaveStable { discs, best } => {
                (LET, format!("the opponent get {} instead of {best}", counted(discs, "stable disc")))
            }
            Fact::MissedStable { discs, best } => (GOT, format!("{} instead of {best}", counted(discs, "stable disc"))),
            Fact::MobilityFell { left, best } => (KEPT, format!("{} instead of {best}", counted(left, "move"))),
            Fact::GaveMobility { left, best } => {
                (LEFT, format!("the opponent {} instead of {best}", counted(left, "move")))
            }
            Fact::FewerSafeMoves { left, best } => (KEPT, format!("{} instead of {best}", counted(left, "safe move"))),
            Fact::GaveSafeMoves { left, best } => {
                (LEFT, format!("the opponent {} instead of {best}", counted(left, "safe move")))
            }
            Fact::OpenedFrontier { discs, best } => {
                (OPENED, format!("the position to {} instead of {best}", counted(discs, "frontier disc")))
            }
            Fact::KeptInside { discs, best } => {
                (LET, format!("the opponent stay inside with {} instead of {best}", counted(discs, "frontier disc")))
            }
            Fact::TooEarly { .. } => (CAME, "too early: the opponent cannot play there, so it could wait".to_owned()),
            Fact::LeftSquare { square } => (LET, format!("the opponent play {square} first")),
            Fact::GaveAccess { square } => (GAVE, format!("the opponent access to {square}")),
            Fact::NotQuiet { opened, best } => {
                (OPENED, format!("{} for the opponent, where {best} is quiet", counted(opened, "new move")))
            }
            Fact::CSquare { corner, .. } => (WAS, format!("a C-square next to the empty corner {corner}")),
            Fact::WorseEnding { ending, best } => (LED, format!("to {ending} instead of {best}")),
            Fact::StrongReply { square, .. } => (ALLOWED, square.to_string()),
        }
    }

    /// The same where a square must not be named.
    fn without_squares(self) -> Option<(Verb, String)> {
        let (verb, text) = match self {
            Fact::GaveCorner { .. } | Fact::LeftCorner { .. } => (GAVE, "the opponent a corner"),
            Fact::CornerByForce { .. } | Fact::CornerFell { .. } => (LOST, "a corner"),
            Fact::MissedCorner { .. } | Fact::MissedAttack { .. } => (MISSED, "a corner"),
            Fact::LostCorner { .. } => (LOST, "access to a corner"),
            Fact::LostParity { .. } => (LOST, "parity"),
            Fact::AllowedWedge { .. } => (ALLOWED, "a wedge"),
            Fact::MissedWedge { .. } => (MISSED, "a wedge"),
            Fact::GaveFlips { discs, .. } => {
                return Some((LET, format!("the opponent flip {} for good", counted(discs, "disc"))));
            }
            Fact::MissedFlips { discs, .. } => {
                return Some((MISSED, format!("a move that flips {} for good", counted(discs, "disc"))));
            }
            Fact::LeftSquare { .. } => (LET, "the opponent play an important square first"),
            Fact::NotQuiet { opened, .. } => {
                return Some((OPENED, format!("{} for the opponent", counted(opened, "new move"))));
            }
            _ => return None,
        };
        Some((verb, text.to_owned()))
    }
}

fn counted(number: u32, noun: &str) -> String {
    match number {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

struct Moves<'a>(&'a [Move]);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
        match self.0 {
            [begin @ .., last] if self.0.len() > MAX_SHOWN => {
                write!(f, "{} ... {last}", words(&begin[..MAX_SHOWN - 2]))
            }
            moves => f.write_str(&words(moves)),
        }
    }
}
