use std::sync::Arc;

use outflank_rules::Board;

use super::node::Node;
use super::shared::Shared;
use super::worker::Worker;
use crate::Score;
use crate::eval::Evaluation;
use crate::memory::Memory;
use crate::simd::{self, Job, Kernels};
use crate::tt::{MAX_SCORE, MIN_SCORE};

/// A single-threaded search without selective pruning.
pub struct FullWidth {
    memory: Memory,
}

/// Half-width of the aspiration window around the previous depth's score, in units.
const WIDTH: i32 = 3 * Score::UNITS_PER_DISC;

impl FullWidth {
    /// Uses these weights and a table of `table_mebibytes`.
    pub fn new(evaluation: Arc<Evaluation>, table_mebibytes: usize) -> FullWidth {
        FullWidth { memory: Memory::with_evaluation(table_mebibytes, evaluation) }
    }

    /// Scores for the side to move at depths 0 to `deepest`, or to the end of the game. Each call starts with an empty table.
    ///
    /// Every ply fills a square, so a board occurs at only one distance from the root, and table scores have exactly the requested depth.
    pub fn scores(&self, board: Board, deepest: u8) -> Vec<Score> {
        self.memory.forget();
        simd::dispatch(Iterations { memory: &self.memory, board, deepest })
    }
}

struct Iterations<'m> {
    memory: &'m Memory,
    board: Board,
    deepest: u8,
}

impl Job for Iterations<'_> {
    type Output = Vec<Score>;

    fn run<K: Kernels>(self, kernels: K) -> Vec<Score> {
        let shared = Shared::new(Arc::clone(self.memory.table()));
        let mut worker = Worker::new(kernels, &shared, self.memory);
        let node = Node::of(self.board);
        let mut scores = Vec::<Score>::new();
        for depth in 0..=self.deepest.min(node.empties) {
            let guess = scores.last().map_or(0, |score| score.units());
            scores.push(Score::from_units(worker.full_width(&node, guess, depth)));
        }
        self.memory.return_cache(worker.solver.into_cache());
        scores
    }
}

impl<K: Kernels> Worker<'_, K> {
    fn full_width(&mut self, node: &Node, guess: i32, depth: u8) -> i32 {
        let mut pv = Vec::new();
        let (alpha, beta) = (guess - WIDTH, guess + WIDTH);
        match self.pvs(node, alpha, beta, depth, &mut pv) {
            score if alpha < score && score < beta => score,
            // Full-width bounds never contradict each other, so one side can stay closed.
            score if score <= alpha => self.pvs(node, MIN_SCORE - 1, score + 1, depth, &mut pv),
            score => self.pvs(node, score - 1, MAX_SCORE + 1, depth, &mut pv),
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Square;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::simd::Portable;

    fn minimax(node: &Node, depth: u8, evaluation: &Evaluation) -> i32 {
        let moves = node.moves(Portable);
        if depth == 0 {
            return node.evaluate(Portable, evaluation);
        }
        if moves.is_empty() {
            return match node.opponent_moves(Portable).is_empty() {
                true => node.final_score(),
                false => -minimax(&node.passed(), depth, evaluation),
            };
        }
        let after =
            |square: Square| -minimax(&node.played(square, node.flips(Portable, square)), depth - 1, evaluation);
        moves.into_iter().map(after).max().unwrap()
    }

    /// The board after these random moves. Passes are inserted, and the game may be over.
    fn board(choices: &[Index]) -> Board {
        choices.iter().fold(Board::START, |board, choice| {
            let board = if board.moves().is_empty() { board.pass() } else { board };
            let squares: Vec<Square> = board.moves().into_iter().collect();
            if squares.is_empty() { board } else { board.play_unchecked(*choice.get(&squares)) }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Early in the game: later, stability cutoffs correct what the evaluation overrates.
        #[test]
        fn scores_agree_with_minimax(choices in prop::collection::vec(any::<Index>(), 0..=20)) {
            let full_width = FullWidth::new(Evaluation::embedded(), 1);
            let board = board(&choices);
            let scores = full_width.scores(board, 5);
            prop_assert_eq!(scores.len(), 6);
            for (depth, score) in (0..).zip(scores) {
                let expected = minimax(&Node::of(board), depth, &Evaluation::embedded());
                prop_assert_eq!(score.units(), expected, "depth {}", depth);
            }
        }

        #[test]
        fn the_last_score_is_perfect_play(choices in prop::collection::vec(any::<Index>(), 55..=60)) {
            let full_width = FullWidth::new(Evaluation::embedded(), 1);
            let node = Node::of(board(&choices));
            let scores = full_width.scores(node.board, 60);
            prop_assert_eq!(scores.len(), usize::from(node.empties) + 1);
            let expected = minimax(&node, node.empties, &Evaluation::embedded());
            prop_assert_eq!(scores.last().unwrap().units(), expected);
        }
    }
}
