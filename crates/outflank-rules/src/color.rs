//! The two sides, and a pair of things of which each side has one.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two sides. An empty square has no colour: it is `None` where an `Option<Color>` is asked for.
///
/// ```
/// use outflank_rules::Color;
///
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!(Color::White.to_string(), "white");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Color {
    /// Moves first. Drawn as `X`.
    Black,
    /// Moves second. Drawn as `O`.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// Its name as that of a player, or at the beginning of a sentence.
    ///
    /// ```
    /// use outflank_rules::Color;
    ///
    /// assert_eq!(format!("{} to move.", Color::Black.title()), "Black to move.");
    /// ```
    pub const fn title(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }
}

impl Not for Color {
    type Output = Color;

    /// The other colour.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// A value for each side, indexed by [`Color`].
///
/// ```
/// use outflank_rules::{ByColor, Color};
///
/// let mut discs = ByColor { black: 2, white: 2 };
/// discs[Color::White] += 1;
/// assert_eq!(discs.map(|n| n * 10), ByColor { black: 20, white: 30 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> ByColor<T> {
    /// A pair filled by asking `value` for each colour.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        ByColor { black: value(Color::Black), white: value(Color::White) }
    }

    /// A pair with the same value on both sides.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        ByColor { black: value.clone(), white: value }
    }

    /// Changes both values in the same way.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { black: change(self.black), white: change(self.white) }
    }

    /// The same pair with the sides exchanged.
    pub fn swapped(self) -> Self {
        ByColor { black: self.white, white: self.black }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
