//! Searches that cut off nothing unseen: what ProbCut is fitted to.

use std::sync::Arc;

use outflank_rules::Board;

use super::node::Node;
use super::principal::Variation;
use super::share::Shared;
use super::worker::Worker;
use crate::Score;
use crate::eval::Evaluation;
use crate::memory::Memory;
use crate::tt::{GREATEST, LEAST};

/// A search of full width, on one thread.
pub struct FullWidth {
    memory: Memory,
}

/// How far the score of a depth is expected to be from the one before, in steps.
const WIDTH: i32 = 3 * Score::STEPS;

impl FullWidth {
    /// One that judges by these weights, with a table of so many mebibytes.
    pub fn new(evaluation: Arc<Evaluation>, table_mebibytes: usize) -> FullWidth {
        FullWidth { memory: Memory::new(table_mebibytes, evaluation) }
    }

    /// The scores for the side to move of searches of 0, 1, 2 and up to `deepest` plies; where there are no more empty
    /// squares than that, the last is the score of perfect play. They depend on nothing that was searched before.
    ///
    /// A board is met at one distance from the root only, since every ply fills a square: so a score of the table always
    /// has just the depth that is asked for, and none is better than its depth.
    pub fn scores(&self, board: Board, deepest: u8) -> Vec<Score> {
        self.memory.forget();
        let shared = Shared::new(Arc::clone(&self.memory.table));
        let mut worker = Worker::new(&shared, &self.memory.evaluation, self.memory.lend_solver());
        let node = Node::of(board);
        let mut scores = Vec::<Score>::new();
        for depth in 0..=deepest.min(node.empties) {
            let guess = scores.last().map_or(0, |score| score.steps());
            scores.push(Score::from_steps(worker.full_width(&node, guess, depth)));
        }
        self.memory.take_back(worker.solver);
        scores
    }
}

impl Worker<'_> {
    /// The score of a search of `depth` plies, which is sought near `guess` first.
    fn full_width(&mut self, node: &Node, guess: i32, depth: u8) -> i32 {
        let mut line = Variation::new();
        let (alpha, beta) = (guess - WIDTH, guess + WIDTH);
        match self.principal(node, alpha, beta, depth, &mut line) {
            score if alpha < score && score < beta => score,
            // Nothing contradicts a bound here, so that one side can stay closed.
            score if score <= alpha => self.principal(node, LEAST - 1, score + 1, depth, &mut line),
            score => self.principal(node, score - 1, GREATEST + 1, depth, &mut line),
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Square;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;

    /// Minimax as it is defined.
    fn minimax(node: &Node, depth: u8, evaluation: &Evaluation) -> i32 {
        let moves = node.moves();
        if depth == 0 {
            return node.evaluate(evaluation);
        }
        if moves.is_empty() {
            return match node.opponent_moves().is_empty() {
                true => node.final_score(),
                false => -minimax(&node.passed(), depth, evaluation),
            };
        }
        let after = |square: Square| -minimax(&node.played(square, node.flips(square)), depth - 1, evaluation);
        moves.into_iter().map(after).max().unwrap()
    }

    /// The board after random moves; passes are not counted, and it may be over.
    fn board(choices: &[Index]) -> Board {
        choices.iter().fold(Board::START, |board, choice| {
            let board = if board.moves().is_empty() { board.pass() } else { board };
            let squares: Vec<Square> = board.moves().into_iter().collect();
            if squares.is_empty() { board } else { board.play_unchecked(*choice.get(&squares)) }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Early in the game: later on, stable discs cut off what the evaluation thinks too well of.
        #[test]
        fn scores_are_those_of_minimax(choices in prop::collection::vec(any::<Index>(), 0..=20)) {
            let full_width = FullWidth::new(Arc::clone(Evaluation::embedded()), 1);
            let board = board(&choices);
            let scores = full_width.scores(board, 5);
            prop_assert_eq!(scores.len(), 6);
            for (depth, score) in (0..).zip(scores) {
                let expected = minimax(&Node::of(board), depth, Evaluation::embedded());
                prop_assert_eq!(score.steps(), expected, "depth {}", depth);
            }
        }

        #[test]
        fn the_last_score_is_that_of_perfect_play(choices in prop::collection::vec(any::<Index>(), 55..=60)) {
            let full_width = FullWidth::new(Arc::clone(Evaluation::embedded()), 1);
            let node = Node::of(board(&choices));
            let scores = full_width.scores(node.board, 60);
            prop_assert_eq!(scores.len(), usize::from(node.empties) + 1);
            let expected = minimax(&node, node.empties, Evaluation::embedded());
            prop_assert_eq!(scores.last().unwrap().steps(), expected);
        }
    }
}
