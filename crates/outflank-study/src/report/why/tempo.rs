//! Moves that can wait, because only one side can make them.

use outflank_rules::Bitboard;

use super::Reason;
use super::compared::{After, Compared};

/// With fewer empty squares than this, the end is near.
const NEAR_THE_END: u32 = 13;
/// By how many moves that only the player can make there must be fewer.
const MOVES: u32 = 3;
/// The same near the end.
const MOVES_NEAR_THE_END: u32 = 2;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { played, best, others, .. } = compared;
    if !compared.must_outflank() {
        return;
    }
    let is_near_the_end = compared.empties() < NEAR_THE_END;
    let [left, best_left] = [played, best].map(|after| only_own(after).len());
    let least = if is_near_the_end { MOVES_NEAR_THE_END } else { MOVES };
    // Of all moves there is more to say than of some.
    let is_mobility = |reason: &Reason| matches!(reason, Reason::MobilityFell { .. } | Reason::GaveMobility { .. });
    if left + least <= best_left && !reasons.iter().any(is_mobility) {
        reasons.push(Reason::FewerOwnMoves { left, best: best_left });
    }
    let only_player_could = !others.contains(played.square);
    let both_could = others.contains(best.square);
    let is_left = only_player_could && both_could && played.replies.contains(best.square);
    // Of a corner there is more to say, and near the end every square is left to somebody.
    if is_left && !is_near_the_end && !Bitboard::CORNERS.contains(best.square) {
        reasons.push(Reason::LeftSquare { best: best.square });
    }
}

/// What only the player could play after a move.
fn only_own(after: &After) -> Bitboard {
    after.again - after.replies
}
