use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::endgame::Cache;
use crate::eval::Evaluation;
use crate::tt::TranspositionTable;

pub(crate) struct Memory {
    table_mebibytes: usize,
    evaluation: OnceLock<Arc<Evaluation>>,
    table: OnceLock<Arc<TranspositionTable>>,
    caches: Mutex<Vec<Cache>>,
}

impl Memory {
    /// Allocates nothing.
    pub(crate) fn new(table_mebibytes: usize) -> Memory {
        Memory { table_mebibytes, evaluation: OnceLock::new(), table: OnceLock::new(), caches: Mutex::new(Vec::new()) }
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
        self.caches().iter_mut().for_each(Cache::clear);
    }

    pub(crate) fn take_cache(&self) -> Cache {
        self.caches().pop().unwrap_or_else(Cache::new)
    }

    pub(crate) fn return_cache(&self, cache: Cache) {
        self.caches().push(cache);
    }

    fn caches(&self) -> MutexGuard<'_, Vec<Cache>> {
        // A list of caches cannot be left half-updated.
        self.caches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
