use std::cmp::Reverse;

use outflank_engine::{Analysis, Limits, Variation};
use outflank_rules::{Bitboard, Position, Square};

use crate::puzzles::{Puzzle, Scored};

/// A position with the exact score of each legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    position: Position,
    /// Best first; never empty.
    moves: Vec<Scored>,
}

impl Solved {
    /// Search limits that solve all moves of a position.
    pub fn limits(position: &Position) -> Limits {
        Limits {
            depth: Some(position.empty().len() as u8),
            lines: position.legal_moves().len().max(1) as usize,
            ..Limits::default()
        }
    }

    /// `None` if the analysis is not exact, or lacks a move. The order of equal moves does not depend on the search.
    pub fn of(position: &Position, analysis: &Analysis) -> Option<Solved> {
        let scored = |line: &Variation| {
            let score = line.score.discs().round() as i8;
            Some(Scored { square: line.pv.first()?.square()?, score })
        };
        let mut moves = analysis.lines.iter().map(scored).collect::<Option<Vec<_>>>().filter(|_| analysis.exact)?;
        moves.sort_by_key(|scored| (Reverse(scored.score), scored.square));
        Solved::new(*position, moves)
    }

    pub(super) fn from_puzzle(puzzle: &Puzzle) -> Option<Solved> {
        Solved::new(puzzle.position, puzzle.moves.clone())
    }

    fn new(position: Position, moves: Vec<Scored>) -> Option<Solved> {
        let squares: Bitboard = moves.iter().map(|scored| scored.square).collect();
        (!moves.is_empty() && squares == position.legal_moves()).then_some(Solved { position, moves })
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn best(&self) -> Scored {
        self.moves[0]
    }

    pub fn moves(&self) -> &[Scored] {
        &self.moves
    }

    pub fn score(&self, square: Square) -> Option<i8> {
        self.moves.iter().find(|scored| scored.square == square).map(|scored| scored.score)
    }
}
