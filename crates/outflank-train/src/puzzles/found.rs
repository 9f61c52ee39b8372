//! A position that makes a puzzle.

use outflank_engine::{Engine, Limits, Line, Score};
use outflank_rules::{Bitboard, Position, Rules, Setup, Square};
use outflank_study::puzzles::{Kind, Scored};

use crate::replay::Seen;

/// A position that makes a puzzle, and how hard it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) kind: Kind,
    pub(super) position: Position,
    /// All moves, the best first, with their scores in whole discs.
    pub(super) moves: Vec<Scored>,
    /// The more, the harder.
    pub(super) points: u32,
    /// The game that it is from, by its place in the collection.
    pub(super) game: usize,
}

/// By how many discs the best move is better than the second, at least.
pub(super) const LEAST_GAP: i8 = 2;

/// With fewer moves there is little to ask.
pub(super) const LEAST_MOVES: u32 = 4;

/// The corners.
pub(super) const CORNERS: Bitboard =
    Bitboard::EMPTY.with(Square::A1).with(Square::H1).with(Square::A8).with(Square::H8);

/// The position that a board is, with its colours.
pub(super) fn position(seen: Seen) -> Position {
    let setup = Setup::new(seen.board.discs(seen.turn), seen.turn);
    Position::new(Rules::Standard, setup).expect("a board has no two discs on a square")
}

/// The best moves with what they are worth, the best first, and of equals the one that stands first on the board.
pub(super) fn best_moves(engine: &Engine, position: &Position, depth: u8, lines: usize) -> Vec<Worth> {
    let analysis = engine.analyze(*position, Limits { depth: Some(depth), lines, ..Limits::default() });
    let worth = |line: &Line| Some(Worth { square: line.pv.first()?.square()?, score: line.score });
    let mut moves: Vec<Worth> = analysis.lines.iter().filter_map(worth).collect();
    moves.sort_by_key(|worth| (std::cmp::Reverse(worth.score), worth.square));
    moves
}

/// The same for all moves.
pub(super) fn all_moves(engine: &Engine, position: &Position, depth: u8) -> Vec<Worth> {
    best_moves(engine, position, depth, position.legal_moves().len() as usize)
}

/// Whether the first of the moves is better than the second by enough. Then it is so in whole discs, too.
pub(super) fn is_clear(moves: &[Worth]) -> bool {
    let [best, second, ..] = moves else { return false };
    best.score.steps() - second.score.steps() >= Score::from_discs(LEAST_GAP).steps()
}

/// A move with what a search says it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) square: Square,
    pub(super) score: Score,
}

impl Worth {
    /// In whole discs.
    pub(super) fn discs(self) -> i8 {
        self.score.discs().round() as i8
    }
}

impl From<Worth> for Scored {
    fn from(worth: Worth) -> Scored {
        Scored { square: worth.square, score: worth.discs() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MOST: i32 = 64 * Score::STEPS;

    proptest! {
        #[test]
        fn what_is_clear_is_so_in_whole_discs(best in -MOST..=MOST, second in -MOST..=MOST) {
            let worth = |square, steps| Worth { square, score: Score::from_steps(steps) };
            let moves = [worth(Square::A1, best), worth(Square::H8, second)];
            prop_assert_eq!(is_clear(&moves), best - second >= 2 * Score::STEPS);
            prop_assert!(!is_clear(&moves) || i32::from(moves[0].discs()) - i32::from(moves[1].discs()) >= 2);
        }
    }
}
