//! Safe moves: those that only one side can play.

use outflank_rules::Bitboard;

use super::Reason;
use super::compared::{After, Compared};

const NEAR_THE_END: u32 = 13;
const MOVES: u32 = 3;
const MOVES_NEAR_THE_END: u32 = 2;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { played, best, others, .. } = compared;
    if !compared.must_outflank() {
        return;
    }
    let is_near_the_end = compared.empties() < NEAR_THE_END;
    let [left, best_left] = [played, best].map(|after| only_own(after).len());
    let least = if is_near_the_end { MOVES_NEAR_THE_END } else { MOVES };
    let is_mobility = |reason: &Reason| matches!(reason, Reason::MobilityFell { .. } | Reason::GaveMobility { .. });
    if left + least <= best_left && !reasons.iter().any(is_mobility) {
        reasons.push(Reason::FewerOwnMoves { left, best: best_left });
    }
    let only_player_could = !others.contains(played.square);
    let both_could = others.contains(best.square);
    let is_left = only_player_could && both_could && played.replies.contains(best.square);
    // Corners have reasons of their own, and near the end every square is left to one side.
    if is_left && !is_near_the_end && !Bitboard::CORNERS.contains(best.square) {
        reasons.push(Reason::LeftSquare { best: best.square });
    }
}

fn only_own(after: &After) -> Bitboard {
    after.again - after.replies
}
