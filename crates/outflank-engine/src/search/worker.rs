use super::control::Control;
use super::shared::Shared;
use crate::Selectivity;
use crate::endgame::Solver;
use crate::eval::Evaluation;
use crate::memory::Memory;
use crate::simd::Kernels;

pub(super) struct Worker<'s, K> {
    pub(super) kernels: K,
    pub(super) shared: &'s Shared,
    pub(super) evaluation: &'s Evaluation,
    pub(super) solver: Solver<K>,
    pub(super) selectivity: Selectivity,
    pub(super) is_parallel: bool,
    /// Limits, checked by one thread for all.
    pub(super) control: Option<&'s Control>,
    nodes: u64,
}

impl<'s, K: Kernels> Worker<'s, K> {
    pub(super) fn new(kernels: K, shared: &'s Shared, memory: &'s Memory) -> Worker<'s, K> {
        Worker {
            kernels,
            shared,
            evaluation: memory.evaluation(),
            solver: Solver::new(kernels, memory.take_cache()),
            selectivity: Selectivity::Full,
            is_parallel: false,
            control: None,
            nodes: 0,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.solver.nodes
    }

    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
    }

    /// The search must unwind; return values no longer matter.
    pub(super) fn is_aborted(&self) -> bool {
        self.shared.is_aborted()
    }

    /// Aborts the search when a limit is reached. Called at nodes with a microsecond to some milliseconds of work below them.
    pub(super) fn check_time(&self) {
        if self.control.is_some_and(|control| control.should_stop(self.nodes())) {
            self.shared.abort();
        }
    }
}
