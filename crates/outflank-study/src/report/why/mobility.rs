//! Mobility: moves, safe moves, and the frontier that gives them to the other side.

use outflank_rules::{Bitboard, Color, Position, Square, Status};

use super::lines::{Compared, Gain, Line, could_play, has_diagonals};
use super::{Fact, Reason};

/// With fewer empty squares, moves count for little.
const MIN_EMPTIES: u32 = 10;
/// A side must have this many moves fewer at one point, and this many on average.
const MOVES: i32 = 3;
const MOVES_A_TURN: i32 = 1;
/// The difference in frontier discs that makes a reason.
const DISCS: u32 = 3;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    if !compared.must_outflank() {
        return;
    }
    for gain in compared.gains() {
        reasons.extend(squeezed(gain));
        reasons.extend(cramped(gain));
        reasons.extend(short_of_safe_moves(gain));
        if has_diagonals(compared.before) && !compared.are_both_over() {
            reasons.extend(exposed(gain));
        }
    }
}

/// The other side runs out of safe moves, in this line only.
fn squeezed(gain: Gain<'_>) -> Option<Reason> {
    let Gain { line, other, side, is_missed, horizon, .. } = gain;
    let is_stuck = |(_, position): &(usize, &Position)| safe_moves(position).is_empty();
    let (plies, _) = turns(line, !side, horizon).find(is_stuck)?;
    let fact = if is_missed { Fact::MissedSqueeze } else { Fact::NoSafeMove };
    let also = turns(other, !side, horizon).any(|turn| is_stuck(&turn));
    let in_return = turns(line, side, horizon).any(|turn| is_stuck(&turn));
    (!also && !in_return && gain.mobility >= 0.0).then(|| gain.shown(fact, plies))
}

/// The positions in which a side has a choice of moves and there is a corner to lose.
fn turns(line: &Line, side: Color, horizon: usize) -> impl Iterator<Item = (usize, &Position)> {
    line.positions().take(horizon).filter(move |(_, position)| {
        let empty = position.empty();
        let is_turn = position.turn() == side && matches!(position.status(), Status::Place(_));
        is_turn && empty.len() >= MIN_EMPTIES && !empty.is_disjoint(Bitboard::CORNERS)
    })
}

/// The moves that are not next to an empty corner and do not open a corner to the other side.
fn safe_moves(position: &Position) -> Bitboard {
    let open = could_play(position, !position.turn());
    let x_squares = if has_diagonals(position) { Bitboard::EMPTY } else { Bitboard::X_SQUARES };
    let near = (position.empty() & Bitboard::CORNERS).neighbours() - x_squares;
    let opens_corner = |square: Square| {
        let after = position.play(square.into()).map_or(Bitboard::EMPTY, |after| after.legal_moves());
        !(after & (Bitboard::CORNERS - open)).is_empty()
    };
    (position.legal_moves() - near).into_iter().filter(|&square| !opens_corner(square)).collect()
}

/// The other side has fewer moves a turn, and far fewer at one point.
fn cramped(gain: Gain<'_>) -> Option<Reason> {
    let (plies, left, best) = fewer(gain, Position::legal_moves)?;
    Some(match gain.is_missed {
        true => Reason { fact: Fact::GaveMobility { left, best }, line: gain.other.shown(plies) },
        false => gain.shown(Fact::MobilityFell { left, best }, plies),
    })
}

/// The same with safe moves.
fn short_of_safe_moves(gain: Gain<'_>) -> Option<Reason> {
    let (plies, left, best) = fewer(gain, safe_moves)?;
    Some(match gain.is_missed {
        true => Reason { fact: Fact::GaveSafeMoves { left, best }, line: gain.other.shown(plies) },
        false => gain.shown(Fact::FewerSafeMoves { left, best }, plies),
    })
}

/// When the other side has the fewest moves, compared with the other line, and their number after the mistake and in the best line.
fn fewer(gain: Gain<'_>, moves: impl Fn(&Position) -> Bitboard) -> Option<(usize, u32, u32)> {
    let Gain { line, other, side, is_missed, horizon, .. } = gain;
    let is_turn = |position: &Position| {
        let can_play = matches!(position.status(), Status::Place(_));
        position.turn() != side && can_play && position.empty().len() >= MIN_EMPTIES
    };
    let turns: Vec<(usize, u32, u32)> = (1..=horizon.min(line.len()).min(other.len()))
        .filter(|&plies| is_turn(line.after(plies)) && is_turn(other.after(plies)))
        .map(|plies| (plies, moves(line.after(plies)).len(), moves(other.after(plies)).len()))
        .collect();
    let fewer = |&(_, here, there): &(usize, u32, u32)| there as i32 - here as i32;
    let (all, count) = (turns.iter().map(fewer).sum::<i32>(), turns.len() as i32);
    // The earliest of those with the largest difference.
    let &(plies, here, there) =
        turns.iter().rev().max_by_key(|turn| fewer(turn)).filter(|turn| fewer(turn) >= MOVES)?;
    let is_cramped = gain.is_more_mobile() && all >= MOVES_A_TURN * count && gain.lead_in_corners() >= 0;
    // What counts is the number of moves after the mistake.
    is_cramped.then_some(if is_missed { (plies, there, here) } else { (plies, here, there) })
}

/// The other side has more discs next to empty squares, at one point and at the end.
fn exposed(gain: Gain<'_>) -> Option<Reason> {
    let Gain { line, other, side, is_missed, horizon, .. } = gain;
    let frontier = |line: &Line, plies: usize| {
        let position = line.after(plies);
        (position.discs()[!side] & position.empty().neighbours()).len()
    };
    let at = |plies| (plies, frontier(line, plies), frontier(other, plies));
    let is_exposed = |&(_, here, there): &(usize, u32, u32)| here >= there + DISCS;
    let last = Some(at(horizon)).filter(is_exposed)?;
    let (plies, here, there) = (1..horizon).map(at).find(is_exposed).unwrap_or(last);
    let fact = match is_missed {
        true => Fact::KeptInside { discs: there, best: here },
        false => Fact::OpenedFrontier { discs: here, best: there },
    };
    let shown = if is_missed { other } else { line };
    let counts = gain.mobility >= 0.0 && gain.lead_in_corners() >= 0;
    counts.then(|| Reason { fact, line: shown.shown(plies) })
}
