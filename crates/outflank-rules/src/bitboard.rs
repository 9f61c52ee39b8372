use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::{Direction, Square};

/// A set of squares in eight bytes, iterated in the order of [`Square::ALL`].
///
/// ```
/// use outflank_rules::{Bitboard, Square};
///
/// let corners = Bitboard::CORNERS;
/// assert!(corners.contains(Square::A8));
/// assert_eq!(corners.without(Square::A8).len(), 3);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No squares.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    /// b2, g2, b7 and g7, diagonally next to the corners.
    pub const X_SQUARES: Bitboard = Bitboard(0x0042_0000_0000_4200);

    /// Bit `n` stands for the square with index `n`.
    #[inline]
    pub const fn from_bits(bits: u64) -> Bitboard {
        Bitboard(bits)
    }

    /// Bit 0 is a1, bit 7 is h1, bit 63 is h8.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Adds a square.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// Removes a square.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }

    /// Whether the set has no squares.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first square, row by row.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// Whether the sets have no square in common.
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The squares that touch a square of this set, in eight directions.
    pub fn neighbours(self) -> Bitboard {
        self.into_iter().flat_map(|square| Direction::ALL.map(|direction| direction.step(square))).flatten().collect()
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::EMPTY.with(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// Iterates over the squares of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = Bitboard(self.0.0 & (self.0.0 - 1));
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

macro_rules! set_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident),*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$method(other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = self.$method(other);
            }
        }
    )*};
}

set_operators! {
    BitAnd bitand BitAndAssign bitand_assign,
    BitOr bitor BitOrAssign bitor_assign,
    BitXor bitxor BitXorAssign bitxor_assign
}

impl fmt::Display for Bitboard {
    /// Eight lines of `X` and `.`, as for [`bitboard!`](crate::bitboard).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::ALL {
            let end = if square.column() == 7 { "\n" } else { " " };
            write!(f, "{}{end}", if self.contains(square) { 'X' } else { '.' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    /// `{d3, c4}`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
