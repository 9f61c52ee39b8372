use std::num::NonZeroUsize;

use outflank_engine::{Engine, Score};
use outflank_rules::Board;

use crate::engine::{self, EngineWeights};
use crate::threads;

/// The tables are cleared before every search, so one that is larger than needed is slower.
const SHALLOW_MEBIBYTES: usize = 1;
const DEEP_MEBIBYTES: usize = 16;

const MAX_SHALLOW_DEPTH: u8 = 11;

#[derive(Clone, Copy, Debug)]
pub(super) struct SearchTask {
    pub(super) board: Board,
    pub(super) depth: u8,
}

struct BookSearcher {
    shallow: Engine,
    deep: Engine,
}

pub(super) struct BookSearchers {
    threads: Vec<BookSearcher>,
}

impl BookSearchers {
    pub(super) fn new(threads: NonZeroUsize, weights: &EngineWeights) -> BookSearchers {
        let searcher =
            |_| BookSearcher { shallow: weights.engine(SHALLOW_MEBIBYTES), deep: weights.engine(DEEP_MEBIBYTES) };
        BookSearchers { threads: (0..threads.get()).map(searcher).collect() }
    }

    /// The values of the boards, whose sides to move must have a move. A value depends on nothing but its task.
    pub(super) fn search(&mut self, tasks: &[SearchTask]) -> Vec<Score> {
        let mut values = vec![Score::default(); tasks.len()];
        threads::share(&mut self.threads, tasks.iter().zip(&mut values), |searcher, (&task, value)| {
            *value = searcher.value(task);
        });
        values
    }
}

impl BookSearcher {
    fn value(&self, SearchTask { board, depth }: SearchTask) -> Score {
        let engine = if depth <= MAX_SHALLOW_DEPTH { &self.shallow } else { &self.deep };
        engine.forget();
        let analysis = engine::search(engine, &engine::position(board), depth);
        analysis.lines.first().expect("the side to move has a move").score
    }
}
