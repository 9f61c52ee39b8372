use std::fmt;

use outflank_rules::Square;
use strum::{IntoStaticStr, VariantNames};

use super::{Edge, Theme};

/// What the line after a bad move has and the line after the best move has not, or the reverse. The first is the most
/// important.
///
/// "Stable" discs touch a corner, a full line or other stable discs along every line through them. A "safe" move is not next to an
/// empty corner and does not open one to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Fact {
    /// The player takes every disc, but only after the best move.
    MissedAll,
    /// The opponent takes every disc.
    LostAll,
    /// The opponent takes a corner that was closed before the move and stays closed after the best move.
    GaveCorner { corner: Square },
    /// The opponent takes a corner that was open before the move. The best move closes it.
    LeftCorner { corner: Square },
    /// The opponent takes a corner, whatever the player does.
    CornerByForce { corner: Square },
    /// The opponent takes a corner in the end.
    CornerFell { corner: Square },
    /// The best move takes a corner.
    MissedCorner { corner: Square },
    /// The player could take a corner before, and takes it after the best move, but has no access at the next turn.
    LostCorner { corner: Square },
    /// The player wins a corner after the best move.
    MissedAttack { corner: Square, by_force: bool },
    /// The player has to pass.
    AllowedPass,
    /// The opponent would have to pass.
    MissedPass,
    /// The player has no safe move; after the best move there always is one.
    NoSafeMove,
    /// The opponent would have no safe move; now it always has one.
    MissedSqueeze,
    /// The opponent makes the last move in a region of empty squares that the player would have made.
    LostParity {
        /// The only corner of the region, or one of its squares.
        region: Square,
        /// The region is all that is empty.
        is_everything: bool,
    },
    /// The opponent has stable discs on an edge.
    LostEdge { edge: Edge, discs: u32, best: u32 },
    /// The player would have stable discs on an edge.
    MissedEdge { edge: Edge, discs: u32, best: u32 },
    /// The opponent wedges between two discs of the player on an edge.
    AllowedWedge { square: Square },
    /// The player would wedge between two discs of the opponent.
    MissedWedge { square: Square },
    /// The opponent flips discs that it keeps to the end. After the best move they stay the player's.
    GaveFlips { square: Square, discs: u32 },
    /// The player would flip discs and keep them to the end. Now they stay the opponent's.
    MissedFlips { square: Square, discs: u32 },
    /// The opponent has more stable discs.
    GaveStable { discs: u32, best: u32 },
    /// The player has fewer stable discs.
    MissedStable { discs: u32, best: u32 },
    /// The player has few moves, and on average fewer than after the best move.
    MobilityFell { left: u32, best: u32 },
    /// The opponent has many moves, and on average more than after the best move.
    GaveMobility { left: u32, best: u32 },
    /// The player has fewer safe moves, at one point and on average.
    FewerSafeMoves { left: u32, best: u32 },
    /// The opponent has more safe moves.
    GaveSafeMoves { left: u32, best: u32 },
    /// The player has more frontier discs, next to empty squares.
    OpenedFrontier { discs: u32, best: u32 },
    /// The opponent has fewer frontier discs.
    KeptInside { discs: u32, best: u32 },
    /// The opponent cannot play the square, and the player does so later in the best line.
    TooEarly { square: Square },
    /// The opponent plays a square that the player plays in the best line.
    LeftSquare { square: Square },
    /// The opponent replies where it could not play before, nor after the best move.
    GaveAccess { square: Square },
    /// The opponent gets moves that it did not have before. The best move gives it none.
    NotQuiet { opened: u32, best: Square },
    /// An early C-square between an empty corner and another empty square, where the best move is next to no empty corner.
    CSquare { square: Square, corner: Square },
    /// Solved: the results of both lines, for the player.
    WorseEnding { ending: Ending, best: Ending },
    /// Nothing but the reply that the value rests on.
    StrongReply { square: Square, discs: u32, is_exact: bool },
}

