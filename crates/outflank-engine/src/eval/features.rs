//! What the evaluation sees of a board.

use outflank_rules::{Bitboard, Board, Square};

use super::patterns::{CENTRES, SLOTS, STEPS};

/// For every placement of a pattern the place of its weight, as the side to move sees the board.
///
/// They follow a game move by move without looking at the board again. Exchanging the sides mirrors every place at the
/// place of the empty pattern, so that the features need not know whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Features([u16; SLOTS]);

impl Features {
    /// The features of a board.
    pub fn of(board: Board) -> Features {
        let mut places = CENTRES;
        for square in board.player() {
            add(&mut places, square);
        }
        let mut theirs = [0; SLOTS];
        for square in board.opponent() {
            add(&mut theirs, square);
        }
        for (place, theirs) in places.iter_mut().zip(theirs) {
            *place = place.wrapping_sub(theirs);
        }
        Features(places)
    }

    /// The features after the side to move places a disc on `square` and flips `flips`, for the opponent.
    #[inline]
    #[must_use]
    pub fn played(&self, square: Square, flips: Bitboard) -> Features {
        // A flipped disc goes from 0 to 2, the new one from 1 to 2.
        let mut change = [0; SLOTS];
        for flipped in flips {
            add(&mut change, flipped);
        }
        for change in &mut change {
            *change = change.wrapping_mul(2);
        }
        add(&mut change, square);
        Features(std::array::from_fn(|slot| mirrored(slot, self.0[slot].wrapping_add(change[slot]))))
    }

    /// The features after a pass: the same discs, seen by the opponent.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Features {
        Features(std::array::from_fn(|slot| mirrored(slot, self.0[slot])))
    }

    /// The place of every placement's row, in the table of its four neighbours
    /// ([`QUAD_TABLES`](super::training::QUAD_TABLES)).
    #[inline]
    pub fn places(&self) -> &[u16; SLOTS] {
        &self.0
    }
}

/// Adds a disc of the side to move to every place that its square has a part in.
#[inline]
fn add(places: &mut [u16; SLOTS], square: Square) {
    for (place, step) in places.iter_mut().zip(&STEPS[usize::from(square.index())]) {
        *place = place.wrapping_add(*step);
    }
}

/// The place with the sides exchanged.
#[inline]
fn mirrored(slot: usize, place: u16) -> u16 {
    CENTRES[slot].wrapping_mul(2).wrapping_sub(place)
}
