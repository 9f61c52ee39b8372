use outflank_rules::{Bitboard, Board, Square};

use super::patterns::{DISC_DELTAS, EMPTY_INDICES, SLOTS};

/// The index of every pattern placement, as the side to move sees the board.
///
/// Swapping sides mirrors every index around that of the empty pattern, so the features need not know whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Features([u16; SLOTS]);

impl Features {
    /// Computes the features of a board from scratch.
    pub fn of(board: Board) -> Features {
        let mut indices = EMPTY_INDICES;
        for square in board.player() {
            add(&mut indices, square);
        }
        let mut theirs = [0; SLOTS];
        for square in board.opponent() {
            add(&mut theirs, square);
        }
        for (index, theirs) in indices.iter_mut().zip(theirs) {
            *index = index.wrapping_sub(theirs);
        }
        Features(indices)
    }

    /// The features after a move, for the opponent.
    #[inline]
    #[must_use]
    pub fn played(&self, square: Square, flips: Bitboard) -> Features {
        // Digits: a flipped disc goes from 0 to 2, the placed one from 1 to 2.
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

    /// The features after a pass.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Features {
        Features(std::array::from_fn(|slot| mirrored(slot, self.0[slot])))
    }

    /// The row index of every placement, in the table given by [`QUAD_TABLES`](super::training::QUAD_TABLES).
    #[inline]
    pub fn indices(&self) -> &[u16; SLOTS] {
        &self.0
    }
}

#[inline]
fn add(indices: &mut [u16; SLOTS], square: Square) {
    for (index, delta) in indices.iter_mut().zip(&DISC_DELTAS[usize::from(square.index())]) {
        *index = index.wrapping_add(*delta);
    }
}

#[inline]
fn mirrored(slot: usize, index: u16) -> u16 {
    EMPTY_INDICES[slot].wrapping_mul(2).wrapping_sub(index)
}
