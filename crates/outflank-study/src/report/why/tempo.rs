//! Moves that could wait, moves that could not, and moves that the opponent gets.

use outflank_rules::Bitboard;

use super::lines::{Compared, Line, could_play};
use super::{Fact, Reason};
use crate::report::Grade;

/// A square is lost soon if it is lost within this many plies.
const SOON: usize = 4;
/// A move is far from quiet if it opens this many moves.
const OPENED: u32 = 3;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    if compared.must_outflank() && compared.horizon >= 2 {
        reasons.extend(too_early(compared));
        reasons.extend(square_lost(compared));
        reasons.extend(access(compared));
        reasons.extend(not_quiet(compared));
    }
}

/// In a solved ending: a move that could wait costs much more than the best one, and the player makes both in the best line.
fn too_early(compared: &Compared<'_>) -> Option<Reason> {
    let Compared { played, best, .. } = compared;
    let player = compared.player();
    let square = played.first();
    let (plies, _) = best.placements(player).find(|&(_, later)| later == square)?;
    let gets_both = played.placements(player).any(|(_, later)| later == best.first());
    let can_wait = (0..plies).all(|plies| !could_play(best.after(plies), !player).contains(square));
    let is_large = compared.loss.discs >= Grade::BLUNDER;
    let is_too_early = compared.are_both_over() && is_large && can_wait && !gets_both;
    is_too_early.then(|| Reason { fact: Fact::TooEarly { square }, line: best.shown(plies) })
}

/// A square that the player gets in the best line goes to the opponent: that of the best move at once, or another and none in return.
fn square_lost(compared: &Compared<'_>) -> Option<Reason> {
    let Compared { played, best, .. } = compared;
    let player = compared.player();
    let squares = |line: &Line, side| -> Bitboard { line.placements(side).map(|(_, square)| square).collect() };
    let lost = squares(best, player) & squares(played, !player);
    let won = squares(played, player) & squares(best, !player);
    let (plies, square) = played.placements(!player).find(|&(_, square)| lost.contains(square))?;
    let is_best = plies == 2 && square == best.first();
    let counts = plies <= SOON && lost.len() > won.len() && !compared.gains()[0].is_paid_for();
    (is_best || counts).then(|| Reason { fact: Fact::LeftSquare { square }, line: played.shown(plies) })
}

/// The reply was not possible before, nor after the best move, and costs the player mobility.
fn access(compared: &Compared<'_>) -> Option<Reason> {
    let Compared { before, played, best, .. } = compared;
    let square = played.reply()?;
    let opponent = !compared.player();
    let is_new = !could_play(before, opponent).contains(square) && !best.after(1).legal_moves().contains(square);
    let counts = is_new && compared.gains()[0].is_more_mobile() && !compared.are_both_over();
    counts.then(|| Reason { fact: Fact::GaveAccess { square }, line: played.shown(2) })
}

/// The best move opens nothing to the opponent.
fn not_quiet(compared: &Compared<'_>) -> Option<Reason> {
    let Compared { before, played, best, .. } = compared;
    let moves = could_play(before, !compared.player());
    let [opened, by_best] = [played, best].map(|line| line.after(1).legal_moves() - moves);
    let fact = Fact::NotQuiet { opened: opened.len(), best: best.first() };
    let counts = opened.len() >= OPENED && compared.mobility < 0.0 && !compared.are_both_over();
    (counts && by_best.is_empty()).then(|| Reason { fact, line: played.shown(1) })
}
