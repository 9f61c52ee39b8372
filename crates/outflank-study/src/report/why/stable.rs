//! Discs that can never be flipped again.

use outflank_rules::{Bitboard, Color, Direction, Position, Square, Status};

use super::lines::{Compared, Gain};
use super::{Fact, Reason};

/// The difference in stable discs that makes a reason.
const DISCS: u32 = 6;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    // At the end of the game every disc is stable, and that is the result.
    if !compared.are_both_over() {
        reasons.extend(compared.gains().into_iter().filter_map(lead));
    }
}

fn lead(gain: Gain<'_>) -> Option<Reason> {
    let Gain { line, other, side, is_missed, horizon, .. } = gain;
    let count = |position: &Position, side| stable(position, side).len();
    let ahead = |position: &Position| count(position, side) as i32 - count(position, !side) as i32;
    let elsewhere = count(other.after(horizon), side);
    let held = |(plies, position)| (plies, count(position, side));
    let (plies, discs) = line.positions().map(held).find(|&(_, discs)| discs >= elsewhere + DISCS)?;
    let is_ahead = ahead(line.after(horizon)) >= ahead(other.after(horizon)) + DISCS as i32;
    let fact = match is_missed {
        true => Fact::MissedStable { discs: elsewhere, best: discs },
        false => Fact::GaveStable { discs, best: elsewhere },
    };
    (plies <= horizon && is_ahead && !gain.is_paid_for()).then(|| gain.shown(fact, plies))
}

/// Discs of a side that are certainly stable: along every line that can flip them, the line is full, or they lean on the edge of
/// the board or on a stable disc of the same side. There may be more.
pub(super) fn stable(position: &Position, side: Color) -> Bitboard {
    let discs = position.discs()[side];
    if matches!(position.status(), Status::Over(_)) {
        return discs;
    }
    let empty = position.empty();
    let directions = position.rules().flips_along();
    let is_full = |square: Square, direction: Direction| direction.ray(square).all(|next| !empty.contains(next));
    let mut stable = Bitboard::EMPTY;
    loop {
        let leans = |square, direction: Direction| direction.step(square).is_none_or(|next| stable.contains(next));
        let holds = |square, direction: Direction| {
            let back = opposite(direction);
            leans(square, direction) || leans(square, back) || (is_full(square, direction) && is_full(square, back))
        };
        let held = |square: &Square| directions.iter().all(|&direction| holds(*square, direction));
        let grown: Bitboard = discs.into_iter().filter(held).collect();
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

fn opposite(direction: Direction) -> Direction {
    let index = Direction::ALL.into_iter().position(|other| other == direction).expect("all directions are listed");
    Direction::ALL[(index + 4) % 8]
}
