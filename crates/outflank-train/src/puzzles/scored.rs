use outflank_engine::{Engine, Limits, Score, Variation};
use outflank_rules::{Position, Square};
use outflank_study::puzzles::{Kind, Scored};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundPuzzle {
    pub(super) kind: Kind,
    pub(super) position: Position,
    pub(super) moves: Vec<Scored>,
    pub(super) points: u32,
    pub(super) game: usize,
}

pub(super) const MIN_GAP: i8 = 2;

pub(super) const MIN_MOVES: u32 = 4;

pub(super) fn best_moves(engine: &Engine, position: &Position, depth: u8, lines: usize) -> Vec<SearchedMove> {
    let analysis = engine.analyze(*position, Limits { depth: Some(depth), lines, ..Limits::default() });
    let searched = |line: &Variation| Some(SearchedMove { square: line.pv.first()?.square()?, score: line.score });
    let mut moves: Vec<SearchedMove> = analysis.lines.iter().filter_map(searched).collect();
    moves.sort_by_key(|mv| (std::cmp::Reverse(mv.score), mv.square));
    moves
}

pub(super) fn all_moves(engine: &Engine, position: &Position, depth: u8) -> Vec<SearchedMove> {
    best_moves(engine, position, depth, position.legal_moves().len() as usize)
}

/// Whether the best move leads by at least [`MIN_GAP`], which then also holds for the rounded scores.
pub(super) fn is_clear(moves: &[SearchedMove]) -> bool {
    let [best, second, ..] = moves else { return false };
    best.score.units() - second.score.units() >= Score::from_discs(MIN_GAP).units()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchedMove {
    pub(super) square: Square,
    pub(super) score: Score,
}

impl SearchedMove {
    pub(super) fn discs(self) -> i8 {
        self.score.discs().round() as i8
    }
}

impl From<SearchedMove> for Scored {
    fn from(mv: SearchedMove) -> Scored {
        Scored { square: mv.square, score: mv.discs() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MOST: i32 = 64 * Score::UNITS_PER_DISC;

    proptest! {
        #[test]
        fn a_clear_lead_is_clear_in_whole_discs(best in -MOST..=MOST, second in -MOST..=MOST) {
            let scored = |square, units| SearchedMove { square, score: Score::from_units(units) };
            let moves = [scored(Square::A1, best), scored(Square::H8, second)];
            prop_assert_eq!(is_clear(&moves), best - second >= 2 * Score::UNITS_PER_DISC);
            prop_assert!(!is_clear(&moves) || i32::from(moves[0].discs()) - i32::from(moves[1].discs()) >= 2);
        }
    }
}
