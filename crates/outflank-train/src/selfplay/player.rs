//! One game of the engine against itself, and what its positions are worth.

use std::vec;

use outflank_engine::{Analysis, Engine};
use outflank_rules::{Bitboard, Color, Move, Position, Rules, Square, Status};

use super::starts::Start;
use crate::engine::{Weights, best, look_ahead, solve};
use crate::games::Turn;
use crate::random::Random;

/// How many in a hundred random moves of the opening are the engine's after all.
const SENSIBLE: u32 = 10;
/// How many in a hundred moves are drawn by lot after the opening: where positions are only searched, and where they are
/// solved.
const SLIPS: u32 = 4;
const SLIPS_WHEN_SOLVED: u32 = 25;

/// It is emptied before every game, so a large one would cost more than it gives.
const TABLE_MEBIBYTES: usize = 8;

pub(super) struct Player {
    engine: Engine,
    /// How many plies to look ahead.
    depth: u8,
    /// From how many empty squares on to solve.
    solve_from: u8,
}

impl Player {
    pub(super) fn new(weights: &Weights, depth: u8, solve_from: u8) -> Player {
        Player { engine: weights.engine(TABLE_MEBIBYTES), depth, solve_from }
    }

    /// Plays a game. It depends on the start and the random numbers alone, not on what was played before.
    ///
    /// - The opening is the line of the start and some moves that are mostly random. Its positions have no score.
    /// - Then both sides play what they find best, or slip. When the game is solved, its value is carried back as far as
    ///   neither side has slipped; a position before that, or in which a side slips, has the score that was found.
    /// - The rest is solved, and again after each slip: every position has its exact score.
    pub(super) fn play(&self, start: Start<'_>, mut random: Random) -> Vec<Turn> {
        self.engine.forget();
        let mut course = Course::new();

        start.line.iter().for_each(|&square| course.place(square, None));
        for _ in 0..start.random {
            let squares = course.squares();
            if squares.is_empty() {
                break;
            }
            let square = match random.percent(SENSIBLE) {
                true => best(&self.look_ahead(&course.position)),
                false => random.one_of(squares),
            };
            course.place(square, None);
        }

        let mut faultless_from = course.turns.len();
        while !course.squares().is_empty() && course.empties() > self.solve_from {
            let analysis = self.look_ahead(&course.position);
            let best = best(&analysis);
            let square = best_or_slip(best, SLIPS, course.squares(), &mut random);
            course.place(square, Some(for_black(discs(&analysis), course.position.turn())));
            if square != best {
                faultless_from = course.turns.len();
            }
        }

        let mut solution = self.solve(&course.position);
        course.turns[faultless_from..].iter_mut().for_each(|turn| turn.black = Some(solution.black));
        while !course.squares().is_empty() {
            let best = solution.line.next().expect("the line of a solution goes to the end");
            let square = best_or_slip(best, SLIPS_WHEN_SOLVED, course.squares(), &mut random);
            course.place(square, Some(solution.black));
            if square != best {
                solution = self.solve(&course.position);
            }
        }
        course.turns.iter().map(CourseTurn::seen_by_mover).collect()
    }

    fn look_ahead(&self, position: &Position) -> Analysis {
        look_ahead(&self.engine, position, self.depth)
    }

    /// What a position is worth when both sides play perfectly, and how they do. It may be the end.
    fn solve(&self, position: &Position) -> Solution {
        if let Status::Over(outcome) = position.status() {
            return Solution { black: outcome.margin(Color::Black), line: Vec::new().into_iter() };
        }
        let analysis = solve(&self.engine, position);
        let line: Vec<Square> = analysis.lines[0].pv.iter().filter_map(|mv| mv.square()).collect();
        Solution { black: for_black(discs(&analysis), position.turn()), line: line.into_iter() }
    }
}

/// What a position is worth, and the placements that show it.
struct Solution {
    /// In discs for Black.
    black: i8,
    line: vec::IntoIter<Square>,
}

/// The best move, or so many times in a hundred any move.
fn best_or_slip(best: Square, slips: u32, squares: Bitboard, random: &mut Random) -> Square {
    if random.percent(slips) { random.one_of(squares) } else { best }
}

/// The score of the best line in whole discs.
fn discs(analysis: &Analysis) -> i8 {
    analysis.lines[0].score.discs().round() as i8
}

/// The score of `color` as Black sees it, or the other way round.
fn for_black(score: i8, color: Color) -> i8 {
    match color {
        Color::Black => score,
        Color::White => -score,
    }
}

/// A game under way.
struct Course {
    /// One in which a disc can be placed, unless the game is over: passes are made at once.
    position: Position,
    turns: Vec<CourseTurn>,
}

/// A placement, and what the position before it is worth to Black.
struct CourseTurn {
    color: Color,
    square: Square,
    black: Option<i8>,
}

impl CourseTurn {
    fn seen_by_mover(&self) -> Turn {
        Turn { square: self.square, score: self.black.map(|black| for_black(black, self.color)) }
    }
}

impl Course {
    fn new() -> Course {
        Course { position: Position::initial(Rules::Standard), turns: Vec::new() }
    }

    /// Where a disc can be placed: nowhere once the game is over.
    fn squares(&self) -> Bitboard {
        self.position.legal_moves()
    }

    fn empties(&self) -> u8 {
        self.position.empty().len() as u8
    }

    fn place(&mut self, square: Square, black: Option<i8>) {
        self.turns.push(CourseTurn { color: self.position.turn(), square, black });
        self.play(Move::Place(square));
        if self.position.status() == Status::MustPass {
            self.play(Move::Pass);
        }
    }

    fn play(&mut self, mv: Move) {
        self.position = self.position.play(mv).expect("both sides play by the rules");
    }
}

#[cfg(test)]
mod tests;
