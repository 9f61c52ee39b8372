use std::sync::Arc;
use std::thread::{self, JoinHandle};

use outflank_rules::Position;

use crate::eval::Evaluation;
use crate::memory::Memory;
use crate::search::{self, Control, Task};
use crate::{Analysis, Limits, time, variants};

/// An engine with its transposition table and caches, which clones share.
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

/// Resources of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Search threads, from 1 to 256. A search with one thread is deterministic.
    pub threads: usize,
    /// Size of the transposition table in MiB; less if the system cannot provide that much.
    pub table_mebibytes: usize,
}

const MAX_THREADS: usize = 256;

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
    /// Creates an engine with an empty table. The first call in a program unpacks the embedded weights.
    pub fn new(options: Options) -> Engine {
        let engine = Engine::on_demand(options);
        engine.prepare();
        engine
    }

    /// Creates an engine that takes memory for its table and unpacks the embedded weights only when it first searches.
    pub fn on_demand(options: Options) -> Engine {
        Engine::of(options, Memory::new(options.table_mebibytes))
    }

    /// Creates an engine with other weights than the embedded ones.
    pub fn with_evaluation(options: Options, evaluation: Arc<Evaluation>) -> Engine {
        let engine = Engine::of(options, Memory::with_evaluation(options.table_mebibytes, evaluation));
        engine.prepare();
        engine
    }

    /// Unpacks the embedded weights, unless that has been done.
    pub fn load_weights() {
        Evaluation::embedded();
    }

    /// Gives back the memory of the embedded weights when no engine uses them any more. They are unpacked again when they are needed.
    pub fn release_weights() {
        Evaluation::release_embedded();
    }

    fn of(options: Options, memory: Memory) -> Engine {
        Engine { memory: Arc::new(memory), threads: options.threads.clamp(1, MAX_THREADS) }
    }

    /// Makes everything that the first search needs, unless it has been made.
    pub fn prepare(&self) {
        self.memory.evaluation();
        self.memory.table();
    }

    /// Clears the transposition table and all caches.
    pub fn forget(&self) {
        self.memory.forget();
    }

    /// Starts a search on another thread, for a position of any rules. `progress` is called there after every iteration.
    pub fn start(
        &self,
        position: Position,
        limits: Limits,
        mut progress: impl FnMut(&Analysis) + Send + 'static,
    ) -> SearchHandle {
        let budget = time::budget(&limits, position.empty().len());
        let control = Arc::new(Control::new(budget, limits.nodes));
        let engine = self.clone();
        let controlled = Arc::clone(&control);
        let thread = thread::spawn(move || engine.search(&position, &limits, &controlled, &mut progress));
        SearchHandle { control, thread: Some(thread) }
    }

    /// Searches on the calling thread.
    pub fn analyze(&self, position: Position, limits: Limits) -> Analysis {
        let budget = time::budget(&limits, position.empty().len());
        self.search(&position, &limits, &Control::new(budget, limits.nodes), &mut |_| {})
    }

    fn search(
        &self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let Some(board) = position.board() else {
            let task = variants::VariantTask { depth: limits.depth, lines: limits.lines.max(1) };
            return variants::search(position, &task, &|nodes| control.should_stop(nodes), &mut |analysis| {
                progress(&analysis)
            });
        };
        let depth = limits.depth.unwrap_or(60).max(1);
        let task = Task { board, depth, lines: limits.lines, goal: limits.goal, threads: self.threads };
        search::search(&self.memory, &task, control, progress)
    }
}

/// A running search. Dropping the handle stops it.
pub struct SearchHandle {
    control: Arc<Control>,
    thread: Option<JoinHandle<Analysis>>,
}

impl SearchHandle {
    /// Asks the search to stop, which takes a few milliseconds.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Sets a new deadline, counted from now. An engine that ponders (an unlimited search of the position after the
    /// expected move) calls this once that move has been played.
    pub fn finish_within(&self, time: std::time::Duration) {
        self.control.finish_within(time);
    }

    /// True if [`SearchHandle::wait`] returns at once.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the result.
    pub fn wait(mut self) -> Analysis {
        let thread = self.thread.take().expect("a handle has its thread until it is waited for");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.control.stop();
    }
}
