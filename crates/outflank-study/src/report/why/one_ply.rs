//! What the next turn can bring, for lines that end before it.

use outflank_rules::{Bitboard, Move, Position, Square, Status};

use super::lines::{Compared, could_play};
use super::{Fact, Reason};

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    if compared.horizon < 2 {
        corners(compared, reasons);
        replies(compared, reasons);
        if compared.best.after(1).status() == Status::MustPass && !compared.played.after(1).legal_moves().is_empty() {
            reasons.push(Reason { fact: Fact::MissedPass, line: compared.best.shown(1) });
        }
    }
}

fn corners(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { before, played, best, .. } = compared;
    let player = compared.player();
    let [open, open_after_best] = [played, best].map(|line| line.after(1).legal_moves() & Bitboard::CORNERS);
    // Not a reason if as many corners are open after the best move.
    let lost = match open.len() > open_after_best.len() {
        true => (open - open_after_best).without(best.first()),
        false => Bitboard::EMPTY,
    };
    // A corner that the move has opened says more than one that it has not closed.
    let given = lost - could_play(before, !player);
    let fact = match (given.first(), lost.first()) {
        (Some(corner), _) => Some((Fact::GaveCorner { corner }, corner)),
        (None, Some(corner)) => Some((Fact::LeftCorner { corner }, corner)),
        (None, None) => None,
    };
    if let Some((fact, corner)) = fact {
        reasons.push(with_reply(compared, fact, corner));
    }
    if Bitboard::CORNERS.contains(best.first()) && !Bitboard::CORNERS.contains(played.first()) {
        reasons.push(Reason { fact: Fact::MissedCorner { corner: best.first() }, line: best.shown(1) });
    }
}

fn replies(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let player = compared.player();
    let is_wiped_out =
        |position: &Position| position.discs()[player].is_empty() && matches!(position.status(), Status::Over(_));
    let must_pass = |position: &Position| position.status() == Status::MustPass;
    if let Some(reply) = only_after_mistake(compared, is_wiped_out) {
        reasons.push(with_reply(compared, Fact::LostAll, reply));
    }
    if let Some(reply) = only_after_mistake(compared, must_pass) {
        reasons.push(with_reply(compared, Fact::AllowedPass, reply));
    }
}

/// A reply that leads to such a position, if no reply to the best move does.
fn only_after_mistake(compared: &Compared<'_>, is_bad: impl Fn(&Position) -> bool) -> Option<Square> {
    let bad_reply = |after: &Position| {
        after.legal_moves().into_iter().find(|&reply| after.play(reply.into()).is_ok_and(|position| is_bad(&position)))
    };
    bad_reply(compared.played.after(1)).filter(|_| bad_reply(compared.best.after(1)).is_none())
}

fn with_reply(compared: &Compared<'_>, fact: Fact, reply: Square) -> Reason {
    Reason { fact, line: vec![Move::Place(compared.played.first()), Move::Place(reply)] }
}
