//! How many moves each side has, and the discs that give the opponent moves.

use outflank_rules::{Bitboard, Position};

use super::Reason;
use super::compared::Compared;

/// With fewer empty squares, who must play where decides, and not how many moves there are.
const LEAST_EMPTIES: u32 = 13;
/// By how many moves, and at least by a third, the player's own mobility must fall; and by how many it must be less than after the best
/// move.
const OWN_MOVES: u32 = 3;
/// By how many moves the opponent must have more.
const OTHER_MOVES: u32 = 4;
/// By how many discs more must be turned, or be next to empty squares.
const DISCS: u32 = 3;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { played, best, own, .. } = compared;
    if compared.empties() < LEAST_EMPTIES || !compared.must_outflank() {
        return;
    }
    let [from, to, after_best] = [*own, played.again, best.again].map(Bitboard::len);
    // If the opponent has to pass, it is the player's turn again, however few moves there are.
    let has_fallen = to + OWN_MOVES <= from && to * 3 <= from * 2;
    if has_fallen && to + OWN_MOVES <= after_best && !played.replies.is_empty() {
        reasons.push(Reason::MobilityFell { from, to });
    }
    let [left, best_left] = [played, best].map(|after| after.replies.len());
    // An opponent that has to pass is told of elsewhere.
    if best_left > 0 && left >= best_left + OTHER_MOVES {
        reasons.push(Reason::GaveMobility { left, best: best_left });
    }
    let [turned, best_turned] = [played, best].map(|after| after.flips.len());
    let [left, best_left] = [played, best].map(|after| frontier(&after.position, compared).len());
    // Where nothing flips along diagonals, an empty square is no danger to half of the discs around it.
    if compared.has_diagonals() && left >= best_left + DISCS {
        reasons.push(match turned >= best_turned + DISCS {
            true => Reason::TurnedMany { turned, best: best.square, best_turned },
            false => Reason::OpenedFrontier { left, best: best_left },
        });
    }
}

/// The player's discs that touch an empty square.
fn frontier(position: &Position, compared: &Compared<'_>) -> Bitboard {
    position.discs()[compared.player()] & position.empty().neighbours()
}
