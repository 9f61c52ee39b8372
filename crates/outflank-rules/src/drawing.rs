/// A [`Bitboard`](crate::Bitboard) drawn as 64 cells, row 1 first: `X` is in the set, `.` is not.
#[macro_export]
macro_rules! bitboard {
    ($($cell:tt)*) => {
        const { $crate::__drawn([$($crate::__member!($cell)),*]).black }
    };
}

/// Discs drawn as 64 cells, row 1 first: `X` is black, `O` is white, `.` is empty.
///
/// ```
/// use outflank_rules::{Position, Rules, discs};
///
/// let start = discs! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . O X . . .
///     . . . X O . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(start, Position::initial(Rules::Standard).discs());
/// ```
#[macro_export]
macro_rules! discs {
    ($($cell:tt)*) => {
        const { $crate::__drawn([$($crate::__cell!($cell)),*]) }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __member {
    (X) => {
        Some($crate::Color::Black)
    };
    (.) => {
        None
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __cell {
    (X) => {
        Some($crate::Color::Black)
    };
    (O) => {
        Some($crate::Color::White)
    };
    (.) => {
        None
    };
}

#[doc(hidden)]
pub const fn __drawn(cells: [Option<crate::Color>; 64]) -> crate::ByColor<crate::Bitboard> {
    let (mut black, mut white, mut index) = (0, 0, 0);
    while index < 64 {
        match cells[index] {
            Some(crate::Color::Black) => black |= 1 << index,
            Some(crate::Color::White) => white |= 1 << index,
            None => {}
        }
        index += 1;
    }
    crate::ByColor { black: crate::Bitboard::from_bits(black), white: crate::Bitboard::from_bits(white) }
}
