//! What ends a search from outside: a word, the clock, or the number of nodes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Shared by the one who searches and the one who waits for it.
#[derive(Debug)]
pub(crate) struct Control {
    begun: Instant,
    stop: AtomicBool,
    /// When to come back, in microseconds after the begin; `u64::MAX` for never.
    deadline: AtomicU64,
    /// After how many nodes to come back.
    nodes: u64,
}

impl Control {
    /// The time of the search begins to run.
    pub(crate) fn new(time: Option<Duration>, nodes: Option<u64>) -> Control {
        Control {
            begun: Instant::now(),
            stop: AtomicBool::new(false),
            deadline: AtomicU64::new(time.map_or(u64::MAX, micros)),
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

    /// Whether so much of the time is spent that a deeper search would hardly be finished.
    pub(crate) fn is_late_to_begin(&self) -> bool {
        let deadline = self.deadline.load(Relaxed);
        self.stop.load(Relaxed) || (deadline != u64::MAX && self.is_past(deadline / 2))
    }

    fn is_past(&self, micros_after_begin: u64) -> bool {
        micros_after_begin != u64::MAX && micros(self.elapsed()) >= micros_after_begin
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX - 1)
}
