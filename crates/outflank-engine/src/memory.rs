use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::endgame::Solver;
use crate::eval::Evaluation;
use crate::tt::TranspositionTable;

pub(crate) struct Memory {
    pub(crate) evaluation: Arc<Evaluation>,
    pub(crate) table: Arc<TranspositionTable>,
    solvers: Mutex<Vec<Solver>>,
}

impl Memory {
    pub(crate) fn new(table_mebibytes: usize, evaluation: Arc<Evaluation>) -> Memory {
        let table = Arc::new(TranspositionTable::new(table_mebibytes));
        Memory { evaluation, table, solvers: Mutex::new(Vec::new()) }
    }

    pub(crate) fn forget(&self) {
        self.table.clear();
        self.solvers().clear();
    }

    pub(crate) fn take_solver(&self) -> Solver {
        self.solvers().pop().map_or_else(Solver::new, Solver::with_nodes_reset)
    }

    pub(crate) fn return_solver(&self, solver: Solver) {
        self.solvers().push(solver);
    }

    fn solvers(&self) -> MutexGuard<'_, Vec<Solver>> {
        // A list of solvers cannot be left half-updated.
        self.solvers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
