use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use outflank_rules::{Board, Color, Position, Rules, Setup};

use super::tree::rounded;
use crate::training::Evaluation;
use crate::{Engine, Limits, Options, Score};

/// Even, so that the same side makes the last move as in a full search.
const QUICK_SEARCH_REDUCTION: u8 = 6;

/// Called before every search, on any thread. After `Break`, no more searches start.
pub type Watch<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// The engines that find the values of a book, one per thread.
pub struct Searchers(Vec<Searcher>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Enough for a bad move.
    Quick,
    Full,
}

impl Searchers {
    /// Searches with this evaluation on a number of threads, which does not affect the values.
    pub fn new(threads: NonZeroUsize, evaluation: &Arc<Evaluation>) -> Searchers {
        Searchers((0..threads.get()).map(|_| Searcher::new(evaluation)).collect())
    }

    /// Values for the sides to move, who have a move; `None` if `watch` stopped the searches.
    pub(super) fn values(
        &mut self,
        mut boards: Vec<Board>,
        depth: Depth,
        full_depth: u8,
        watch: Watch<'_>,
    ) -> Option<BTreeMap<Board, Score>> {
        boards.sort_unstable();
        boards.dedup();
        let depth = match depth {
            Depth::Quick => full_depth.saturating_sub(QUICK_SEARCH_REDUCTION),
            Depth::Full => full_depth,
        };
        let (boards, next) = (&boards[..], &AtomicUsize::new(0));
        let take = || boards.get(next.fetch_add(1, Ordering::Relaxed));
        let search_some = |searcher: &mut Searcher| -> Option<Vec<(Board, Score)>> {
            let mut values = Vec::new();
            while let Some(&board) = take() {
                if watch().is_break() {
                    return None;
                }
                values.push((board, rounded(searcher.value(board, plies(board, depth)))));
            }
            Some(values)
        };
        let values: Option<Vec<_>> = thread::scope(|scope| {
            let workers: Vec<_> =
                self.0.iter_mut().map(|searcher| scope.spawn(move || search_some(searcher))).collect();
            let done = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|why| panic::resume_unwind(why)));
            done.collect()
        });
        Some(values?.into_iter().flatten().collect())
    }
}

/// The engines of a thread, each with a table for its depths.
struct Searcher {
    shallow: Engine,
    deep: Engine,
}

impl Searcher {
    const MAX_SHALLOW_DEPTH: u8 = 11;

    fn new(evaluation: &Arc<Evaluation>) -> Searcher {
        let engine =
            |table_mebibytes| Engine::with_evaluation(Options { threads: 1, table_mebibytes }, Arc::clone(evaluation));
        Searcher { shallow: engine(1), deep: engine(16) }
    }

    /// It depends on nothing but the board and the depth.
    fn value(&self, board: Board, depth: u8) -> Score {
        let engine = if depth <= Searcher::MAX_SHALLOW_DEPTH { &self.shallow } else { &self.deep };
        engine.forget();
        // The colours do not affect the score.
        let setup = Setup::new(board.discs(Color::Black), Color::Black);
        let position = Position::new(Rules::Standard, setup).expect("the side to move has a move");
        let analysis = engine.analyze(position, Limits { depth: Some(depth), ..Limits::default() });
        analysis.lines.first().expect("the side to move has a move").score
    }
}

/// Rounds the depth so that every line ends with an even number of empty squares, and so with the same side to move.
fn plies(board: Board, depth: u8) -> u8 {
    let empties = board.empty().len() as u8;
    let depth = depth.max(1);
    depth + (empties.abs_diff(depth) & 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_ends_with_an_even_number_of_empty_squares() {
        let mut board = Board::START;
        for square in ["f5", "d6", "c3", "d3", "c4"] {
            for depth in 0..12 {
                let plies = plies(board, depth);
                assert_eq!((board.empty().len() - u32::from(plies)) % 2, 0);
                assert!((depth..=depth + 2).contains(&plies) && plies > 0);
            }
            board = board.try_play(square.parse().unwrap()).unwrap();
        }
    }
}
