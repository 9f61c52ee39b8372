//! The eight directions, and walking along them.

use crate::Square;

/// One of the eight directions in which a line of discs can run.
///
/// ```
/// use outflank_rules::{Direction, Square};
///
/// assert_eq!(Direction::North.step(Square::D4), Some(Square::D3));
/// assert_eq!(Direction::East.step(Square::H4), None);
/// let ray: Vec<_> = Direction::SouthEast.ray(Square::E5).collect();
/// assert_eq!(ray, [Square::F6, Square::G7, Square::H8]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 1.
    North,
    /// Towards row 1 and column h.
    NorthEast,
    /// Towards column h.
    East,
    /// Towards row 8 and column h.
    SouthEast,
    /// Towards row 8.
    South,
    /// Towards row 8 and column a.
    SouthWest,
    /// Towards column a.
    West,
    /// Towards row 1 and column a.
    NorthWest,
}

impl Direction {
    /// All eight directions.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// The four directions along ranks and files.
    pub const ORTHOGONAL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The next square in this direction, or `None` at the edge of the board.
    pub const fn step(self, from: Square) -> Option<Square> {
        let (right, down) = self.offset();
        // One step off the left or top edge wraps around to 255, which `at` refuses.
        Square::at(from.column().wrapping_add_signed(right), from.row().wrapping_add_signed(down))
    }

    /// The squares in this direction, nearest first, without the square itself.
    pub fn ray(self, from: Square) -> impl Iterator<Item = Square> {
        std::iter::successors(self.step(from), move |&square| self.step(square))
    }

    /// How many columns to the right and how many rows down one step goes.
    const fn offset(self) -> (i8, i8) {
        match self {
            Direction::North => (0, -1),
            Direction::NorthEast => (1, -1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, 1),
            Direction::South => (0, 1),
            Direction::SouthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, -1),
        }
    }
}
