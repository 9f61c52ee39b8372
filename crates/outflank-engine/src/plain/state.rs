//! A position of any rules, small and fast enough to search.

use outflank_rules::{Bitboard, Board, Direction, Placement, Position, Rules, Square};

/// What [`Position`] says, seen by the side to move and without its rules: those are the same throughout a search
/// and are in [`Mechanics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) board: Board,
    /// How many discs the side to move has left to place and how many the other has, where the rules limit them.
    supply: Option<[u8; 2]>,
}

impl State {
    pub(super) fn of(position: &Position) -> State {
        let (discs, turn) = (position.discs(), position.turn());
        let board = Board::new(discs[turn], discs[!turn]).expect("no disc of a position is on another");
        State { board, supply: position.supply().map(|left| [left[turn], left[!turn]]) }
    }

    pub(super) fn passed(self) -> State {
        State { board: self.board.pass(), supply: self.supply.map(|[own, other]| [other, own]) }
    }

    /// The most discs that can still be placed.
    pub(super) fn most_plies(self) -> u8 {
        let empty = self.board.empty().len() as u8;
        self.supply.map_or(empty, |[own, other]| empty.min(own + other))
    }

    /// How many discs will be placed if nobody has to pass: until the board is full, or until a player comes to move
    /// without a disc. It is odd if the side to move places the last one.
    pub(super) fn likely_plies(self) -> u8 {
        let empty = self.board.empty().len() as u8;
        self.supply.map_or(empty, |[own, other]| empty.min(2 * own).min(2 * other + 1))
    }
}

/// What the side to move can do, as in [`outflank_rules::Status`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A disc must be placed on one of these squares; there is at least one.
    Place(Bitboard),
    Pass,
    /// The game has ended, and the side to move has won by so many discs.
    Over(i8),
}

/// How discs are placed and flipped by some rules.
///
/// What is outflanked in one direction does not depend on the others. So the flips of any rules are those of the fast
/// [`Board`], which knows all eight directions, as far as they lie along the lines of these rules.
pub(super) struct Mechanics {
    placement: Placement,
    /// From each square, the squares that lie in a direction in which these rules flip.
    lines: [Bitboard; 64],
    /// Whether `lines` are those of all eight directions.
    all_directions: bool,
}

impl Mechanics {
    pub(super) fn of(rules: Rules) -> Mechanics {
        let along = rules.flips_along();
        Mechanics {
            placement: rules.placement(),
            lines: Square::ALL.map(|from| along.iter().flat_map(|direction| direction.ray(from)).collect()),
            all_directions: Direction::ALL.iter().all(|direction| along.contains(direction)),
        }
    }

    /// Asks in the order that [`Position::status`] asks.
    pub(super) fn choice(&self, state: State) -> Choice {
        let squares = self.playable(state.board);
        if squares.is_empty() {
            return match self.playable(state.board.pass()).is_empty() {
                true => Choice::Over(state.board.final_margin()),
                false => Choice::Pass,
            };
        }
        match state.supply {
            Some([0, _]) => Choice::Over(state.board.final_margin()),
            _ => Choice::Place(squares),
        }
    }

    /// The squares that the side to move could play if it had a disc to place.
    pub(super) fn playable(&self, board: Board) -> Bitboard {
        match self.placement {
            Placement::Touches => touching(!board.empty()) & board.empty(),
            Placement::Outflanks if self.all_directions => board.moves(),
            Placement::Outflanks => {
                board.moves().into_iter().filter(|&square| !self.flips(board, square).is_empty()).collect()
            }
        }
    }

    /// The state after a disc is put on a playable square.
    pub(super) fn placed(&self, state: State, square: Square) -> State {
        let flips = self.flips(state.board, square);
        let player = (state.board.player() | flips).with(square);
        let opponent = state.board.opponent() - flips;
        let board = Board::new(opponent, player).expect("a flipped disc changes sides");
        State { board, supply: state.supply.map(|[own, other]| [other, own - 1]) }
    }

    fn flips(&self, board: Board, square: Square) -> Bitboard {
        board.flips(square) & self.lines[usize::from(square.index())]
    }
}

/// The squares in a set and around it.
pub(super) fn touching(set: Bitboard) -> Bitboard {
    const NOT_COLUMN_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_COLUMN_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    let bits = set.bits();
    let wide = bits | (bits << 1 & NOT_COLUMN_A) | (bits >> 1 & NOT_COLUMN_H);
    Bitboard::from_bits(wide | wide << 8 | wide >> 8)
}
