//! A position of any rules, small and fast enough to search.

use outflank_rules::{Bitboard, Board, Direction, Placement, Position, Rules, Square};

/// A [`Position`] as the side to move sees it, without its rules, which stay the same throughout a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VariantState {
    pub(super) board: Board,
    /// Discs left to place by the side to move and by the opponent, where the rules limit them.
    supply: Option<[u8; 2]>,
}

impl VariantState {
    pub(super) fn of(position: &Position) -> VariantState {
        let (discs, turn) = (position.discs(), position.turn());
        let board = Board::new(discs[turn], discs[!turn]).expect("no disc of a position is on another");
        VariantState { board, supply: position.supply().map(|left| [left[turn], left[!turn]]) }
    }

    pub(super) fn passed(self) -> VariantState {
        VariantState { board: self.board.pass(), supply: self.supply.map(|[own, other]| [other, own]) }
    }

    pub(super) fn max_plies(self) -> u8 {
        let empty = self.board.empty().len() as u8;
        self.supply.map_or(empty, |[own, other]| empty.min(own + other))
    }

    /// Number of discs still to be placed if there are no passes: until the board is full, or a player to move has none
    /// left. Odd if the side to move places the last one.
    pub(super) fn likely_plies(self) -> u8 {
        let empty = self.board.empty().len() as u8;
        self.supply.map_or(empty, |[own, other]| empty.min(2 * own).min(2 * other + 1))
    }
}

/// The same as [`outflank_rules::Status`], for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Place(Bitboard),
    Pass,
    Over(i8),
}

/// Directions are independent: the flips of a variant are those of the fast [`Board`], masked by the variant's lines.
pub(super) struct VariantRules {
    placement: Placement,
    lines: [Bitboard; 64],
    all_directions: bool,
}

impl VariantRules {
    pub(super) fn of(rules: Rules) -> VariantRules {
        let along = rules.flips_along();
        VariantRules {
            placement: rules.placement(),
            lines: Square::ALL.map(|from| along.iter().flat_map(|direction| direction.ray(from)).collect()),
            all_directions: Direction::ALL.iter().all(|direction| along.contains(direction)),
        }
    }

    /// Checks in the same order as [`Position::status`].
    pub(super) fn choice(&self, state: VariantState) -> Choice {
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

    pub(super) fn playable(&self, board: Board) -> Bitboard {
        match self.placement {
            Placement::Touches => touching(!board.empty()) & board.empty(),
            Placement::Outflanks if self.all_directions => board.moves(),
            Placement::Outflanks => {
                board.moves().into_iter().filter(|&square| !self.flips(board, square).is_empty()).collect()
            }
        }
    }

    pub(super) fn placed(&self, state: VariantState, square: Square) -> VariantState {
        let flips = self.flips(state.board, square);
        let player = (state.board.player() | flips).with(square);
        let opponent = state.board.opponent() - flips;
        let board = Board::new(opponent, player).expect("a flipped disc changes sides");
        VariantState { board, supply: state.supply.map(|[own, other]| [other, own - 1]) }
    }

    fn flips(&self, board: Board, square: Square) -> Bitboard {
        board.flips(square) & self.lines[usize::from(square.index())]
    }
}

pub(super) fn touching(set: Bitboard) -> Bitboard {
    const NOT_COLUMN_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_COLUMN_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    let bits = set.bits();
    let wide = bits | (bits << 1 & NOT_COLUMN_A) | (bits >> 1 & NOT_COLUMN_H);
    Bitboard::from_bits(wide | wide << 8 | wide >> 8)
}
