use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::time::TimeBudget;

#[derive(Debug)]
pub(crate) struct Control {
    started: Instant,
    stop: AtomicBool,
    /// Deadline in microseconds since the start; `u64::MAX` for none.
    deadline: AtomicU64,
    /// What the search should take on average, if it need not use all of its time.
    target: Option<Duration>,
    nodes: u64,
}

impl Control {
    pub(crate) fn new(budget: Option<TimeBudget>, nodes: Option<u64>) -> Control {
        Control {
            started: Instant::now(),
            stop: AtomicBool::new(false),
            deadline: AtomicU64::new(budget.map_or(u64::MAX, |budget| micros(budget.most))),
            target: budget.and_then(|budget| budget.target),
            nodes: nodes.unwrap_or(u64::MAX),
        }
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    pub(crate) fn finish_within(&self, time: Duration) {
        self.deadline.store(micros(self.elapsed().saturating_add(time)), Relaxed);
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn should_stop(&self, nodes: u64) -> bool {
        self.stop.load(Relaxed) || nodes >= self.nodes || self.is_past(self.deadline.load(Relaxed))
    }

    /// True if the time is up, or another iteration would hardly end in time. `share` is what the search may take of its target: more for a
    /// difficult move, less for a clear one.
    pub(crate) fn is_late_for_iteration(&self, share: f64) -> bool {
        let deadline = self.deadline.load(Relaxed);
        let late = self.target.map_or(deadline, |target| micros(target.mul_f64(share / 2.0)).min(deadline));
        self.stop.load(Relaxed) || self.is_past(late)
    }

    /// True if time that is not used is kept for later moves.
    pub(crate) fn saves_time(&self) -> bool {
        self.target.is_some()
    }

    fn is_past(&self, micros_after_begin: u64) -> bool {
        micros_after_begin != u64::MAX && micros(self.elapsed()) >= micros_after_begin
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX - 1)
}
