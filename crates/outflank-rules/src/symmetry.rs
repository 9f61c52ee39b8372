//! The eight ways to turn and mirror the board.

use crate::{Bitboard, Board, Position, Setup, Square};

/// A way to lay the board on itself. All eight keep every rule: playing and then turning the board is the same as
/// turning it and then playing the turned square.
///
/// ```
/// use outflank_rules::{Square, Symmetry};
///
/// assert_eq!(Symmetry::Quarter.square(Square::A1), Square::H1);
/// assert_eq!(Symmetry::Transpose.square(Square::E6), Square::F5);
/// assert!(Symmetry::ALL.iter().all(|s| s.inverse().square(s.square(Square::C2)) == Square::C2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn clockwise: a1 goes to h1.
    Quarter,
    /// Half a turn: a1 goes to h8.
    Half,
    /// Three quarter turns clockwise: a1 goes to a8.
    ThreeQuarters,
    /// Left and right change places: a1 goes to h1.
    MirrorColumns,
    /// Top and bottom change places: a1 goes to a8.
    MirrorRows,
    /// Columns and rows change places: a1 stays, h1 goes to a8.
    Transpose,
    /// The other diagonal is the mirror: h1 stays, a1 goes to h8.
    AntiTranspose,
}

impl Symmetry {
    /// All eight.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Quarter,
        Symmetry::Half,
        Symmetry::ThreeQuarters,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Quarter => Symmetry::ThreeQuarters,
            Symmetry::ThreeQuarters => Symmetry::Quarter,
            other => other,
        }
    }

    /// Where a square goes.
    pub const fn square(self, square: Square) -> Square {
        let (column, row) = (square.column(), square.row());
        let (column, row) = match self {
            Symmetry::Identity => (column, row),
            Symmetry::Quarter => (7 - row, column),
            Symmetry::Half => (7 - column, 7 - row),
            Symmetry::ThreeQuarters => (row, 7 - column),
            Symmetry::MirrorColumns => (7 - column, row),
            Symmetry::MirrorRows => (column, 7 - row),
            Symmetry::Transpose => (row, column),
            Symmetry::AntiTranspose => (7 - row, 7 - column),
        };
        Square::ALL[(row * 8 + column) as usize]
    }

    /// Where a set of squares goes.
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let bits = set.bits();
        Bitboard::from_bits(match self {
            Symmetry::Identity => bits,
            Symmetry::Quarter => mirror_columns(transpose(bits)),
            Symmetry::Half => bits.reverse_bits(),
            Symmetry::ThreeQuarters => mirror_rows(transpose(bits)),
            Symmetry::MirrorColumns => mirror_columns(bits),
            Symmetry::MirrorRows => mirror_rows(bits),
            Symmetry::Transpose => transpose(bits),
            Symmetry::AntiTranspose => transpose(bits).reverse_bits(),
        })
    }

    /// Where the discs of a board go.
    pub fn board(self, board: Board) -> Board {
        board.map(|set| self.bitboard(set))
    }

    /// The same position seen with the board turned.
    pub fn position(self, position: &Position) -> Position {
        let Setup { discs, turn, supply } = position.setup();
        let turned = Setup { discs: discs.map(|set| self.bitboard(set)), turn, supply };
        Position::new(position.rules(), turned).expect("a turned position is as valid as the position")
    }
}

impl Board {
    /// The least of the eight boards that are symmetric to this one, so that all of them have one name.
    ///
    /// ```
    /// use outflank_rules::{Board, Square};
    ///
    /// let [d3, f5] = [Square::D3, Square::F5].map(|first| Board::START.try_play(first).unwrap());
    /// assert_ne!(d3, f5);
    /// assert_eq!(d3.canonical(), f5.canonical());
    /// ```
    #[must_use]
    pub fn canonical(self) -> Board {
        Symmetry::ALL.into_iter().map(|symmetry| symmetry.board(self)).fold(self, Board::min)
    }
}

const fn mirror_rows(bits: u64) -> u64 {
    // A row is a byte.
    bits.swap_bytes()
}

const fn mirror_columns(bits: u64) -> u64 {
    bits.swap_bytes().reverse_bits()
}

const fn transpose(bits: u64) -> u64 {
    // Exchanges 1x1, then 2x2, then 4x4 blocks across the diagonal.
    let bits = swap_across(bits, 7, 0x00aa_00aa_00aa_00aa);
    let bits = swap_across(bits, 14, 0x0000_cccc_0000_cccc);
    swap_across(bits, 28, 0x0000_0000_f0f0_f0f0)
}

/// Exchanges the bits under `mask` with those `distance` places above them.
const fn swap_across(bits: u64, distance: u32, mask: u64) -> u64 {
    let changed = (bits ^ (bits >> distance)) & mask;
    bits ^ changed ^ (changed << distance)
}
