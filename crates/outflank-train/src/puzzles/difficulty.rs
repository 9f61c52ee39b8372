//! The difficulty of a puzzle.
//!
//! Points are given for the depth of the solution and for tempting alternatives:
//!
//! | property | points |
//! | --- | --- |
//! | For each of the depths 1, 2, 4, 6, 8, 10, 12 and 14 before the first from which on all searches find the best move | 10 |
//! | Another move flips more discs | 5 |
//! | A corner can be taken, and it is not the best move | 5 |
//! | The best move is beside an empty corner | 5 |
//! | At least half of the players missed it; all of them | 5; 10 |
//! | The second-best move costs 2 discs; one point less for each further disc | 5 |
//! | Each legal move, up to 15 | 1 |
//!
//! Searches as deep as the one that scored the puzzle find the best move, so 6 empty squares give at most 30 points for depth.
//!
//! The difficulty, from 1 to 5, is the quintile of the points among all found puzzles of its kind ([`DifficultyScale`]).

use outflank_engine::Engine;
use outflank_rules::{Bitboard, Position, Square};
use outflank_study::puzzles::Scored;

use crate::engine::{self, EngineWeights};

const DEPTHS: [u8; 8] = [1, 2, 4, 6, 8, 10, 12, 14];

/// Cleared before each search, so that it does not know the results of deeper ones.
const TABLE_MEBIBYTES: usize = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missed {
    missed: u32,
    games: u32,
}

impl Missed {
    pub(super) const NEVER: Missed = Missed { missed: 0, games: 1 };
    pub(super) const ALWAYS: Missed = Missed { missed: 1, games: 1 };

    pub(super) fn of(missed: u32, games: u32) -> Missed {
        Missed { missed, games }
    }

    fn points(self) -> u32 {
        5 * (u32::from(2 * self.missed >= self.games) + u32::from(self.missed == self.games))
    }
}

pub(super) struct DifficultyMeter {
    engine: Engine,
}

impl DifficultyMeter {
    pub(super) fn new(weights: &EngineWeights) -> DifficultyMeter {
        DifficultyMeter { engine: weights.engine(TABLE_MEBIBYTES) }
    }

    /// `depth` is that of the search which scored the moves.
    pub(super) fn points(&self, position: &Position, moves: &[Scored], depth: u8, missed: Missed) -> u32 {
        10 * self.steps(position, moves[0].square, depth) + temptation(position, moves) + missed.points()
    }

    /// The number of [`DEPTHS`] before the one from which on every search finds the best move.
    fn steps(&self, position: &Position, best: Square, depth: u8) -> u32 {
        let finds = |&depth: &u8| {
            self.engine.forget();
            engine::best(&engine::search(&self.engine, position, depth)) == best
        };
        let shallower = DEPTHS.iter().take_while(|&&step| step < depth).count();
        DEPTHS[..shallower].iter().rposition(|depth| !finds(depth)).map_or(0, |step| step as u32 + 1)
    }
}

fn temptation(position: &Position, moves: &[Scored]) -> u32 {
    let best = moves[0];
    let flips = |scored: &Scored| position.flips(scored.square).len();
    let flips_most = moves.iter().map(flips).max();
    let corner_tempts = moves[1..].iter().any(|scored| Bitboard::CORNERS.contains(scored.square));
    let beside_empty_corner = Bitboard::CORNERS
        .into_iter()
        .filter(|&corner| position.empty().contains(corner))
        .collect::<Bitboard>()
        .neighbours();
    let looks_better = [
        flips_most > Some(flips(&best)),
        corner_tempts && !Bitboard::CORNERS.contains(best.square),
        beside_empty_corner.contains(best.square),
    ];
    let loss = moves.get(1).map_or(u8::MAX, |second| best.score.abs_diff(second.score));
    5 * looks_better.into_iter().map(u32::from).sum::<u32>()
        + u32::from(7_u8.saturating_sub(loss).min(5))
        + moves.len().min(15) as u32
}

pub(super) struct DifficultyScale {
    sorted: Vec<u32>,
}

