use std::vec;

use outflank_engine::{Analysis, Engine};
use outflank_rules::{Bitboard, Color, Move, Position, Rules, Square, Status};

use super::starts::Start;
use crate::engine::{EngineWeights, best, search, solve};
use crate::random::Random;
use crate::records::ScoredMove;

const OPENING_ENGINE_PERCENT: u32 = 10;
/// Percentage of random moves after the opening, in searched and in solved positions.
const RANDOM_MOVE_PERCENT: u32 = 4;
const RANDOM_WHEN_SOLVED_PERCENT: u32 = 25;

/// Cleared before every game, so a larger table would be slower.
const TABLE_MEBIBYTES: usize = 8;

pub(super) struct SelfPlayer {
    engine: Engine,
    depth: u8,
    solve_from: u8,
}

impl SelfPlayer {
    pub(super) fn new(weights: &EngineWeights, depth: u8, solve_from: u8) -> SelfPlayer {
        SelfPlayer { engine: weights.engine(TABLE_MEBIBYTES), depth, solve_from }
    }

    /// Plays a game, which depends on the start and the random numbers alone.
    ///
    /// - The opening is the line of the start and some mostly random moves. Its positions have no score.
    /// - Then both sides play the best move found, or a random one. The solved value of the game replaces the search scores
    ///   back to the last random move.
    /// - The rest is solved, and solved again after each random move: every position has its exact score.
    pub(super) fn play(&self, start: Start<'_>, mut random: Random) -> Vec<ScoredMove> {
        self.engine.forget();
        let mut game = GameInProgress::new();

        start.line.iter().for_each(|&square| game.place(square, None));
        for _ in 0..start.random {
            let squares = game.squares();
            if squares.is_empty() {
                break;
            }
            let square = match random.percent(OPENING_ENGINE_PERCENT) {
                true => best(&self.search(&game.position)),
                false => random.one_of(squares),
            };
            game.place(square, None);
        }

        let mut faultless_from = game.moves.len();
        while !game.squares().is_empty() && game.empties() > self.solve_from {
            let analysis = self.search(&game.position);
            let best = best(&analysis);
            let square = best_or_random(best, RANDOM_MOVE_PERCENT, game.squares(), &mut random);
            game.place(square, Some(for_black(discs(&analysis), game.position.turn())));
            if square != best {
                faultless_from = game.moves.len();
            }
        }

        let mut solution = self.solve(&game.position);
        game.moves[faultless_from..].iter_mut().for_each(|turn| turn.black = Some(solution.black));
        while !game.squares().is_empty() {
            let best = solution.line.next().expect("the line of a solution goes to the end");
            let square = best_or_random(best, RANDOM_WHEN_SOLVED_PERCENT, game.squares(), &mut random);
            game.place(square, Some(solution.black));
            if square != best {
                solution = self.solve(&game.position);
            }
        }
        game.moves.iter().map(PlayedMove::for_mover).collect()
    }

    fn search(&self, position: &Position) -> Analysis {
        search(&self.engine, position, self.depth)
    }

    fn solve(&self, position: &Position) -> Solution {
        if let Status::Over(outcome) = position.status() {
            return Solution { black: outcome.margin(Color::Black), line: Vec::new().into_iter() };
        }
        let analysis = solve(&self.engine, position);
        let line: Vec<Square> = analysis.lines[0].pv.iter().filter_map(|mv| mv.square()).collect();
        Solution { black: for_black(discs(&analysis), position.turn()), line: line.into_iter() }
    }
}

struct Solution {
    /// In discs for Black.
    black: i8,
    line: vec::IntoIter<Square>,
}

fn best_or_random(best: Square, percent: u32, squares: Bitboard, random: &mut Random) -> Square {
    if random.percent(percent) { random.one_of(squares) } else { best }
}

fn discs(analysis: &Analysis) -> i8 {
    analysis.lines[0].score.discs().round() as i8
}

fn for_black(score: i8, color: Color) -> i8 {
    match color {
        Color::Black => score,
        Color::White => -score,
    }
}

struct GameInProgress {
    position: Position,
    moves: Vec<PlayedMove>,
}

struct PlayedMove {
    color: Color,
    square: Square,
    /// Score of the position before the move, in discs for Black.
    black: Option<i8>,
}

impl PlayedMove {
    fn for_mover(&self) -> ScoredMove {
        ScoredMove { square: self.square, score: self.black.map(|black| for_black(black, self.color)) }
    }
}

impl GameInProgress {
    fn new() -> GameInProgress {
        GameInProgress { position: Position::initial(Rules::Standard), moves: Vec::new() }
    }

    fn squares(&self) -> Bitboard {
        self.position.legal_moves()
    }

    fn empties(&self) -> u8 {
        self.position.empty().len() as u8
    }

    fn place(&mut self, square: Square, black: Option<i8>) {
        self.moves.push(PlayedMove { color: self.position.turn(), square, black });
        self.play(Move::Place(square));
        if self.position.status() == Status::MustPass {
            self.play(Move::Pass);
        }
    }

    fn play(&mut self, mv: Move) {
        self.position = self.position.play(mv).expect("both sides play legal moves");
    }
}

#[cfg(test)]
mod tests;
