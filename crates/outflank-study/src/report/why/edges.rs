use outflank_rules::{Bitboard, Square, bitboard};

use super::Reason;
use super::compared::{After, Compared, OpponentReply};

/// With more empty squares, good moves open edges as often as bad ones.
const MOST_EMPTIES: u32 = 40;

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

#[derive(Clone, Copy, Debug, strum::Display, PartialEq, Eq, Hash)]
#[strum(serialize_all = "lowercase")]
pub enum Edge {
    Top,
    Bottom,
    Left,
    Right,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right];

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

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { played, best, others, .. } = compared;
    if compared.empties() > MOST_EMPTIES || !compared.must_outflank() || !safe_replies(best).is_empty() {
        return;
    }
    let safe = safe_replies(played);
    let is_opened = |edge: &Edge| {
        let squares = edge.squares();
        // A move on the edge itself starts to take it.
        !squares.is_disjoint(safe) && squares.is_disjoint(*others) && !squares.contains(played.square)
    };
    reasons.extend(Edge::ALL.into_iter().filter(is_opened).map(|edge| Reason::OpenedEdge { edge }));
}

/// Edge moves of the opponent that cannot be flipped at once and are not next to an empty corner.
fn safe_replies(after: &After) -> Bitboard {
    let is_safe = |answer: &&OpponentReply| {
        let OpponentReply { reply, position, choices } = answer;
        let can_be_turned = |square| position.flips(square).contains(*reply);
        let corners = Bitboard::from(*reply).neighbours() & Bitboard::CORNERS;
        EDGES.contains(*reply)
            && corners.is_disjoint(position.empty())
            && !choices.squares().into_iter().any(can_be_turned)
    };
    after.after_replies.iter().filter(is_safe).map(|answer| answer.reply).collect()
}
