//! One game of the engine against itself, and what its positions are worth.

use std::ops::RangeInclusive;
use std::vec;

use outflank_engine::{Analysis, Engine, Limits, Options};
use outflank_rules::{Bitboard, Choices, Color, Move, Position, Rules, Square};

use super::random::Random;
use crate::games::Turn;

/// An opening has so many placements: the smaller of two numbers drawn from here, since the positions that a short one
/// leads to are worth more games.
const OPENING: RangeInclusive<u32> = 6..=26;
/// How many in a hundred moves of the opening are the engine's.
const SENSIBLE: u32 = 10;
/// How many in a hundred moves are drawn by lot after the opening: where positions are only searched, and where they are
/// solved.
const SLIPS: u32 = 4;
const SLIPS_WHEN_SOLVED: u32 = 25;

pub(super) struct Player {
    engine: Engine,
    /// How many plies to look ahead.
    depth: u8,
    /// From how many empty squares on to solve.
    solve_from: u8,
}

impl Player {
    pub(super) fn new(depth: u8, solve_from: u8) -> Player {
        let engine = Engine::new(Options { threads: 1, table_mebibytes: 8 });
        Player { engine, depth, solve_from }
    }

    /// Plays a game. It depends on the random numbers alone, not on what was played before.
    ///
    /// - The opening is mostly random, and its positions have no score.
    /// - Then both sides play what they find best, or slip. When the game is solved, its value is carried back as far as
    ///   neither side has slipped; a position before that, or in which a side slips, has the score that was found.
    /// - The rest is solved, and again after each slip: every position has its exact score.
    pub(super) fn play(&self, mut random: Random) -> Vec<Turn> {
        self.engine.forget();
        let mut course = Course::new();

        let [one, other] = [(); 2].map(|()| random.below(OPENING.end() - OPENING.start() + 1));
        for _ in 0..OPENING.start() + one.min(other) {
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
        self.engine.analyze(*position, Limits { depth: Some(self.depth), ..Limits::default() })
    }

    /// What a position is worth when both sides play perfectly, and how they do. It may be the end.
    fn solve(&self, position: &Position) -> Solution {
        if let Choices::Over(outcome) = position.choices() {
            return Solution { black: outcome.margin(Color::Black), line: Vec::new().into_iter() };
        }
        let depth = Some(position.empty().len() as u8);
        let analysis = self.engine.analyze(*position, Limits { depth, ..Limits::default() });
        debug_assert!(analysis.exact, "a search with as much depth as there are empty squares solves");
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

/// The best move of a position in which a disc can be placed.
fn best(analysis: &Analysis) -> Square {
    analysis.lines[0].pv[0].square().expect("a disc can be placed")
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
        Course { position: Position::initial(Rules::STANDARD), turns: Vec::new() }
    }

    /// Where a disc can be placed: nowhere once the game is over.
    fn squares(&self) -> Bitboard {
        self.position.choices().squares()
    }

    fn empties(&self) -> u8 {
        self.position.empty().len() as u8
    }

    fn place(&mut self, square: Square, black: Option<i8>) {
        self.turns.push(CourseTurn { color: self.position.turn(), square, black });
        self.play(Move::Place(square));
        if self.position.choices() == Choices::MustPass {
            self.play(Move::Pass);
        }
    }

    fn play(&mut self, mv: Move) {
        self.position = self.position.play(mv).expect("both sides play by the rules");
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Setup;

    use super::*;
    use crate::replay::{Replay, Seen};

    const DEPTH: u8 = 1;
    const SOLVE_FROM: u8 = 10;

    /// Some games, and the boards of each.
    fn games() -> impl Iterator<Item = (Vec<Turn>, Replay)> {
        let player = Player::new(DEPTH, SOLVE_FROM);
        (0..40).map(move |game| {
            let turns = player.play(Random::of_game(7, game));
            let replay = Replay::new(turns.iter().map(|turn| turn.square)).unwrap();
            (turns, replay)
        })
    }

    /// What an engine that knows nothing yet finds.
    fn searched(Seen { board, turn }: Seen, depth: u8) -> i8 {
        let position = Position::new(Rules::STANDARD, Setup::new(board.discs(turn), turn)).unwrap();
        let engine = Engine::new(Options { threads: 1, table_mebibytes: 1 });
        discs(&engine.analyze(position, Limits { depth: Some(depth), ..Limits::default() }))
    }

    fn empties(seen: Seen) -> u8 {
        seen.board.empty().len() as u8
    }

    #[test]
    fn late_positions_have_exact_scores() {
        for (turns, replay) in games() {
            for (turn, &seen) in turns.iter().zip(&replay.before).filter(|&(_, &seen)| empties(seen) <= SOLVE_FROM) {
                assert_eq!(turn.score, Some(searched(seen, empties(seen))), "{:?}", seen.board);
            }
        }
    }

    #[test]
    fn scores_of_the_last_placement_are_what_the_mover_gets() {
        let mut margins = Vec::new();
        for (turns, replay) in games() {
            assert!(replay.after.is_over());
            // Who fills the last square has no choice; the board after that is seen by the opponent.
            let (last, before) = (turns.last().unwrap(), replay.before.last().unwrap());
            if before.board.empty().len() == 1 {
                assert_eq!(last.score, Some(-replay.after.final_margin()));
                margins.push((before.turn, last.score.unwrap().signum()));
            }
        }
        for case in [(Color::Black, 1), (Color::Black, -1), (Color::White, 1), (Color::White, -1)] {
            assert!(margins.contains(&case), "no game for {case:?}");
        }
    }

    #[test]
    fn openings_have_no_scores_and_all_that_follows_has() {
        for (turns, _) in games() {
            let opening = turns.iter().take_while(|turn| turn.score.is_none()).count();
            assert!(OPENING.contains(&(opening as u32)));
            assert!(turns[opening..].iter().all(|turn| turn.score.is_some()));
        }
    }

    /// Backwards from where the game is solved: first its value, then, from a slip on, what the search found.
    #[test]
    fn the_value_is_carried_back_to_the_last_slip() {
        let (mut carried, mut found) = (0, 0);
        for (turns, replay) in games() {
            let scored = turns.iter().zip(&replay.before).filter(|(turn, _)| turn.score.is_some());
            let (early, late): (Vec<_>, Vec<_>) = scored.partition(|&(_, &seen)| empties(seen) > SOLVE_FROM);
            let Some(&(solved, seen)) = late.first() else { continue };
            let value = for_black(solved.score.unwrap(), seen.turn);
            let is_carried = |&&(turn, seen): &&(&Turn, &Seen)| turn.score == Some(for_black(value, seen.turn));
            let unslipped = early.iter().rev().take_while(is_carried).count();
            carried += unslipped;
            for &(turn, &seen) in early.iter().rev().skip(unslipped) {
                found += 1;
                assert_eq!(turn.score, Some(searched(seen, DEPTH)), "{:?}", seen.board);
            }
        }
        assert!(carried > 100 && found > 100, "{carried} and {found}");
    }
}
