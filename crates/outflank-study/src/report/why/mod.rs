//! What is wrong with a move, as far as the board shows it.
//!
//! A reason is a fact that tells the move from the best one. What is so after both of them is no reason, and neither is what would
//! have to be searched for. Each family of facts is a file.
//!
//! A fact need not be what makes a move bad, and many a rule of thumb is as often true of the best move as of a bad one. Where the numbers
//! in these files draw a line, it was chosen by counting: over the mistakes of tournament games, and over random moves that lose as much in
//! the same positions, how often the fact holds of the bad move beside the best one, and how often of the best move beside the bad one.

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

use compared::Compared;
pub use edges::Edge;

/// A fact on the board that tells a bad move from the best one.
///
/// "The opponent can" means: in the turn that follows. "Could" means: if the turn were the other side's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The best move takes every disc and ends the game; this one does not.
    MissedAll {
        /// The best move.
        best: Square,
    },
    /// The opponent can take every disc, which it cannot after the best move.
    LostAll {
        /// What the opponent can play.
        reply: Square,
    },
    /// The opponent can take a corner, which it could not before, and cannot after the best move.
    GaveCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent could take a corner already, and still can; the best move would have prevented it.
    LeftCorner {
        /// The corner.
        corner: Square,
    },
    /// The best move takes a corner; this one takes none.
    MissedCorner {
        /// The corner.
        corner: Square,
    },
    /// The player could take a corner, and cannot any more even if the turn came back at once; after the best move it could.
    LostCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent has to pass after the best move, and need not after this one.
    MissedPass,
    /// The opponent can play so that the player has to pass, which it cannot after the best move.
    AllowedPass {
        /// What the opponent can play.
        reply: Square,
    },
    /// Early, the move is on the diagonal next to an empty corner, and the best one is not.
    XSquare {
        /// The move.
        square: Square,
        /// The empty corner.
        corner: Square,
    },
    /// The player could make far fewer moves than before, and far fewer than after the best move.
    MobilityFell {
        /// How many moves the player had.
        from: u32,
        /// How many it would have if the turn came back at once.
        to: u32,
    },
    /// The opponent has far more moves than after the best move.
    GaveMobility {
        /// How many moves the opponent has.
        left: u32,
        /// How many it would have after the best move.
        best: u32,
    },
    /// Near the end, the move is the first one in a region with an even number of empty squares, in which the opponent can answer; the best
    /// move is in one with an odd number, where the opponent could have played.
    LostParity {
        /// The corner of the region, or the move if it has no corner or several.
        region: Square,
    },
    /// The move turned more discs than the best one, and left more of the player's discs next to empty squares.
    TurnedMany {
        /// How many discs it turned.
        turned: u32,
        /// The best move.
        best: Square,
        /// How many the best move turns.
        best_turned: u32,
    },
    /// The move left more of the player's discs next to empty squares than the best one: from there the opponent may outflank them.
    OpenedFrontier {
        /// How many such discs there are.
        left: u32,
        /// How many there would be after the best move.
        best: u32,
    },
    /// Fewer moves are left that only the player could make than after the best move.
    FewerOwnMoves {
        /// How many there are.
        left: u32,
        /// How many there would be after the best move.
        best: u32,
    },
    /// Before the end is near, the opponent can play where the best move was, as it could before; the move that was played instead the
    /// opponent could not have made.
    LeftSquare {
        /// The best move.
        best: Square,
    },
    /// Early, the move is on an edge between an empty corner and another empty square, and the best one is next to no empty corner.
    CSquare {
        /// The move.
        square: Square,
        /// The empty corner.
        corner: Square,
    },
    /// From the middle of the game on, the opponent can take a safe place on an edge on which it could not play before, and has none on any
    /// edge after the best move. A place is safe if the disc cannot be turned at once and is not next to an empty corner.
    OpenedEdge {
        /// The edge.
        edge: Edge,
    },
}

/// What is wrong with a move, compared with the best one: at most [`Reason::MOST`] reasons, the weightiest first. Nothing is guessed: what
/// cannot be seen on the board is not said, so that there may be no reason at all.
///
/// ```
/// use outflank_rules::{Color, Position, Rules, Setup, Square, discs};
/// use outflank_study::report::why;
///
/// let discs = discs! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . O . .
///     . . . O X . . .
///     . . . O . . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let position = Position::new(Rules::Standard, Setup { discs, turn: Color::Black, supply: None })?;
/// let reasons = why(&position, Square::G2, Square::C4);
/// assert_eq!(reasons[0].to_string(), "gave the corner h1");
/// # Ok::<(), outflank_rules::SetupError>(())
/// ```
pub fn why(before: &Position, played: Square, best: Square) -> Vec<Reason> {
    let mut reasons = all(before, played, best);
    reasons.truncate(Reason::MOST);
    reasons
}

