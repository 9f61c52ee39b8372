use outflank_rules::{Bitboard, Position};

use super::Reason;
use super::compared::Compared;

/// With fewer empty squares, mobility counts for little.
const LEAST_EMPTIES: u32 = 13;
/// The player's mobility must fall by this much and by a third, and be this much below that after the best move.
const OWN_MOVES: u32 = 3;
const OTHER_MOVES: u32 = 4;
/// The move must flip, or leave on the frontier, this many discs more.
const DISCS: u32 = 3;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { played, best, own, .. } = compared;
    if compared.empties() < LEAST_EMPTIES || !compared.must_outflank() {
        return;
    }
    let [from, to, after_best] = [*own, played.again, best.again].map(Bitboard::len);
    // Does not matter if the opponent has to pass.
    let has_fallen = to + OWN_MOVES <= from && to * 3 <= from * 2;
    if has_fallen && to + OWN_MOVES <= after_best && !played.replies.is_empty() {
        reasons.push(Reason::MobilityFell { from, to });
    }
    let [left, best_left] = [played, best].map(|after| after.replies.len());
    // A missed pass is a reason of its own.
    if best_left > 0 && left >= best_left + OTHER_MOVES {
        reasons.push(Reason::GaveMobility { left, best: best_left });
    }
    let [turned, best_turned] = [played, best].map(|after| after.flips.len());
    let [left, best_left] = [played, best].map(|after| frontier(&after.position, compared).len());
    // Without diagonal flips half of the frontier is safe.
    if compared.has_diagonals() && left >= best_left + DISCS {
        reasons.push(match turned >= best_turned + DISCS {
            true => Reason::TurnedMany { turned, best: best.square, best_turned },
            false => Reason::OpenedFrontier { left, best: best_left },
        });
    }
}

fn frontier(position: &Position, compared: &Compared<'_>) -> Bitboard {
    position.discs()[compared.player()] & position.empty().neighbours()
}
