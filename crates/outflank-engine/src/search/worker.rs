//! One thread at work.

use super::control::Control;
use super::share::Shared;
use crate::Selectivity;
use crate::endgame::Solver;
use crate::eval::Evaluation;

/// One thread's part of a search: what it needs, and what it has counted.
pub(super) struct Worker<'s> {
    pub(super) shared: &'s Shared,
    pub(super) evaluation: &'s Evaluation,
    pub(super) solver: Solver,
    /// How sure the cuts of this iteration have to be.
    pub(super) selectivity: Selectivity,
    /// Whether there are others, so that it pays to keep out of their way.
    pub(super) has_company: bool,
    /// What one of the threads watches for all.
    pub(super) watch: Option<&'s Control>,
    nodes: u64,
}

impl<'s> Worker<'s> {
    pub(super) fn new(shared: &'s Shared, evaluation: &'s Evaluation, solver: Solver) -> Worker<'s> {
        Worker { shared, evaluation, solver, selectivity: Selectivity::Full, has_company: false, watch: None, nodes: 0 }
    }

    /// How many positions this thread has visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.solver.nodes
    }

    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
    }

    /// Whether to come back at once; what is returned then does not count.
    pub(super) fn is_aborted(&self) -> bool {
        self.shared.is_aborted()
    }

    /// Ends the search if it is time. Asked at nodes that have at least a microsecond of work below them, and at most
    /// some milliseconds.
    pub(super) fn look_at_the_clock(&self) {
        if self.watch.is_some_and(|control| control.is_over(self.nodes())) {
            self.shared.abort();
        }
    }
}
