//! The one door: a position goes in, an analysis comes out.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use outflank_rules::Position;

use crate::eval::Evaluation;
use crate::memory::Memory;
use crate::search::{self, Control, Task};
use crate::{Analysis, Limits, plain, time};

/// An engine, with what it remembers from search to search.
///
/// ```
/// use outflank_engine::{Engine, Limits};
/// use outflank_rules::{Position, Rules};
///
/// let engine = Engine::default();
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let analysis = engine.start(Position::initial(Rules::Standard), limits, |_| {}).wait();
/// assert_eq!((analysis.depth, analysis.lines[0].pv.len()), (4, 4));
/// ```
#[derive(Clone)]
pub struct Engine {
    memory: Arc<Memory>,
    threads: usize,
}

/// How large an engine is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many threads search, from 1 to 256. With one, a search always takes the same course.
    pub threads: usize,
    /// How many mebibytes the table of known positions takes; fewer if the system does not have so many.
    pub table_mebibytes: usize,
}

/// More threads than this only get into each other's way.
const MOST_THREADS: usize = 256;

impl Default for Options {
    /// One thread and 64 MiB.
    fn default() -> Options {
        Options { threads: 1, table_mebibytes: 64 }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(Options::default())
    }
}

impl Engine {
    /// An engine that remembers nothing yet. The first one in a program unpacks the evaluation, so that no search has to.
    pub fn new(options: Options) -> Engine {
        Engine::with_evaluation(options, Arc::clone(Evaluation::embedded()))
    }

    /// An engine that judges positions by other weights than those that come with it.
    pub fn with_evaluation(options: Options, evaluation: Arc<Evaluation>) -> Engine {
        Engine {
            memory: Arc::new(Memory::new(options.table_mebibytes, evaluation)),
            threads: options.threads.clamp(1, MOST_THREADS),
        }
    }

    /// Forgets everything, so that the next search is as the first.
    pub fn forget(&self) {
        self.memory.forget();
    }

    /// Begins to search a position of any rules. `progress` is told every step, on another thread.
    pub fn start(
        &self,
        position: Position,
        limits: Limits,
        mut progress: impl FnMut(&Analysis) + Send + 'static,
    ) -> Handle {
        let allowance = time::for_this_move(&limits, position.empty().len());
        let control = Arc::new(Control::new(allowance, limits.nodes));
        let engine = self.clone();
        let controlled = Arc::clone(&control);
        let thread = thread::spawn(move || engine.search(&position, &limits, &controlled, &mut progress));
        Handle { control, thread: Some(thread) }
    }

    /// Searches on this thread and comes back with the result.
    pub fn analyze(&self, position: Position, limits: Limits) -> Analysis {
        let allowance = time::for_this_move(&limits, position.empty().len());
        self.search(&position, &limits, &Control::new(allowance, limits.nodes), &mut |_| {})
    }

    /// Picks the search that fits the rules.
    fn search(
        &self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let Some(board) = position.board() else {
            let task = plain::Search { depth: limits.depth, lines: limits.lines.max(1) };
            return plain::search(position, &task, &|nodes| control.is_over(nodes), &mut |analysis| {
                progress(&analysis)
            });
        };
        let depth = limits.depth.unwrap_or(60).max(1);
        let task = Task { board, depth, lines: limits.lines, goal: limits.goal, threads: self.threads };
        search::search(&self.memory, &task, control, progress)
    }
}

/// A search under way. Dropping it stops the search.
pub struct Handle {
    control: Arc<Control>,
    thread: Option<JoinHandle<Analysis>>,
}

impl Handle {
    /// Asks the search to come back with what it has. It does so within a few milliseconds.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Gives the search so much time from now on, whatever it had before: an engine that thought on the opponent's time
    /// (a search without limits of the position after the expected move) goes on like this once that move is played.
    pub fn finish_within(&self, time: std::time::Duration) {
        self.control.finish_within(time);
    }

    /// Whether the result is there, so that [`Handle::wait`] does not wait.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end of the search.
    pub fn wait(mut self) -> Analysis {
        let thread = self.thread.take().expect("a handle has its thread until it is waited for");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // After `wait` there is nothing left to stop.
        self.control.stop();
    }
}
