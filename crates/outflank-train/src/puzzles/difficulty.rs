//! How hard a puzzle is.
//!
//! Points are given for how far one must look, and for what tempts to another move:
//!
//! | what | points |
//! | --- | --- |
//! | Searches of 1, 2, 4, 6, 8, 10, 12 and 14 plies take the right move only from one of them on: for each of those before | 10 |
//! | None of the moves that flip most is right | 5 |
//! | A corner can be taken, and that is wrong | 5 |
//! | The right move stands beside an empty corner | 5 |
//! | Who had the position in a game missed the right move: half of them or more; all | 5; 10 |
//! | The second move costs 2 discs; each disc more takes one away | 5 |
//! | Each legal move, up to 15 | 1 |
//!
//! A search that reaches the end, or in an opening as deep as the one by which the puzzle was judged, is right by definition; so an endgame
//! with 6 empty squares has no more than 30 points for its depth.
//!
//! The difficulty, from 1 to 5, says in which fifth of all positions of its kind that would have made a puzzle it falls by its points
//! ([`Scale`]). Those with equal points have the same.

use outflank_engine::Engine;
use outflank_rules::{Bitboard, Position, Square};
use outflank_study::puzzles::Scored;

use super::found::CORNERS;
use crate::engine::{self, Weights, look_ahead};

/// How deep one looks, step by step.
const DEPTHS: [u8; 8] = [1, 2, 4, 6, 8, 10, 12, 14];

/// The table is emptied before each search, so that none knows more than it looked at.
const TABLE_MEBIBYTES: usize = 1;

/// What those who had a position made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missed {
    missed: u32,
    games: u32,
}

impl Missed {
    pub(super) const NEVER: Missed = Missed { missed: 0, games: 1 };
    pub(super) const ALWAYS: Missed = Missed { missed: 1, games: 1 };

    /// So many of the games missed the right move.
    pub(super) fn of(missed: u32, games: u32) -> Missed {
        Missed { missed, games }
    }

    fn points(self) -> u32 {
        5 * (u32::from(2 * self.missed >= self.games) + u32::from(self.missed == self.games))
    }
}

/// Finds out how hard positions are.
pub(super) struct Examiner {
    engine: Engine,
}

impl Examiner {
    pub(super) fn new(weights: &Weights) -> Examiner {
        Examiner { engine: weights.engine(TABLE_MEBIBYTES) }
    }

    /// The points of a position whose moves were scored by a search of this depth.
    pub(super) fn points(&self, position: &Position, moves: &[Scored], depth: u8, missed: Missed) -> u32 {
        10 * self.steps(position, moves[0].square, depth) + temptation(position, moves) + missed.points()
    }

    /// How many of the depths are passed before the right move is found and kept.
    fn steps(&self, position: &Position, best: Square, depth: u8) -> u32 {
        let finds = |&depth: &u8| {
            self.engine.forget();
            engine::best(&look_ahead(&self.engine, position, depth)) == best
        };
        let shallower = DEPTHS.iter().take_while(|&&step| step < depth).count();
        // The deepest that does not find it decides.
        DEPTHS[..shallower].iter().rposition(|depth| !finds(depth)).map_or(0, |step| step as u32 + 1)
    }
}

/// What tempts to another move than the first.
fn temptation(position: &Position, moves: &[Scored]) -> u32 {
    let best = moves[0];
    let flips = |scored: &Scored| position.flips(scored.square).len();
    let flips_most = moves.iter().map(flips).max();
    let corner_tempts = moves[1..].iter().any(|scored| CORNERS.contains(scored.square));
    let beside_empty_corner =
        CORNERS.into_iter().filter(|&corner| position.empty().contains(corner)).collect::<Bitboard>().neighbours();
    let looks_better = [
        flips_most > Some(flips(&best)),
        corner_tempts && !CORNERS.contains(best.square),
        beside_empty_corner.contains(best.square),
    ];
    let loss = moves.get(1).map_or(u8::MAX, |second| best.score.abs_diff(second.score));
    5 * looks_better.into_iter().map(u32::from).sum::<u32>()
        + u32::from(7_u8.saturating_sub(loss).min(5))
        + moves.len().min(15) as u32
}