impl DifficultyScale {
    pub(super) fn of(points: impl Iterator<Item = u32>) -> DifficultyScale {
        let mut sorted: Vec<u32> = points.collect();
        sorted.sort_unstable();
        DifficultyScale { sorted }
    }

    /// The quintile of the median puzzle with this many points.
    pub(super) fn difficulty(&self, points: u32) -> u8 {
        let below = self.sorted.partition_point(|&other| other < points);
        let not_above = self.sorted.partition_point(|&other| other <= points);
        let fifth = 5 * (below + not_above) / (2 * self.sorted.len()).max(1);
        1 + fifth.min(4) as u8
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Color, Rules, Setup, discs};
    use outflank_study::puzzles::{self, Kind};

    use super::*;

    #[test]
    fn each_quintile_has_its_difficulty() {
        let scale = DifficultyScale::of(0..100);
        assert_eq!([0, 19, 20, 59, 60, 99].map(|points| scale.difficulty(points)), [1, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn equal_points_are_in_the_middle() {
        let scale = DifficultyScale::of([3; 50].into_iter());
        assert_eq!([1, 3, 9].map(|points| scale.difficulty(points)), [1, 3, 5]);
    }

    #[test]
    fn moves_that_half_or_all_missed_score_points() {
        let points = |missed| Missed::of(missed, 4).points();
        assert_eq!([0, 1, 2, 3, 4].map(points), [0, 0, 5, 5, 10]);
    }

    fn drawn() -> Position {
        let discs = discs! {
            . O X . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . O X . . .
            . . . X O . . .
            . . . . . . . .
            . . . . . . . .
            X O O O O O . .
        };
        Position::new(Rules::Standard, Setup::new(discs, Color::Black)).unwrap()
    }

    fn scored(scores: [(Square, i8); 6]) -> Vec<Scored> {
        scores.map(|(square, score)| Scored { square, score }).into()
    }

    #[test]
    fn tempting_alternatives_score_points() {
        use Square::{A1, C4, D3, E6, F5, G8};
        let position = drawn();
        let all: Bitboard = [A1, C4, D3, E6, F5, G8].into_iter().collect();
        assert_eq!(position.legal_moves(), all);
        let middle = scored([(D3, 10), (A1, 4), (G8, 2), (C4, 0), (E6, 0), (F5, 0)]);
        assert_eq!(temptation(&position, &middle), 5 + 5 + 1 + 6);
        let close = scored([(D3, 10), (A1, 6), (G8, 2), (C4, 0), (E6, 0), (F5, 0)]);
        assert_eq!(temptation(&position, &close), 5 + 5 + 3 + 6);
        let corner = scored([(A1, 10), (D3, 4), (G8, 2), (C4, 0), (E6, 0), (F5, 0)]);
        assert_eq!(temptation(&position, &corner), 5 + 1 + 6);
        let beside = scored([(G8, 10), (D3, 4), (A1, 2), (C4, 0), (E6, 0), (F5, 0)]);
        assert_eq!(temptation(&position, &beside), 5 + 5 + 1 + 6);
    }

    #[test]
    fn steps_are_counted_to_the_last_search_that_misses() {
        let meter = DifficultyMeter::new(&EngineWeights::load(None).unwrap());
        for puzzle in puzzles::all().iter().filter(|puzzle| puzzle.kind == Kind::Endgame).step_by(20) {
            let empties = puzzle.position.empty().len() as u8;
            let steps = meter.steps(&puzzle.position, puzzle.best().square, empties);
            let finds = |depth| {
                meter.engine.forget();
                engine::best(&engine::search(&meter.engine, &puzzle.position, depth)) == puzzle.best().square
            };
            let needed = DEPTHS[steps as usize..].iter().copied().filter(|&depth| depth < empties);
            assert!(needed.into_iter().all(finds), "{}", puzzle.id);
            assert!(steps == 0 || !finds(DEPTHS[steps as usize - 1]), "{}", puzzle.id);
            assert_eq!(meter.steps(&puzzle.position, puzzle.best().square, 1), 0);
        }
    }
}
