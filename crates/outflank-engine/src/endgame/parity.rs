//! Playing last in a region tends to gain; in an odd region, the side that plays there first also plays last.

use outflank_rules::{Bitboard, Square};

/// One bit per quadrant, set if its number of empties is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parity(u8);

impl Parity {
    pub(super) fn of(empty: Bitboard) -> Parity {
        empty.into_iter().fold(Parity(0), Parity::without)
    }

    #[inline]
    pub(super) fn without(self, square: Square) -> Parity {
        Parity(self.0 ^ quadrant_bit(square))
    }

    #[inline]
    pub(super) fn odd(self) -> Bitboard {
        ODD_QUADRANTS[usize::from(self.0 & 15)]
    }

    #[inline]
    pub(super) fn is_odd(self, square: Square) -> bool {
        self.0 & quadrant_bit(square) != 0
    }
}

#[inline]
fn quadrant_bit(square: Square) -> u8 {
    let index = square.index();
    1 << ((index >> 2 & 1) | (index >> 4 & 2))
}

static ODD_QUADRANTS: [Bitboard; 16] = {
    const QUADRANTS: [u64; 4] =
        [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
    let mut unions = [Bitboard::EMPTY; 16];
    let mut set = 0;
    while set < 16 {
        let mut quadrant = 0;
        let mut union = 0;
        while quadrant < 4 {
            if set >> quadrant & 1 == 1 {
                union |= QUADRANTS[quadrant];
            }
            quadrant += 1;
        }
        unions[set] = Bitboard::from_bits(union);
        set += 1;
    }
    unions
};
