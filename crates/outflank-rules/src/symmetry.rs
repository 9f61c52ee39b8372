use crate::{Bitboard, Board, Position, Setup, Square};

/// A rotation (clockwise) or reflection of the board. The rules are the same after all eight.
#[allow(missing_docs, reason = "most variants name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    Identity,
    Quarter,
    Half,
    ThreeQuarters,
    /// Exchanges left and right: a1 goes to h1.
    MirrorColumns,
    /// Exchanges top and bottom: a1 goes to a8.
    MirrorRows,
    /// Exchanges columns and rows: a1 stays, h1 goes to a8.
    Transpose,
    /// Reflects in the other diagonal: h1 stays, a1 goes to h8.
    AntiTranspose,
}

impl Symmetry {
    /// All eight.
    pub const ALL: [Symmetry; 8] = {
        use Symmetry::*;
        [Identity, Quarter, Half, ThreeQuarters, MirrorColumns, MirrorRows, Transpose, AntiTranspose]
    };

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Quarter => Symmetry::ThreeQuarters,
            Symmetry::ThreeQuarters => Symmetry::Quarter,
            other => other,
        }
    }

    /// Maps a square.
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

    /// Maps a set of squares.
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

    /// Maps the discs of a board.
    pub fn board(self, board: Board) -> Board {
        board.map(|set| self.bitboard(set))
    }

    /// Maps a position.
    pub fn position(self, position: &Position) -> Position {
        let Setup { discs, turn, supply } = position.setup();
        let turned = Setup { discs: discs.map(|set| self.bitboard(set)), turn, supply };
        Position::new(position.rules(), turned).expect("a turned position is as valid as the position")
    }
}

impl Board {
    /// The least of the eight symmetric boards, which stands for all of them.
    #[must_use]
    pub fn canonical(self) -> Board {
        Symmetry::ALL.into_iter().map(|symmetry| symmetry.board(self)).fold(self, Board::min)
    }

    /// The canonical board, and the square that stands for a move and all moves symmetric to it.
    ///
    /// ```
    /// use outflank_rules::{Board, Square};
    ///
    /// let first = [Square::D3, Square::C4, Square::F5, Square::E6].map(|square| Board::START.canonical_move(square));
    /// assert!(first.iter().all(|&mv| mv == first[0]));
    /// ```
    pub fn canonical_move(self, square: Square) -> (Board, Square) {
        let symmetric = Symmetry::ALL.into_iter().map(|symmetry| (symmetry.board(self), symmetry.square(square)));
        symmetric.fold((self, square), Ord::min)
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
    // Exchange 1x1, then 2x2, then 4x4 blocks across the diagonal.
    let bits = swap_across(bits, 7, 0x00aa_00aa_00aa_00aa);
    let bits = swap_across(bits, 14, 0x0000_cccc_0000_cccc);
    swap_across(bits, 28, 0x0000_0000_f0f0_f0f0)
}

const fn swap_across(bits: u64, distance: u32, mask: u64) -> u64 {
    let changed = (bits ^ (bits >> distance)) & mask;
    bits ^ changed ^ (changed << distance)
}
