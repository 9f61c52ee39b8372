//! Parity: the last move in a region of empty squares.

use outflank_rules::{Bitboard, Square};

use super::Reason;
use super::compared::Compared;

const MOST_EMPTIES: u32 = 20;
/// Larger regions will still be divided.
const LARGEST_REGION: u32 = 8;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { played, best, others, .. } = compared;
    if compared.empties() > MOST_EMPTIES || !compared.must_outflank() {
        return;
    }
    let empty = compared.before.empty();
    let [entered, instead] = [played.square, best.square].map(|square| region(square, empty));
    let is_region = |region: Bitboard| region.len() <= LARGEST_REGION;
    let is_even = |region: Bitboard| region.len().is_multiple_of(2);
    let opponent_answers = !played.replies.is_disjoint(entered);
    // A region that only the player can enter can wait.
    let opponent_could = others.contains(best.square);
    let is_parity = is_region(entered) && is_region(instead) && is_even(entered) && !is_even(instead);
    if is_parity && opponent_answers && opponent_could {
        reasons.push(Reason::LostParity { region: name(entered, played.square) });
    }
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
