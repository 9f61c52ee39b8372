use crate::Square;

/// One of the eight directions. North is towards row 1, east towards column h.
#[allow(missing_docs, reason = "the points of the compass")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All eight directions.
    pub const ALL: [Direction; 8] = {
        use Direction::*;
        [North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest]
    };

    /// The directions along rows and columns.
    pub const ORTHOGONAL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The next square, or `None` at the edge.
    pub const fn step(self, from: Square) -> Option<Square> {
        let (right, down) = self.offset();
        // One step off the left or top edge wraps to 255, which `at` rejects.
        Square::at(from.column().wrapping_add_signed(right), from.row().wrapping_add_signed(down))
    }

    /// The squares in this direction, nearest first, without the square itself.
    pub fn ray(self, from: Square) -> impl Iterator<Item = Square> {
        std::iter::successors(self.step(from), move |&square| self.step(square))
    }

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
