use std::time::{Duration, Instant};

use outflank_engine::training::Features;
use outflank_engine::{Engine, Score};
use outflank_rules::Board;

use super::problem::SolvedPosition;
use crate::engine::{self, EngineWeights};

/// The results depend on it.
const TABLE_MEBIBYTES: usize = 16;

pub(super) struct ProblemSearcher<'w> {
    engine: Engine,
    weights: &'w EngineWeights,
}

/// Sums over some problems. Losses and errors are in discs, errors are absolute.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SuiteScore {
    pub(super) positions: u32,
    /// Problems in which the chosen move was one of the best.
    pub(super) best: u32,
    pub(super) loss: u32,
    pub(super) error: f64,
    /// Moves that were scored, which only the evaluation does.
    pub(super) moves: usize,
    pub(super) error_of_moves: f64,
    pub(super) nodes: u64,
    /// Summed over all threads.
    pub(super) time: Duration,
}

impl<'w> ProblemSearcher<'w> {
    pub(super) fn new(weights: &'w EngineWeights) -> ProblemSearcher<'w> {
        ProblemSearcher { engine: weights.engine(TABLE_MEBIBYTES), weights }
    }

    pub(super) fn score(&self, problem: &SolvedPosition, depth: u8) -> SuiteScore {
        if depth == 0 {
            return self.score_evaluation(problem);
        }
        self.engine.forget();
        let analysis = engine::search(&self.engine, &engine::position(problem.board), depth);
        let chosen = problem.score(engine::best(&analysis));
        let score = SuiteScore { nodes: analysis.nodes, time: analysis.time, ..SuiteScore::default() };
        score.with_choice(problem.best(), chosen, analysis.lines[0].score)
    }

    /// Evaluates the position and the positions after its moves, without a search.
    fn score_evaluation(&self, problem: &SolvedPosition) -> SuiteScore {
        let started = Instant::now();
        let score = self.evaluate(problem.board);
        let moves: Vec<_> = problem
            .moves()
            .map(|(square, truth)| (-self.evaluate(problem.board.play_unchecked(square)), truth))
            .collect();
        let time = started.elapsed();
        // The last of equal moves: files list the best move first, which would flatter the evaluation.
        let chosen = moves.iter().max_by_key(|&&(score, _)| score).map_or(problem.best(), |&(_, truth)| truth);
        let result = SuiteScore {
            moves: moves.len(),
            error_of_moves: moves.iter().map(|&(score, truth)| error(score, truth)).sum(),
            nodes: 1 + moves.len() as u64,
            time,
            ..SuiteScore::default()
        };
        result.with_choice(problem.best(), chosen, score)
    }

    fn evaluate(&self, board: Board) -> Score {
        Score::from_units(self.weights.evaluation.score(&Features::of(board), board.empty().len()))
    }
}

fn error(score: Score, truth: i8) -> f64 {
    f64::from(score.discs() - f32::from(truth)).abs()
}

impl SuiteScore {
    /// Counts a problem in which a search chose a move that is worth `chosen`.
    fn with_choice(self, best: i8, chosen: i8, score: Score) -> SuiteScore {
        let loss = u32::from(best.abs_diff(chosen));
        SuiteScore { positions: 1, best: u32::from(loss == 0), loss, error: error(score, best), ..self }
    }

    pub(super) fn add(&mut self, other: &SuiteScore) {
        self.positions += other.positions;
        self.best += other.best;
        self.loss += other.loss;
        self.error += other.error;
        self.moves += other.moves;
        self.error_of_moves += other.error_of_moves;
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::tests::{FFO_20, problem};
    use super::*;

    #[test]
    fn a_search_to_the_end_is_exact() {
        let weights = EngineWeights::load(None).unwrap();
        let score = ProblemSearcher::new(&weights).score(&problem(FFO_20), 60);
        assert_eq!((score.best, score.loss, score.error), (1, 0, 0.0));
        let wrong = FFO_20.replace("H5:+6; G6:-2", "H5:+1; G6:+10");
        let score = ProblemSearcher::new(&weights).score(&problem(&wrong), 60);
        assert_eq!((score.best, score.loss, score.error), (0, 9, 4.0));
    }

    #[test]
    fn problems_are_independent() {
        let weights = EngineWeights::load(None).unwrap();
        let searcher = ProblemSearcher::new(&weights);
        let [first, second] =
            [(); 2].map(|()| SuiteScore { time: Duration::ZERO, ..searcher.score(&problem(FFO_20), 6) });
        assert_eq!(first, second);
    }
}
