use crate::{Bitboard, ByColor, Color, Direction, Setup, Square};

/// A board of standard Othello from the view of the side to move: 16 bytes, without colours.
///
/// It agrees with [`Position`](crate::Position), but handles whole lines of squares at a time.
///
/// ```
/// use outflank_rules::{Board, Square};
///
/// let board = Board::START.try_play(Square::F5).unwrap();
/// assert_eq!(format!("{:?}", board.moves()), "{f4, d6, f6}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    player: Bitboard,
    opponent: Bitboard,
}

impl Board {
    /// The start of the game, Black to move.
    pub const START: Board = Board { player: Setup::START.discs.black, opponent: Setup::START.discs.white };

    /// `None` if both sides have a disc on the same square.
    #[inline]
    pub const fn new(player: Bitboard, opponent: Bitboard) -> Option<Board> {
        if player.is_disjoint(opponent) { Some(Board { player, opponent }) } else { None }
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn player(self) -> Bitboard {
        self.player
    }

    /// The discs of the other side.
    #[inline]
    pub const fn opponent(self) -> Bitboard {
        self.opponent
    }

    /// The squares without a disc.
    #[inline]
    pub fn empty(self) -> Bitboard {
        !(self.player | self.opponent)
    }

    /// The discs by colour, if `turn` is the side to move.
    pub fn discs(self, turn: Color) -> ByColor<Bitboard> {
        match turn {
            Color::Black => ByColor { black: self.player, white: self.opponent },
            Color::White => ByColor { black: self.opponent, white: self.player },
        }
    }

    /// The legal moves.
    #[inline]
    pub fn moves(self) -> Bitboard {
        let (player, opponent) = (self.player.bits(), self.opponent.bits());
        let mut reached = 0;
        for Axis { step, inner } in AXES {
            let inner = opponent & inner;
            let leap = 2 * step;
            // Runs of opposing discs next to a disc of the player grow by one, then twice by two: no run is longer than six.
            let mut up = inner & (player << step);
            let mut down = inner & (player >> step);
            up |= inner & (up << step);
            down |= inner & (down >> step);
            let pairs_up = inner & (inner << step);
            let pairs_down = pairs_up >> step;
            up |= pairs_up & (up << leap);
            down |= pairs_down & (down >> leap);
            up |= pairs_up & (up << leap);
            down |= pairs_down & (down >> leap);
            reached |= (up << step) | (down >> step);
        }
        Bitboard::from_bits(reached) & self.empty()
    }

    /// The discs flipped by a move to `square`, which must be empty.
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard {
        let (player, opponent) = (self.player.bits(), self.opponent.bits());
        let Rays { up, down } = &RAYS[square.index() as usize];
        let mut flips = 0;
        for &ray in up {
            // Adding one carries from the start of the ray through the opposing discs to the next square.
            let closing = (opponent | !ray).wrapping_add(1) & ray & player;
            flips |= closing.saturating_sub(1) & ray;
        }
        for &ray in down {
            // Downwards, the first square without an opposing disc is the highest bit.
            let others = !opponent & ray | 1;
            let closing = (1 << 63 >> others.leading_zeros()) & ray & player;
            flips |= (closing.wrapping_neg() << 1) & ray;
        }
        Bitboard::from_bits(flips)
    }

    /// The board after a move, from the view of the opponent; `None` if the move is illegal.
    pub fn try_play(self, square: Square) -> Option<Board> {
        self.moves().contains(square).then(|| self.play_unchecked(square))
    }

    /// The board after a move, from the view of the opponent. The square must be one of [`Board::moves`].
    #[inline]
    #[must_use]
    pub fn play_unchecked(self, square: Square) -> Board {
        self.after_flips_unchecked(square, self.flips(square))
    }

    /// [`Board::play_unchecked`] with the result of [`Board::flips`].
    #[inline]
    #[must_use]
    pub fn after_flips_unchecked(self, square: Square, flips: Bitboard) -> Board {
        Board { player: self.opponent ^ flips, opponent: (self.player ^ flips).with(square) }
    }

    /// The same board with the opponent to move.
    #[inline]
    #[must_use]
    pub fn pass(self) -> Board {
        Board { player: self.opponent, opponent: self.player }
    }

    /// Whether neither side has a move.
    pub fn is_over(self) -> bool {
        self.moves().is_empty() && self.pass().moves().is_empty()
    }

    /// The final score for the side to move, if the game ends here. Empty squares go to the winner.
    pub fn final_margin(self) -> i8 {
        let difference = self.player.len() as i8 - self.opponent.len() as i8;
        difference + difference.signum() * self.empty().len() as i8
    }

    pub(crate) fn of(discs: ByColor<Bitboard>, turn: Color) -> Board {
        Board { player: discs[turn], opponent: discs[!turn] }
    }

    pub(crate) fn map(self, mut change: impl FnMut(Bitboard) -> Bitboard) -> Board {
        Board { player: change(self.player), opponent: change(self.opponent) }
    }
}

struct Axis {
    step: u32,
    // Squares that can be between two others; shifts never wrap around the edge.
    inner: u64,
}

const NOT_AN_EDGE_COLUMN: u64 = 0x7e7e_7e7e_7e7e_7e7e;

const AXES: [Axis; 4] = [
    Axis { step: 1, inner: NOT_AN_EDGE_COLUMN },
    Axis { step: 7, inner: NOT_AN_EDGE_COLUMN },
    Axis { step: 8, inner: !0 },
    Axis { step: 9, inner: NOT_AN_EDGE_COLUMN },
];

struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

static RAYS: [Rays; 64] = {
    use Direction::*;
    let mut rays = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        rays[index] = Rays {
            up: [ray(square, East), ray(square, SouthWest), ray(square, South), ray(square, SouthEast)],
            down: [ray(square, West), ray(square, NorthEast), ray(square, North), ray(square, NorthWest)],
        };
        index += 1;
    }
    rays
};

const fn ray(from: Square, direction: Direction) -> u64 {
    let mut set = Bitboard::EMPTY;
    let mut next = direction.step(from);
    while let Some(square) = next {
        set = set.with(square);
        next = direction.step(square);
    }
    set.bits()
}
