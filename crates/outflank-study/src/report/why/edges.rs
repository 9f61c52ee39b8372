//! Edges that were opened.

use std::fmt;

use outflank_rules::{Bitboard, Square, bitboard};

use super::Reason;
use super::compared::{After, Answer, Compared};

/// With more empty squares, good moves open an edge as often as bad ones.
const MOST_EMPTIES: u32 = 40;

/// The squares of the edges without the corners.
const EDGES: Bitboard = bitboard! {
    . X X X X X X .
    X . . . . . . X
    X . . . . . . X
    X . . . . . . X
    X . . . . . . X
    X . . . . . . X
    X . . . . . . X
    . X X X X X X .
};

/// An edge of the board, as it is drawn with a1 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Row 1.
    Top,
    /// Row 8.
    Bottom,
    /// Column a.
    Left,
    /// Column h.
    Right,
}

impl Edge {
    /// All four.
    pub const ALL: [Edge; 4] = [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right];

    /// Its squares without the corners, which belong to two edges.
    pub fn squares(self) -> Bitboard {
        let lies_on = |square: &Square| {
            let (across, along) = match self {
                Edge::Top | Edge::Bottom => (square.row(), square.column()),
                Edge::Left | Edge::Right => (square.column(), square.row()),
            };
            let line = if matches!(self, Edge::Top | Edge::Left) { 0 } else { 7 };
            across == line && (1..7).contains(&along)
        };
        Square::ALL.into_iter().filter(lies_on).collect()
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Edge::Top => "top",
            Edge::Bottom => "bottom",
            Edge::Left => "left",
            Edge::Right => "right",
        })
    }
}

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { played, best, others, .. } = compared;
    if compared.empties() > MOST_EMPTIES || !compared.must_outflank() || !safe_replies(best).is_empty() {
        return;
    }
    let safe = safe_replies(played);
    let is_opened = |edge: &Edge| {
        let squares = edge.squares();
        // Who plays on an edge has not opened it, but begun to take it.
        !squares.is_disjoint(safe) && squares.is_disjoint(*others) && !squares.contains(played.square)
    };
    reasons.extend(Edge::ALL.into_iter().filter(is_opened).map(|edge| Reason::OpenedEdge { edge }));
}

/// Where the opponent can play on an edge so that the disc cannot be turned at once and is not next to an empty corner.
fn safe_replies(after: &After) -> Bitboard {
    let is_safe = |answer: &&Answer| {
        let Answer { reply, position, choices } = answer;
        let can_be_turned = |square| position.flips(square).contains(*reply);
        let corners = Bitboard::from(*reply).neighbours() & Bitboard::CORNERS;
        EDGES.contains(*reply)
            && corners.is_disjoint(position.empty())
            && !choices.squares().into_iter().any(can_be_turned)
    };
    after.answers.iter().filter(is_safe).map(|answer| answer.reply).collect()
}
