//! What ends a search from outside: a word, the clock, or the number of nodes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::time::Allowance;

/// Shared by the one who searches and the one who waits for it.
#[derive(Debug)]
pub(crate) struct Control {
    begun: Instant,
    stop: AtomicBool,
    /// When to come back, in microseconds after the begin; `u64::MAX` for never.
    deadline: AtomicU64,
    /// Whether time that is not spent is of use later.
    saves: bool,
    /// After how many nodes to come back.
    nodes: u64,
}

impl Control {
    /// The time of the search begins to run.
    pub(crate) fn new(allowance: Option<Allowance>, nodes: Option<u64>) -> Control {
        Control {
            begun: Instant::now(),
            stop: AtomicBool::new(false),
            deadline: AtomicU64::new(allowance.map_or(u64::MAX, |allowance| micros(allowance.time))),
            saves: allowance.is_some_and(|allowance| allowance.is_kept),
            nodes: nodes.unwrap_or(u64::MAX),
        }
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// There is so much time from now on.
    pub(crate) fn finish_within(&self, time: Duration) {
        self.deadline.store(micros(self.elapsed().saturating_add(time)), Relaxed);
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether to come back, when so many nodes have been visited.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        self.stop.load(Relaxed) || nodes >= self.nodes || self.is_past(self.deadline.load(Relaxed))
    }

    /// Whether so much of the time is spent that a deeper search would hardly be finished, and the rest is better saved.
    pub(crate) fn is_late_to_begin(&self) -> bool {
        let deadline = self.deadline.load(Relaxed);
        let late = if self.saves { deadline / 2 } else { deadline };
        self.stop.load(Relaxed) || (deadline != u64::MAX && self.is_past(late))
    }

    fn is_past(&self, micros_after_begin: u64) -> bool {
        micros_after_begin != u64::MAX && micros(self.elapsed()) >= micros_after_begin
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX - 1)
}
