use outflank_rules::{Bitboard, Square};

use super::force::forces;
use super::lines::{Compared, Gain, Line, could_play};
use super::{Edge, Fact, Reason};
use crate::report::Grade;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    // `one_ply` has the corners of shorter lines.
    for gain in compared.gains().into_iter().filter(|gain| gain.horizon >= 2 && !gain.is_paid_for()) {
        if let Some((plies, corner)) = corner(gain).filter(|&(_, corner)| pays(compared, gain, corner)) {
            let fact = if gain.is_missed { missed(compared, plies, corner) } else { lost(compared, plies, corner) };
            reasons.push(gain.shown(fact, plies));
        }
    }
}

/// The first corner that the side takes in the one line only, if that leaves it with more corners.
fn corner(gain: Gain<'_>) -> Option<(usize, Square)> {
    let Gain { line, other, side, horizon, .. } = gain;
    let also: Bitboard = other.placements(side).map(|(_, square)| square).collect();
    // Perhaps beyond the end of the line.
    let open = could_play(other.last(), side);
    let only_here = Bitboard::CORNERS - also - open;
    let mut taken = line.placements(side).filter(|(plies, square)| *plies <= horizon && only_here.contains(*square));
    taken.next().filter(|_| gain.lead_in_corners() > 0)
}

fn lost(compared: &Compared<'_>, plies: usize, corner: Square) -> Fact {
    let Compared { before, played, best, .. } = compared;
    let opponent = !compared.player();
    let [is_open, is_open_after_best] = [played, best].map(|line| line.after(1).legal_moves().contains(corner));
    match (is_open && !is_open_after_best, could_play(before, opponent).contains(corner)) {
        (true, false) => Fact::GaveCorner { corner },
        (true, true) => Fact::LeftCorner { corner },
        (false, _) if is_forced(compared.gains()[0], plies, corner) => Fact::CornerByForce { corner },
        (false, _) => Fact::CornerFell { corner },
    }
}

fn missed(compared: &Compared<'_>, plies: usize, corner: Square) -> Fact {
    let Compared { before, played, .. } = compared;
    let player = compared.player();
    let is_cut_off = !could_play(played.after(2), player).contains(corner);
    match could_play(before, player).contains(corner) {
        _ if plies == 1 => Fact::MissedCorner { corner },
        true if is_cut_off => Fact::LostCorner { corner },
        _ => Fact::MissedAttack { corner, by_force: is_forced(compared.gains()[1], plies, corner) },
    }
}

/// Whether the side gets the corner by then against any defence, which it does not in the other line.
fn is_forced(Gain { line, other, side, .. }: Gain<'_>, plies: usize, corner: Square) -> bool {
    let in_line = |line: &Line| forces(line.after(1), side, corner, plies - 1);
    in_line(line) && !in_line(other)
}

/// At the end of the game: whether the edges next to the corner account for a good part of a large loss. Smaller losses have other
/// reasons: there, corners are taken in return for as much.
fn pays(compared: &Compared<'_>, Gain { line, other, side, .. }: Gain<'_>, corner: Square) -> bool {
    const SHARE: f32 = 0.5;
    let edges = Edge::ALL.iter().map(|edge| edge.squares()).filter(|edge| edge.contains(corner));
    let edges = edges.fold(Bitboard::EMPTY, |all, edge| all | edge);
    let [here, there] = [line, other].map(|line| (line.last().discs()[side] & edges).len() as f32);
    let is_large = compared.loss.discs >= Grade::BLUNDER && 2.0 * (here - there) >= SHARE * compared.loss.discs;
    is_large || !compared.are_both_over()
}
