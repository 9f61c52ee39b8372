//! The two players of a match, whatever colour they have in a game.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one who is named first.
    A,
    /// The other.
    B,
}

impl Side {
    /// Both, A first.
    pub const ALL: [Side; 2] = [Side::A, Side::B];
}

impl Not for Side {
    type Output = Side;

    /// The other one.
    fn not(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::A => "A",
            Side::B => "B",
        })
    }
}

/// A value for each side of a match, indexed by [`Side`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySide<T> {
    /// The one of [`Side::A`].
    pub a: T,
    /// The one of [`Side::B`].
    pub b: T,
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::A => &mut self.a,
            Side::B => &mut self.b,
        }
    }
}
