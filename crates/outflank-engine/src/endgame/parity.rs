//! Which quarters of the board have an odd number of empty squares.
//!
//! Who plays last in a region often gains by it, and in an odd region that is who plays there first.

use outflank_rules::{Bitboard, Square};

/// A bit for each quarter of the board, set if its number of empty squares is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parity(u8);

impl Parity {
    pub(super) fn of(empty: Bitboard) -> Parity {
        empty.into_iter().fold(Parity(0), Parity::without)
    }

    /// The parity after a disc is placed on a square.
    #[inline]
    pub(super) fn without(self, square: Square) -> Parity {
        Parity(self.0 ^ quarter_bit(square))
    }

    /// The quarters with an odd number of empty squares.
    #[inline]
    pub(super) fn odd(self) -> Bitboard {
        ODD_QUARTERS[usize::from(self.0 & 15)]
    }

    /// Whether the quarter of a square has an odd number of empty squares.
    #[inline]
    pub(super) fn is_odd(self, square: Square) -> bool {
        self.0 & quarter_bit(square) != 0
    }
}

#[inline]
fn quarter_bit(square: Square) -> u8 {
    // The high bits of column and row, 0 or 1 each, make the number of the quarter.
    let index = square.index();
    1 << ((index >> 2 & 1) | (index >> 4 & 2))
}

static ODD_QUARTERS: [Bitboard; 16] = {
    const QUARTERS: [u64; 4] =
        [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
    let mut unions = [Bitboard::EMPTY; 16];
    let mut set = 0;
    while set < 16 {
        let mut quarter = 0;
        let mut union = 0;
        while quarter < 4 {
            if set >> quarter & 1 == 1 {
                union |= QUARTERS[quarter];
            }
            quarter += 1;
        }
        unions[set] = Bitboard::from_bits(union);
        set += 1;
    }
    unions
};