/// The discs of the player and of the opponent at the end of a game. Empty squares count for the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    pub player: u8,
    pub opponent: u8,
}

impl fmt::Display for Ending {
    /// `30-34`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.player, self.opponent)
    }
}

impl Fact {
    pub fn kind(self) -> &'static str {
        self.into()
    }

    /// `None` if there is nothing but a line and its value.
    pub fn theme(self) -> Option<Theme> {
        Some(match self {
            Fact::MissedAll | Fact::LostAll => Theme::WipeOut,
            Fact::GaveCorner { .. }
            | Fact::LeftCorner { .. }
            | Fact::CornerByForce { .. }
            | Fact::CornerFell { .. }
            | Fact::MissedCorner { .. }
            | Fact::LostCorner { .. }
            | Fact::MissedAttack { .. }
            | Fact::CSquare { .. } => Theme::Corner,
            Fact::AllowedPass | Fact::MissedPass => Theme::Pass,
            Fact::NoSafeMove | Fact::MissedSqueeze | Fact::TooEarly { .. } => Theme::Tempo,
            Fact::LostParity { .. } => Theme::Parity,
            Fact::LostEdge { .. } | Fact::MissedEdge { .. } => Theme::Edge,
            Fact::AllowedWedge { .. } | Fact::MissedWedge { .. } => Theme::Wedge,
            Fact::GaveStable { .. } | Fact::MissedStable { .. } => Theme::Stability,
            Fact::MobilityFell { .. }
            | Fact::GaveMobility { .. }
            | Fact::FewerSafeMoves { .. }
            | Fact::GaveSafeMoves { .. }
            | Fact::OpenedFrontier { .. }
            | Fact::KeptInside { .. }
            | Fact::NotQuiet { .. } => Theme::Mobility,
            Fact::LeftSquare { .. } | Fact::GaveAccess { .. } => Theme::Access,
            Fact::GaveFlips { .. } | Fact::MissedFlips { .. } => Theme::Counting,
            Fact::WorseEnding { .. } | Fact::StrongReply { .. } => return None,
        })
    }

    /// How much it explains: at the end of a game, corners are as often taken from the other side as left to it.
    pub(super) fn gravity(self, is_ending: bool) -> i32 {
        match self {
            _ if is_ending && self.theme() == Some(Theme::Corner) => 400,
            Fact::MissedAll | Fact::LostAll => 1_000,
            Fact::GaveCorner { .. } | Fact::LeftCorner { .. } | Fact::MissedCorner { .. } => 600,
            Fact::CornerByForce { .. } | Fact::LostCorner { .. } | Fact::MissedAttack { by_force: true, .. } => 580,
            Fact::CornerFell { .. } | Fact::MissedAttack { by_force: false, .. } => 520,
            Fact::AllowedPass | Fact::MissedPass => 420,
            Fact::NoSafeMove | Fact::MissedSqueeze => 400,
            Fact::LostParity { .. } => 390,
            Fact::LostEdge { .. } | Fact::MissedEdge { .. } => 380,
            Fact::AllowedWedge { .. } | Fact::MissedWedge { .. } => 370,
            Fact::GaveFlips { .. } | Fact::MissedFlips { .. } => 360,
            Fact::GaveStable { .. } | Fact::MissedStable { .. } => 350,
            Fact::MobilityFell { .. } | Fact::GaveMobility { .. } => 330,
            Fact::FewerSafeMoves { .. } | Fact::GaveSafeMoves { .. } => 325,
            Fact::TooEarly { .. } => 260,
            Fact::OpenedFrontier { .. } | Fact::KeptInside { .. } => 240,
            Fact::LeftSquare { .. } | Fact::GaveAccess { .. } => 190,
            Fact::NotQuiet { .. } => 180,
            Fact::CSquare { .. } => 170,
            // After every pattern, whatever their lines.
            Fact::WorseEnding { .. } => -1_000,
            Fact::StrongReply { .. } => -2_000,
        }
    }
}
