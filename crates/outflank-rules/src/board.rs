//! The fast board of the standard game.

use crate::{Bitboard, ByColor, Color, Direction, Setup, Square};

/// A board of standard Othello as the side to move sees it: 16 bytes, without colours.
///
/// It answers what [`Position`](crate::Position) answers for [`Rules::Standard`](crate::Rules::Standard), with whole
/// lines of squares at a time. The code is portable and safe, and shaped so that the compiler can use vector registers.
///
/// ```
/// use outflank_rules::{Board, Square};
///
/// let board = Board::START;
/// assert_eq!(format!("{:?}", board.moves()), "{d3, c4, f5, e6}");
/// let board = board.try_play(Square::F5).unwrap();
/// assert_eq!(board.opponent().len(), 4);
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

    /// A board with the discs of the side to move and of the other, or `None` if they share a square.
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

    /// The discs by colour, given the colour of the side to move.
    pub fn discs(self, turn: Color) -> ByColor<Bitboard> {
        match turn {
            Color::Black => ByColor { black: self.player, white: self.opponent },
            Color::White => ByColor { black: self.opponent, white: self.player },
        }
    }

    /// The squares that the side to move can play.
    #[inline]
    pub fn moves(self) -> Bitboard {
        let (player, opponent) = (self.player.bits(), self.opponent.bits());
        let mut reached = 0;
        for Axis { step, inner } in AXES {
            let inner = opponent & inner;
            let leap = 2 * step;
            // Runs of opposing discs that begin next to a disc of the player, in both senses of the axis. They grow by
            // one, then by pairs: six is the longest run there is.
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

    /// The discs that are flipped when the side to move places one on `square`, which must be empty.
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard {
        let (player, opponent) = (self.player.bits(), self.opponent.bits());
        let Rays { up, down } = &RAYS[square.index() as usize];
        let mut flips = 0;
        for &ray in up {
            // Adding one carries from the first square of the ray through the opposing discs to the next other square.
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

    /// The board after the side to move plays `square`, seen by the opponent; `None` if that is not a legal move.
    pub fn try_play(self, square: Square) -> Option<Board> {
        self.moves().contains(square).then(|| self.play_unchecked(square))
    }

    /// The board after the side to move plays `square`, seen by the opponent. The square must be one of
    /// [`Board::moves`]; anything else gives a board that no game leads to.
    #[inline]
    #[must_use]
    pub fn play_unchecked(self, square: Square) -> Board {
        self.after_flips_unchecked(square, self.flips(square))
    }

    /// [`Board::play_unchecked`] for a caller who already knows what is flipped: these discs must be the ones that
    /// [`Board::flips`] answers.
    #[inline]
    #[must_use]
    pub fn after_flips_unchecked(self, square: Square, flips: Bitboard) -> Board {
        Board { player: self.opponent ^ flips, opponent: (self.player ^ flips).with(square) }
    }

    /// The board with the turn given to the opponent.
    #[inline]
    #[must_use]
    pub fn pass(self) -> Board {
        Board { player: self.opponent, opponent: self.player }
    }

    /// Whether neither side has a move.
    pub fn is_over(self) -> bool {
        self.moves().is_empty() && self.pass().moves().is_empty()
    }

    /// The difference in discs for the side to move with the empty squares given to the winner: the score of a game
    /// that ends here.
    pub fn final_margin(self) -> i8 {
        let difference = self.player.len() as i8 - self.opponent.len() as i8;
        difference + difference.signum() * self.empty().len() as i8
    }

    /// The board of the side to move.
    pub(crate) fn of(discs: ByColor<Bitboard>, turn: Color) -> Board {
        Board { player: discs[turn], opponent: discs[!turn] }
    }

    /// Moves the discs of both sides in the same way, which must not bring two onto one square.
    pub(crate) fn map(self, mut change: impl FnMut(Bitboard) -> Bitboard) -> Board {
        Board { player: change(self.player), opponent: change(self.opponent) }
    }
}

/// A line through the board in both senses.
struct Axis {
    /// How far apart two neighbours on the line are in a bitboard.
    step: u32,
    /// The squares that can be between two others on such a line; a shift never carries a disc around the edge.
    inner: u64,
}

const NOT_AN_EDGE_COLUMN: u64 = 0x7e7e_7e7e_7e7e_7e7e;

const AXES: [Axis; 4] = [
    Axis { step: 1, inner: NOT_AN_EDGE_COLUMN },
    Axis { step: 7, inner: NOT_AN_EDGE_COLUMN },
    Axis { step: 8, inner: !0 },
    Axis { step: 9, inner: NOT_AN_EDGE_COLUMN },
];

/// The squares in each direction from one square.
struct Rays {
    /// The four directions in which the index grows.
    up: [u64; 4],
    /// The four directions in which it falls.
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

/// [`Direction::ray`] as a set, at compile time.
const fn ray(from: Square, direction: Direction) -> u64 {
    let mut set = Bitboard::EMPTY;
    let mut next = direction.step(from);
    while let Some(square) = next {
        set = set.with(square);
        next = direction.step(square);
    }
    set.bits()
}
