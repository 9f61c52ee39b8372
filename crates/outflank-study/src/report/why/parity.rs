use outflank_rules::{Bitboard, Color, Square};

use super::lines::{Compared, Line};
use super::{Fact, Reason};

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { before, played, best, .. } = compared;
    let empty = before.empty();
    if !compared.are_both_over() || !compared.must_outflank() {
        return;
    }
    let player = compared.player();
    // The regions of the two moves first, then in the order of the line, which is the same in all orientations.
    let moves = played.shown(played.len());
    let squares = || [played.first(), best.first()].into_iter().chain(moves.iter().filter_map(|mv| mv.square()));
    let changed = |to: Color| {
        squares().map(|square| (square, region(square, empty))).find_map(|(square, region)| {
            let (plies, by) = last_move(played, region)?;
            let (_, by_best) = last_move(best, region)?;
            (region.len() > 1 && by == to && by_best == !to).then_some((square, region, plies))
        })
    };
    if let Some((square, region, plies)) = changed(!player)
        && changed(player).is_none()
    {
        let fact = Fact::LostParity { region: name(region, square), is_everything: region == empty };
        reasons.push(Reason { fact, line: played.shown(plies) });
    }
}

/// When the region is full, and by whose move.
fn last_move(line: &Line, region: Bitboard) -> Option<(usize, Color)> {
    let (plies, position) = line.positions().find(|(_, position)| position.empty().is_disjoint(region))?;
    Some((plies, !position.turn()))
}

fn region(square: Square, empty: Bitboard) -> Bitboard {
    let mut region = Bitboard::from(square);
    loop {
        let larger = region | region.neighbours() & empty;
        if larger == region {
            return region;
        }
        region = larger;
    }
}

fn name(region: Bitboard, square: Square) -> Square {
    let corners = region & Bitboard::CORNERS;
    corners.first().filter(|_| corners.len() == 1).unwrap_or(square)
}
