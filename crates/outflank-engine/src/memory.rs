//! What an engine remembers from search to search.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::endgame::Solver;
use crate::eval::Evaluation;
use crate::tt::TranspositionTable;

/// The evaluation, the table of known positions, and the solvers with their caches.
pub(crate) struct Memory {
    pub(crate) evaluation: Arc<Evaluation>,
    pub(crate) table: Arc<TranspositionTable>,
    /// Those that no search is using.
    solvers: Mutex<Vec<Solver>>,
}

impl Memory {
    pub(crate) fn new(table_mebibytes: usize, evaluation: Arc<Evaluation>) -> Memory {
        let table = Arc::new(TranspositionTable::new(table_mebibytes));
        Memory { evaluation, table, solvers: Mutex::new(Vec::new()) }
    }

    /// Forgets every position.
    pub(crate) fn forget(&self) {
        self.table.clear();
        self.solvers().clear();
    }

    /// A solver for one thread of a search.
    pub(crate) fn lend_solver(&self) -> Solver {
        self.solvers().pop().map_or_else(Solver::new, Solver::counting_anew)
    }

    pub(crate) fn take_back(&self, solver: Solver) {
        self.solvers().push(solver);
    }

    fn solvers(&self) -> MutexGuard<'_, Vec<Solver>> {
        // Nothing can be half done with a list of solvers.
        self.solvers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
