use std::sync::Arc;

use outflank_engine::training::{Evaluation, Features, FullWidth};
use outflank_engine::{Engine, Score};
use outflank_rules::Board;

use super::score_log::DepthScores;
use crate::engine::{self, EngineWeights};

const TABLE_MEBIBYTES: usize = 16;

pub(super) struct DepthSearcher {
    evaluation: Arc<Evaluation>,
    full_width: FullWidth,
    solver: Engine,
    depth: u8,
    solve_from: u8,
}

impl DepthSearcher {
    pub(super) fn new(weights: &EngineWeights, depth: u8, solve_from: u8) -> DepthSearcher {
        let evaluation = Arc::clone(&weights.evaluation);
        let full_width = FullWidth::new(Arc::clone(&evaluation), TABLE_MEBIBYTES);
        DepthSearcher { evaluation, full_width, solver: weights.engine(TABLE_MEBIBYTES), depth, solve_from }
    }

    /// Searches to every depth short of the end, and solves the position if it is late enough.
    pub(super) fn search(&self, board: Board) -> DepthScores {
        let empties = board.empty().len() as u8;
        let scores = self.full_width.scores(board, self.depth.min(empties.saturating_sub(1)));
        let exact = (empties <= self.solve_from).then(|| {
            self.solver.forget();
            engine::solve(&self.solver, &engine::position(board)).lines[0].score
        });
        DepthScores { board, exact, scores }
    }

    /// Whether the scores could be those of this searcher, judged without a search.
    pub(super) fn may_have_made(&self, record: &DepthScores) -> bool {
        let empties = record.board.empty().len();
        let evaluated = Score::from_units(self.evaluation.score(&Features::of(record.board), empties));
        record.scores.first() == Some(&evaluated)
            && record.scores.len() == 1 + usize::from(self.depth).min((empties as usize).saturating_sub(1))
            && record.exact.is_some() == (empties <= u32::from(self.solve_from))
    }
}
