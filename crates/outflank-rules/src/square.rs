use std::error::Error;
use std::fmt;
use std::str::FromStr;

macro_rules! squares {
    ($($name:ident)*) => {
        /// A square. Letters are columns from left to right, digits are rows from top to bottom.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each variant is the square of that name")]
        pub enum Square { $($name),* }

        impl Square {
            /// Every square, row by row: a1, b1, ... h1, a2, ... h8.
            pub const ALL: [Square; 64] = [$(Square::$name),*];

            /// The square at this index of [`Square::ALL`].
            #[inline]
            pub const fn from_index(index: u8) -> Option<Square> {
                // The compiler turns this match into a range check; it would not do that for a table.
                $(#[allow(non_upper_case_globals)] const $name: u8 = Square::$name as u8;)*
                match index {
                    $($name => Some(Square::$name),)*
                    _ => None,
                }
            }
        }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square in a column and a row, both counted from 0.
    pub const fn at(column: u8, row: u8) -> Option<Square> {
        if column < 8 && row < 8 { Self::from_index(row * 8 + column) } else { None }
    }

    /// The index in [`Square::ALL`]: 0 for a1, 63 for h8.
    #[inline]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The column, counted from 0.
    pub const fn column(self) -> u8 {
        self.index() % 8
    }

    /// The row, counted from 0.
    pub const fn row(self) -> u8 {
        self.index() / 8
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column(), b'1' + self.row()];
        f.pad(std::str::from_utf8(&name).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square: a letter from a to h and a digit from 1 to 8, such as d3 or 3d")
    }
}

impl Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Parses `d3`, `3d`, `D3` or `3D`.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[first, second] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        let (letter, digit) = if first.is_ascii_digit() { (second, first) } else { (first, second) };
        let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
        let row = digit.wrapping_sub(b'1');
        Square::at(column, row).ok_or(ParseSquareError)
    }
}
