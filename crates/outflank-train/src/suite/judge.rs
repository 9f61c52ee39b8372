//! What a search of a problem finds, and how right that is.

use std::time::{Duration, Instant};

use outflank_engine::training::Features;
use outflank_engine::{Engine, Score};
use outflank_rules::Board;

use super::problem::Problem;
use crate::engine::{self, Weights, look_ahead};

/// The size of the table is part of what is measured.
const TABLE_MEBIBYTES: usize = 16;

/// Searches problems, each as if it were the first.
pub(super) struct Judge<'w> {
    engine: Engine,
    weights: &'w Weights,
}

/// How right the engine is about one problem.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Judgement {
    /// By how many discs its move is worse than the best.
    loss: u8,
    /// By how many discs its score is off.
    error: f64,
    /// What the scores of all moves are off by, where they were asked for.
    moves: Errors,
    nodes: u64,
    time: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Errors {
    count: usize,
    /// In discs.
    sum: f64,
}

impl<'w> Judge<'w> {
    pub(super) fn new(weights: &'w Weights) -> Judge<'w> {
        Judge { engine: weights.engine(TABLE_MEBIBYTES), weights }
    }

    /// Looks so many plies ahead.
    pub(super) fn judge(&self, problem: &Problem, depth: u8) -> Judgement {
        if depth == 0 {
            return self.glance(problem);
        }
        self.engine.forget();
        let analysis = look_ahead(&self.engine, &engine::position(problem.board), depth);
        Judgement {
            loss: problem.best().abs_diff(problem.score(engine::best(&analysis))),
            error: off(analysis.lines[0].score, problem.best()),
            moves: Errors::default(),
            nodes: analysis.nodes,
            time: analysis.time,
        }
    }

    /// Asks the evaluation about the position, and about what each of its moves leads to.
    fn glance(&self, problem: &Problem) -> Judgement {
        let begun = Instant::now();
        let score = self.evaluate(problem.board);
        let moves: Vec<_> = problem
            .moves()
            .map(|(square, truth)| (-self.evaluate(problem.board.play_unchecked(square)), truth))
            .collect();
        let time = begun.elapsed();
        // Of equals the first of the file would flatter: files have the best move first.
        let first = moves.iter().max_by_key(|&&(score, _)| score).map_or(problem.best(), |&(_, truth)| truth);
        Judgement {
            loss: problem.best().abs_diff(first),
            error: off(score, problem.best()),
            moves: Errors { count: moves.len(), sum: moves.iter().map(|&(score, truth)| off(score, truth)).sum() },
            nodes: 1 + moves.len() as u64,
            time,
        }
    }

    fn evaluate(&self, board: Board) -> Score {
        Score::from_units(self.weights.evaluation.score(&Features::of(board), board.empty().len()))
    }
}

/// By how many discs a score misses the truth.
fn off(score: Score, truth: i8) -> f64 {
    f64::from(score.discs() - f32::from(truth)).abs()
}

/// The judgements of many problems.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) positions: u32,
    /// How often the move was the best, or one of them.
    best: u32,
    loss: u32,
    error: f64,
    moves: Errors,
    pub(super) nodes: u64,
    /// Of all searches one after the other.
    pub(super) time: Duration,
}

impl Tally {
    pub(super) fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.best += other.best;
        self.loss += other.loss;
        self.error += other.error;
        self.moves.count += other.moves.count;
        self.moves.sum += other.moves.sum;
        self.nodes += other.nodes;
        self.time += other.time;
    }

    /// How often the move found is one of the best, from 0 to 1.
    pub(super) fn best_rate(&self) -> f64 {
        f64::from(self.best) / f64::from(self.positions)
    }

    /// By how many discs the moves found are worse than the best.
    pub(super) fn mean_loss(&self) -> f64 {
        f64::from(self.loss) / f64::from(self.positions)
    }

    /// By how many discs the scores of the positions are off.
    pub(super) fn mean_error(&self) -> f64 {
        self.error / f64::from(self.positions)
    }

    /// By how many discs the scores of all moves are off, if they were asked for.
    pub(super) fn mean_error_of_moves(&self) -> Option<f64> {
        (self.moves.count > 0).then(|| self.moves.sum / self.moves.count as f64)
    }
}

impl FromIterator<Judgement> for Tally {
    fn from_iter<T: IntoIterator<Item = Judgement>>(judgements: T) -> Tally {
        judgements.into_iter().fold(Tally::default(), |mut tally, judgement| {
            let Judgement { loss, error, moves, nodes, time } = judgement;
            let (loss, best) = (u32::from(loss), u32::from(loss == 0));
            tally.add(&Tally { positions: 1, best, loss, error, moves, nodes, time });
            tally
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::tests::{FFO_20, problem};
    use super::*;

    #[test]
    fn a_search_to_the_end_is_right() {
        let weights = Weights::load(None).unwrap();
        let judgement = Judge::new(&weights).judge(&problem(FFO_20), 60);
        assert_eq!((judgement.loss, judgement.error), (0, 0.0));
        // The file says now that another move is the best, and four discs better.
        let wrong = FFO_20.replace("H5:+6; G6:-2", "H5:+1; G6:+10");
        let judgement = Judge::new(&weights).judge(&problem(&wrong), 60);
        assert_eq!((judgement.loss, judgement.error), (9, 4.0));
    }

    #[test]
    fn nothing_is_remembered_from_one_problem_to_the_next() {
        let weights = Weights::load(None).unwrap();
        let judge = Judge::new(&weights);
        let [first, second] = [(); 2].map(|()| Judgement { time: Duration::ZERO, ..judge.judge(&problem(FFO_20), 6) });
        assert_eq!(first, second);
    }

    #[test]
    fn means_are_over_all_positions() {
        let judgement = |loss, error| Judgement { loss, error, nodes: 10, ..Judgement::default() };
        let tally: Tally = [judgement(0, 1.0), judgement(6, 2.0)].into_iter().collect();
        assert_eq!((tally.best_rate(), tally.mean_loss(), tally.mean_error()), (0.5, 3.0, 1.5));
        assert_eq!((tally.nodes, tally.mean_error_of_moves()), (20, None));
        let moves = Errors { count: 4, sum: 10.0 };
        let tally: Tally = [Judgement { moves, ..judgement(0, 0.0) }].into_iter().collect();
        assert_eq!(tally.mean_error_of_moves(), Some(2.5));
    }
}
