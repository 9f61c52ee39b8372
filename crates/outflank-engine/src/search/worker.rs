use super::control::Control;
use super::shared::Shared;
use crate::Selectivity;
use crate::endgame::Solver;
use crate::eval::Evaluation;

pub(super) struct Worker<'s> {
    pub(super) shared: &'s Shared,
    pub(super) evaluation: &'s Evaluation,
    pub(super) solver: Solver,
    pub(super) selectivity: Selectivity,
    pub(super) is_parallel: bool,
    /// Limits, checked by one thread for all.
    pub(super) control: Option<&'s Control>,
    nodes: u64,
}

impl<'s> Worker<'s> {
    pub(super) fn new(shared: &'s Shared, evaluation: &'s Evaluation, solver: Solver) -> Worker<'s> {
        Worker {
            shared,
            evaluation,
            solver,
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
