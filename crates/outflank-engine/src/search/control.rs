use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::time::TimeBudget;

#[derive(Debug)]
pub(crate) struct Control {
    started: Instant,
    stop: AtomicBool,
    /// Deadline in microseconds since the start; `u64::MAX` for none.
    deadline: AtomicU64,
    saves_time: bool,
    nodes: u64,
}

impl Control {
    pub(crate) fn new(budget: Option<TimeBudget>, nodes: Option<u64>) -> Control {
        Control {
            started: Instant::now(),
            stop: AtomicBool::new(false),
            deadline: AtomicU64::new(budget.map_or(u64::MAX, |budget| micros(budget.time))),
            saves_time: budget.is_some_and(|budget| budget.carries_over),
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

    /// True if another iteration would hardly finish, so that the remaining time is better saved.
    pub(crate) fn is_late_for_iteration(&self) -> bool {
        let deadline = self.deadline.load(Relaxed);
        let late = if self.saves_time { deadline / 2 } else { deadline };
        self.stop.load(Relaxed) || (deadline != u64::MAX && self.is_past(late))
    }

    fn is_past(&self, micros_after_begin: u64) -> bool {
        micros_after_begin != u64::MAX && micros(self.elapsed()) >= micros_after_begin
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX - 1)
}
