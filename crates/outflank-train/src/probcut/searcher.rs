//! The searches that are compared.

use std::sync::Arc;

use outflank_engine::training::{Evaluation, Features, FullWidth};
use outflank_engine::{Engine, Score};
use outflank_rules::Board;

use super::record::Record;
use crate::engine::{self, Weights};

const TABLE_MEBIBYTES: usize = 16;

pub(super) struct Searcher {
    evaluation: Arc<Evaluation>,
    full_width: FullWidth,
    solver: Engine,
    depth: u8,
    solve_from: u8,
}

impl Searcher {
    pub(super) fn new(weights: &Weights, depth: u8, solve_from: u8) -> Searcher {
        let evaluation = Arc::clone(&weights.evaluation);
        let full_width = FullWidth::new(Arc::clone(&evaluation), TABLE_MEBIBYTES);
        Searcher { evaluation, full_width, solver: weights.engine(TABLE_MEBIBYTES), depth, solve_from }
    }

    /// Searches a position to every depth, short of its end, and solves it if it is late enough.
    pub(super) fn search(&self, board: Board) -> Record {
        let empties = board.empty().len() as u8;
        let scores = self.full_width.scores(board, self.depth.min(empties.saturating_sub(1)));
        let exact = (empties <= self.solve_from).then(|| {
            self.solver.forget();
            engine::solve(&self.solver, &engine::position(board)).lines[0].score
        });
        Record { board, exact, scores }
    }

    /// Whether a record may come from such a search: as far as that can be told without a search.
    pub(super) fn may_have_made(&self, record: &Record) -> bool {
        let empties = record.board.empty().len();
        let evaluated = Score::from_units(self.evaluation.score(&Features::of(record.board), empties));
        record.scores.first() == Some(&evaluated)
            && record.scores.len() == 1 + usize::from(self.depth).min((empties as usize).saturating_sub(1))
            && record.exact.is_some() == (empties <= u32::from(self.solve_from))
    }
}
