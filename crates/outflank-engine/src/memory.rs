use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::endgame::Solver;
use crate::eval::Evaluation;
use crate::tt::TranspositionTable;

pub(crate) struct Memory {
    table_mebibytes: usize,
    evaluation: OnceLock<Arc<Evaluation>>,
    table: OnceLock<Arc<TranspositionTable>>,
    solvers: Mutex<Vec<Solver>>,
}

impl Memory {
    /// Allocates nothing.
    pub(crate) fn new(table_mebibytes: usize) -> Memory {
        Memory { table_mebibytes, evaluation: OnceLock::new(), table: OnceLock::new(), solvers: Mutex::new(Vec::new()) }
    }

    pub(crate) fn with_evaluation(table_mebibytes: usize, evaluation: Arc<Evaluation>) -> Memory {
        Memory { evaluation: OnceLock::from(evaluation), ..Memory::new(table_mebibytes) }
    }

    pub(crate) fn evaluation(&self) -> &Arc<Evaluation> {
        self.evaluation.get_or_init(Evaluation::embedded)
    }

    pub(crate) fn table(&self) -> &Arc<TranspositionTable> {
        self.table.get_or_init(|| Arc::new(TranspositionTable::new(self.table_mebibytes)))
    }

    pub(crate) fn forget(&self) {
        if let Some(table) = self.table.get() {
            table.clear();
        }
        self.solvers().iter_mut().for_each(Solver::forget);
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
