//! What a position is worth.

use outflank_engine::Engine;
use outflank_rules::Board;

use crate::engine::{Weights, look_ahead, position, solve};
use crate::positions::Labelled;

/// The table of a search is emptied before each position, so that scores do not depend on what was searched before. Up to
/// this depth a small one is as quick as a large one, or quicker.
const SMALL_UP_TO: u8 = 12;
const SMALL_MEBIBYTES: usize = 1;
const LARGE_MEBIBYTES: usize = 16;
/// That of the solver is not emptied: an exact score is the same whatever is known.
const SOLVER_MEBIBYTES: usize = 16;

pub(super) struct Judge {
    searcher: Engine,
    solver: Engine,
    /// How many plies to search.
    depth: u8,
    /// With at most so many empty squares a position is solved.
    solve_from: u8,
}

impl Judge {
    pub(super) fn new(weights: &Weights, depth: u8, solve_from: u8) -> Judge {
        let mebibytes = if depth <= SMALL_UP_TO { SMALL_MEBIBYTES } else { LARGE_MEBIBYTES };
        let (searcher, solver) = (weights.engine(mebibytes), weights.engine(SOLVER_MEBIBYTES));
        Judge { searcher, solver, depth, solve_from }
    }

    /// Scores a board on which the side to move has a move.
    pub(super) fn label(&self, board: Board) -> Labelled {
        let empties = board.empty().len() as u8;
        let analysis = match empties <= self.solve_from.max(self.depth) {
            true => solve(&self.solver, &position(board)),
            false => {
                self.searcher.forget();
                look_ahead(&self.searcher, &position(board), self.depth)
            }
        };
        Labelled { board, score: analysis.lines[0].score }
    }
}
