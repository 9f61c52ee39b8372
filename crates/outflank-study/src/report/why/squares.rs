//! Early C-squares next to an empty corner. X-squares are as often right as wrong between tournament players.

use outflank_rules::{Bitboard, Square, bitboard};

use super::lines::Compared;
use super::{Fact, Reason};

const C_SQUARES: Bitboard = bitboard! {
    . X . . . . X .
    X . . . . . . X
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    X . . . . . . X
    . X . . . . X .
};

const A_SQUARES: Bitboard = bitboard! {
    . . X . . X . .
    . . . . . . . .
    X . . . . . . X
    . . . . . . . .
    . . . . . . . .
    X . . . . . . X
    . . . . . . . .
    . . X . . X . .
};

/// With fewer empty squares, C-squares are as often good as bad.
const MIN_EMPTIES: u32 = 21;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { before, played, best, .. } = compared;
    let empty = before.empty();
    let around = |square: Square| Bitboard::from(square).neighbours();
    let empty_corner = |square: Square| (around(square) & Bitboard::CORNERS & empty).first();
    let square = played.first();
    let is_open = !(around(square) & A_SQUARES & empty).is_empty();
    if let Some(corner) = empty_corner(square)
        && C_SQUARES.contains(square)
        && is_open
        && empty.len() >= MIN_EMPTIES
        && empty_corner(best.first()).is_none()
        && !played.last().discs()[compared.player()].contains(corner)
    {
        reasons.push(Reason { fact: Fact::CSquare { square, corner }, line: played.shown(1) });
    }
}
