//! Reasons for a bad move, as far as the board shows them.
//!
//! A reason is a fact that holds after the move and not after the best one, without search. Each family of facts is a file. The
//! thresholds were tuned on mistakes in tournament games and on random moves that lose as much: a fact counts only if it holds much
//! more often for the bad move than for the best one.

mod compared;
mod corners;
mod edges;
mod mobility;
mod parity;
mod tempo;
#[cfg(test)]
mod tests;
mod turns;

use std::fmt;

use outflank_rules::{Position, Square};
use strum::{IntoStaticStr, VariantNames};

use compared::Compared;
pub use edges::Edge;

/// A fact that distinguishes a bad move from the best one.
///
/// "Can" refers to the next turn, "could" to a turn out of order. The most important come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Reason {
    /// The best move takes every disc and ends the game; this one does not.
    MissedAll { best: Square },
    /// The opponent can take every disc; not after the best move.
    LostAll { reply: Square },
    /// The opponent can take a corner; not before, and not after the best move.
    GaveCorner { corner: Square },
    /// The opponent can still take a corner; not after the best move.
    LeftCorner { corner: Square },
    /// The best move takes a corner; this one takes none.
    MissedCorner { corner: Square },
    /// The player could take a corner before, and after the best move, but not after this one.
    LostCorner { corner: Square },
    /// The best move makes the opponent pass; this one does not.
    MissedPass,
    /// The opponent can make the player pass; not after the best move.
    AllowedPass { reply: Square },
    /// An early X-square next to an empty corner, where the best move is none.
    XSquare { square: Square, corner: Square },
    /// The player has far fewer moves than before and than after the best move.
    MobilityFell { from: u32, to: u32 },
    /// The opponent has far more moves than after the best move.
    GaveMobility { left: u32, best: u32 },
    /// Near the end: the move enters an even region in which the opponent can reply; the best move is in an odd region that the
    /// opponent could enter.
    LostParity {
        /// The corner of the region, or the move.
        region: Square,
    },
    /// The move flipped more discs than the best one and left more frontier discs.
    TurnedMany { turned: u32, best: Square, best_turned: u32 },
    /// The move left more of the player's discs next to empty squares than the best one.
    OpenedFrontier { left: u32, best: u32 },
    /// The player has fewer safe moves (which the opponent cannot make) than after the best move.
    FewerOwnMoves { left: u32, best: u32 },
    /// Before the endgame: the opponent can take the square of the best move, and could not have played the move made instead.
    LeftSquare { best: Square },
    /// An early C-square between an empty corner and another empty square, where the best move is next to no empty corner.
    CSquare { square: Square, corner: Square },
    /// From the midgame on: the opponent gets a safe move on an edge where it could not play before, and none on any edge after the
    /// best move. Safe: it cannot be flipped at once and is not next to an empty corner.
    OpenedEdge { edge: Edge },
}

/// The most important reasons, at most [`Reason::MOST`]. There may be none.
pub fn why(before: &Position, played: Square, best: Square) -> Vec<Reason> {
    let mut reasons = all(before, played, best);
    reasons.truncate(Reason::MOST);
    reasons
}

impl Reason {
    pub const MOST: usize = 2;

    /// All kinds, the most important first, such as `gave-corner`.
    pub const KINDS: &[&str] = <Reason as VariantNames>::VARIANTS;

    pub fn kind(self) -> &'static str {
        self.into()
    }

    /// The smallest is the most important.
    fn weight(self) -> usize {
        Reason::KINDS.iter().position(|&kind| kind == self.kind()).unwrap_or(Reason::KINDS.len())
    }
}

impl fmt::Display for Reason {
    /// A clause that continues "it": "gave the corner h1".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::MissedAll { best } => write!(f, "missed {best}, which takes every disc"),
            Reason::LostAll { reply } => write!(f, "let the opponent take every disc with {reply}"),
            Reason::GaveCorner { corner } => write!(f, "gave the corner {corner}"),
            Reason::LeftCorner { corner } => write!(f, "left the corner {corner} to the opponent"),
            Reason::MissedCorner { corner } => write!(f, "did not take the corner {corner}"),
            Reason::LostCorner { corner } => write!(f, "lost access to the corner {corner}"),
            Reason::MissedPass => f.write_str("missed a move that makes the opponent pass"),
            Reason::AllowedPass { reply } => write!(f, "let the opponent force a pass with {reply}"),
            Reason::XSquare { square, corner } => {
                write!(f, "played the X-square {square} next to the empty corner {corner}")
            }
            Reason::MobilityFell { from, to } => write!(f, "cut its own mobility from {from} to {to}"),
            Reason::GaveMobility { left, best } => write!(f, "left the opponent {left} moves instead of {best}"),
            Reason::TurnedMany { turned, best, best_turned } => {
                write!(f, "flipped {turned} discs, where {best} flips {best_turned}")
            }
            Reason::LostParity { region } => write!(f, "lost parity in the {region} region"),
            Reason::OpenedFrontier { left, best } => {
                write!(f, "left {left} discs next to empty squares instead of {best}")
            }
            Reason::FewerOwnMoves { left, best } => {
                let moves = if *left == 1 { "move" } else { "moves" };
                write!(f, "kept {left} safe {moves} instead of {best}")
            }
            Reason::LeftSquare { best } => {
                write!(f, "used up a move that could wait and left {best} to the opponent")
            }
            Reason::CSquare { square, corner } => {
                write!(f, "played the C-square {square} next to the empty corner {corner}")
            }
            Reason::OpenedEdge { edge } => write!(f, "opened the {edge} edge to the opponent"),
        }
    }
}

fn all(before: &Position, played: Square, best: Square) -> Vec<Reason> {
    let Some(compared) = Compared::new(before, played, best) else { return Vec::new() };
    let mut reasons = Vec::new();
    turns::reasons(&compared, &mut reasons);
    corners::reasons(&compared, &mut reasons);
    parity::reasons(&compared, &mut reasons);
    mobility::reasons(&compared, &mut reasons);
    // Depends on the mobility reasons.
    tempo::reasons(&compared, &mut reasons);
    edges::reasons(&compared, &mut reasons);
    reasons.sort_by_key(|reason| reason.weight());
    reasons
}
