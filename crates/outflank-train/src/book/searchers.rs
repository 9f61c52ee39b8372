//! The threads that search.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use outflank_engine::training::Evaluation;
use outflank_engine::{Engine, Limits, Options, Score};
use outflank_rules::{Board, Color, Position, Rules, Setup};

/// How many mebibytes the tables of known positions take. They are emptied for every search, so that one that is larger than
/// the search needs costs more than it is worth.
const SHALLOW_MEBIBYTES: usize = 1;
const DEEP_MEBIBYTES: usize = 16;

/// The most plies for which the small table is enough.
const SHALLOW: u8 = 11;

/// What to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) board: Board,
    pub(super) depth: u8,
}

/// What each thread has.
struct Searcher {
    /// For searches that do not look far.
    shallow: Engine,
    /// For the others.
    deep: Engine,
}

/// The threads.
pub(super) struct Searchers {
    threads: Vec<Searcher>,
}

impl Searchers {
    pub(super) fn new(threads: usize, evaluation: &Arc<Evaluation>) -> Searchers {
        let engine =
            |table_mebibytes| Engine::with_evaluation(Options { threads: 1, table_mebibytes }, Arc::clone(evaluation));
        let searcher = |_| Searcher { shallow: engine(SHALLOW_MEBIBYTES), deep: engine(DEEP_MEBIBYTES) };
        Searchers { threads: (0..threads.max(1)).map(searcher).collect() }
    }

    /// What each board is worth to its side to move, which must have a move. It depends on nothing but the task.
    pub(super) fn search(&self, tasks: &[Task]) -> Vec<Score> {
        let next = AtomicUsize::new(0);
        let work = |searcher: &Searcher| -> Vec<(usize, Score)> {
            let numbers =
                std::iter::from_fn(|| Some(next.fetch_add(1, Relaxed)).filter(|&number| number < tasks.len()));
            numbers.map(|number| (number, searcher.value(tasks[number]))).collect()
        };
        let mut values = vec![Score::default(); tasks.len()];
        thread::scope(|scope| {
            let threads: Vec<_> = self.threads.iter().map(|searcher| scope.spawn(|| work(searcher))).collect();
            for thread in threads {
                let found = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                found.into_iter().for_each(|(number, value)| values[number] = value);
            }
        });
        values
    }
}

impl Searcher {
    fn value(&self, Task { board, depth }: Task) -> Score {
        let turn = Color::Black;
        let setup = Setup::new(board.discs(turn), turn);
        let position = Position::new(Rules::Standard, setup).expect("any board is a position of the standard game");
        let engine = if depth <= SHALLOW { &self.shallow } else { &self.deep };
        engine.forget();
        let analysis = engine.analyze(position, Limits { depth: Some(depth), ..Limits::default() });
        analysis.lines.first().expect("the side to move has a move").score
    }
}