impl Reason {
    /// How many reasons are told for a move. More would not be read.
    pub const MOST: usize = 2;

    /// The names of all kinds of reasons, the weightiest first.
    pub const KINDS: [&'static str; 18] = [
        "missed-all",
        "lost-all",
        "gave-corner",
        "left-corner",
        "missed-corner",
        "lost-corner",
        "missed-pass",
        "allowed-pass",
        "x-square",
        "mobility-fell",
        "gave-mobility",
        "lost-parity",
        "turned-many",
        "opened-frontier",
        "fewer-own-moves",
        "left-square",
        "c-square",
        "opened-edge",
    ];

    /// A short name of the kind of reason, as it is written in files.
    pub fn kind(self) -> &'static str {
        match self {
            Reason::MissedAll { .. } => "missed-all",
            Reason::LostAll { .. } => "lost-all",
            Reason::GaveCorner { .. } => "gave-corner",
            Reason::LeftCorner { .. } => "left-corner",
            Reason::MissedCorner { .. } => "missed-corner",
            Reason::LostCorner { .. } => "lost-corner",
            Reason::MissedPass => "missed-pass",
            Reason::AllowedPass { .. } => "allowed-pass",
            Reason::XSquare { .. } => "x-square",
            Reason::MobilityFell { .. } => "mobility-fell",
            Reason::GaveMobility { .. } => "gave-mobility",
            Reason::TurnedMany { .. } => "turned-many",
            Reason::LostParity { .. } => "lost-parity",
            Reason::OpenedFrontier { .. } => "opened-frontier",
            Reason::FewerOwnMoves { .. } => "fewer-own-moves",
            Reason::LeftSquare { .. } => "left-square",
            Reason::CSquare { .. } => "c-square",
            Reason::OpenedEdge { .. } => "opened-edge",
        }
    }

    /// Its place among all kinds; the least is the weightiest.
    fn weight(self) -> usize {
        Reason::KINDS.iter().position(|&kind| kind == self.kind()).unwrap_or(Reason::KINDS.len())
    }
}

impl fmt::Display for Reason {
    /// A clause that goes on from the name of the player: "gave the corner h1".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::MissedAll { best } => write!(f, "did not take every disc with {best}"),
            Reason::LostAll { reply } => write!(f, "let the opponent take every disc with {reply}"),
            Reason::GaveCorner { corner } => write!(f, "gave the corner {corner}"),
            Reason::LeftCorner { corner } => write!(f, "left the corner {corner} to the opponent"),
            Reason::MissedCorner { corner } => write!(f, "did not take the corner {corner}"),
            Reason::LostCorner { corner } => write!(f, "shut itself out of the corner {corner}"),
            Reason::MissedPass => f.write_str("did not make the opponent pass"),
            Reason::AllowedPass { reply } => write!(f, "let the opponent force a pass with {reply}"),
            Reason::XSquare { square, corner } => {
                write!(f, "played the X-square {square} next to the empty corner {corner}")
            }
            Reason::MobilityFell { from, to } => write!(f, "let its mobility fall from {from} to {to}"),
            Reason::GaveMobility { left, best } => write!(f, "left the opponent {left} moves instead of {best}"),
            Reason::TurnedMany { turned, best, best_turned } => {
                write!(f, "turned {turned} discs, where {best} turns {best_turned}")
            }
            Reason::LostParity { region } => write!(f, "lost parity in the {region} region"),
            Reason::OpenedFrontier { left, best } => {
                write!(f, "left {left} discs next to empty squares instead of {best}")
            }
            Reason::FewerOwnMoves { left, best } => {
                write!(f, "kept {left} instead of {best} moves that the opponent cannot make")
            }
            Reason::LeftSquare { best } => {
                write!(f, "left {best} to the opponent for a move that the opponent could not make")
            }
            Reason::CSquare { square, corner } => {
                write!(f, "played the C-square {square} next to the empty corner {corner}")
            }
            Reason::OpenedEdge { edge } => write!(f, "opened the {edge} edge to the opponent"),
        }
    }
}

/// All reasons, the weightiest first.
fn all(before: &Position, played: Square, best: Square) -> Vec<Reason> {
    let Some(compared) = Compared::new(before, played, best) else { return Vec::new() };
    let mut reasons = Vec::new();
    turns::reasons(&compared, &mut reasons);
    corners::reasons(&compared, &mut reasons);
    parity::reasons(&compared, &mut reasons);
    mobility::reasons(&compared, &mut reasons);
    // It looks at what is told of mobility.
    tempo::reasons(&compared, &mut reasons);
    edges::reasons(&compared, &mut reasons);
    reasons.sort_by_key(|reason| reason.weight());
    reasons
}
