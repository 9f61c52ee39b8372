use outflank_engine::Engine;
use outflank_rules::Board;

use crate::engine::{EngineWeights, position, search, solve};
use crate::records::ScoredPosition;

/// The table is cleared before each position, so that scores do not depend on earlier searches. Up to this depth a small
/// table is at least as fast.
const MAX_SMALL_DEPTH: u8 = 12;
const SMALL_MEBIBYTES: usize = 1;
const LARGE_MEBIBYTES: usize = 16;
/// Not cleared: an exact score does not depend on earlier searches.
const SOLVER_MEBIBYTES: usize = 16;

pub(super) struct Labeller {
    searcher: Engine,
    solver: Engine,
    depth: u8,
    solve_from: u8,
}

impl Labeller {
    pub(super) fn new(weights: &EngineWeights, depth: u8, solve_from: u8) -> Labeller {
        let mebibytes = if depth <= MAX_SMALL_DEPTH { SMALL_MEBIBYTES } else { LARGE_MEBIBYTES };
        let (searcher, solver) = (weights.engine(mebibytes), weights.engine(SOLVER_MEBIBYTES));
        Labeller { searcher, solver, depth, solve_from }
    }

    pub(super) fn label(&self, board: Board) -> ScoredPosition {
        let empties = board.empty().len() as u8;
        let analysis = match empties <= self.solve_from.max(self.depth) {
            true => solve(&self.solver, &position(board)),
            false => {
                self.searcher.forget();
                search(&self.searcher, &position(board), self.depth)
            }
        };
        ScoredPosition { board, score: analysis.lines[0].score }
    }
}