/// The points of all positions of a kind.
pub(super) struct Scale {
    sorted: Vec<u32>,
}

impl Scale {
    pub(super) fn of(points: impl Iterator<Item = u32>) -> Scale {
        let mut sorted: Vec<u32> = points.collect();
        sorted.sort_unstable();
        Scale { sorted }
    }

    /// The difficulty of a position with so many points: the fifth in which the middle of those with as many points lies.
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
    fn each_fifth_has_its_difficulty() {
        let scale = Scale::of(0..100);
        assert_eq!([0, 19, 20, 59, 60, 99].map(|points| scale.difficulty(points)), [1, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn who_is_like_most_is_in_the_middle() {
        let scale = Scale::of([3; 50].into_iter());
        assert_eq!([1, 3, 9].map(|points| scale.difficulty(points)), [1, 3, 5]);
    }

    #[test]
    fn what_half_or_all_missed_has_points() {
        let points = |missed| Missed::of(missed, 4).points();
        assert_eq!([0, 1, 2, 3, 4].map(points), [0, 0, 5, 5, 10]);
    }

    /// Black may take the corner a1, which flips one disc, or play in the middle; g8 flips five and stands beside h8.
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

    /// Its moves with these scores, as they come from a search.
    fn scored(scores: [(Square, i8); 6]) -> Vec<Scored> {
        scores.map(|(square, score)| Scored { square, score }).into()
    }

    #[test]
    fn what_looks_better_tempts() {
        use Square::{A1, C4, D3, E6, F5, G8};
        let position = drawn();
        let all: Bitboard = [A1, C4, D3, E6, F5, G8].into_iter().collect();
        assert_eq!(position.legal_moves(), all);
        // Others flip more, and there is a corner; six moves.
        let middle = scored([(D3, 10), (A1, 4), (G8, 2), (C4, 0), (E6, 0), (F5, 0)]);
        assert_eq!(temptation(&position, &middle), 5 + 5 + 1 + 6);
        // The second is closer.
        let close = scored([(D3, 10), (A1, 6), (G8, 2), (C4, 0), (E6, 0), (F5, 0)]);
        assert_eq!(temptation(&position, &close), 5 + 5 + 3 + 6);
        // Others flip more, but the corner is right.
        let corner = scored([(A1, 10), (D3, 4), (G8, 2), (C4, 0), (E6, 0), (F5, 0)]);
        assert_eq!(temptation(&position, &corner), 5 + 1 + 6);
        // There is a corner, and the right move stands beside another.
        let beside = scored([(G8, 10), (D3, 4), (A1, 2), (C4, 0), (E6, 0), (F5, 0)]);
        assert_eq!(temptation(&position, &beside), 5 + 5 + 1 + 6);
    }

    #[test]
    fn the_last_search_that_misses_it_says_how_deep_one_must_look() {
        let examiner = Examiner::new(&Weights::load(None).unwrap());
        for puzzle in puzzles::all().iter().filter(|puzzle| puzzle.kind == Kind::Endgame).step_by(20) {
            let empties = puzzle.position.empty().len() as u8;
            let steps = examiner.steps(&puzzle.position, puzzle.best().square, empties);
            let finds = |depth| {
                examiner.engine.forget();
                engine::best(&look_ahead(&examiner.engine, &puzzle.position, depth)) == puzzle.best().square
            };
            let needed = DEPTHS[steps as usize..].iter().copied().filter(|&depth| depth < empties);
            assert!(needed.into_iter().all(finds), "{}", puzzle.id);
            assert!(steps == 0 || !finds(DEPTHS[steps as usize - 1]), "{}", puzzle.id);
            // A search that solves is not asked.
            assert_eq!(examiner.steps(&puzzle.position, puzzle.best().square, 1), 0);
        }
    }
}
