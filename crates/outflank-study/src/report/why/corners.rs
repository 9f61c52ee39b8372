use outflank_rules::{Bitboard, Square, bitboard};

use super::Reason;
use super::compared::Compared;

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

/// With fewer empty squares, X- and C-squares are as often good as bad.
const EARLY: u32 = 21;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { played, best, own, others, .. } = compared;
    if Bitboard::CORNERS.contains(best.square) && !Bitboard::CORNERS.contains(played.square) {
        reasons.push(Reason::MissedCorner { corner: best.square });
    }

    // Not a reason if as many corners are open after the best move.
    let open = played.replies & Bitboard::CORNERS;
    let is_worse = open.len() > (best.replies & Bitboard::CORNERS).len();
    let worse = if is_worse { (open - best.replies).without(best.square) } else { Bitboard::EMPTY };
    reasons.extend((worse - *others).into_iter().map(|corner| Reason::GaveCorner { corner }));
    reasons.extend((worse & *others).into_iter().map(|corner| Reason::LeftCorner { corner }));

    let lost = (*own & best.again & Bitboard::CORNERS) - played.again;
    reasons.extend(lost.without(played.square).into_iter().map(|corner| Reason::LostCorner { corner }));

    if compared.empties() >= EARLY {
        squares(compared, worse, reasons);
    }
}

fn squares(compared: &Compared<'_>, covered: Bitboard, reasons: &mut Vec<Reason>) {
    let (played, best) = (compared.played.square, compared.best.square);
    let empty = compared.before.empty();
    // Without diagonal flips an X-square gives no access to the corner.
    let x_squares = if compared.has_diagonals() { Bitboard::X_SQUARES } else { Bitboard::EMPTY };
    let around = |square: Square| Bitboard::from(square).neighbours();
    let corner_at = |square: Square, among: Bitboard| {
        let corner = (around(square) & Bitboard::CORNERS & empty).first();
        corner.filter(|_| among.contains(square))
    };
    if let Some(corner) = corner_at(played, x_squares)
        && !covered.contains(corner)
        && corner_at(best, x_squares).is_none()
    {
        reasons.push(Reason::XSquare { square: played, corner });
    }
    if let Some(corner) = corner_at(played, C_SQUARES)
        && !covered.contains(corner)
        && corner_at(best, x_squares | C_SQUARES).is_none()
        && !(around(played) & A_SQUARES & empty).is_empty()
    {
        reasons.push(Reason::CSquare { square: played, corner });
    }
}
