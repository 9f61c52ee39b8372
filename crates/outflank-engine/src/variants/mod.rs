//! Search of the variants: iterative-deepening alpha-beta with a linear evaluation.
//!
//! - `state`: a fast position for any rules. `eval`: its evaluation. `table`: the transposition table.
//! - `alphabeta`: the search to a fixed depth. This module calls it for each move and each depth.
//!
//! It handles standard Othello too, which the tests use.

mod alphabeta;
mod eval;
mod state;
mod table;
#[cfg(test)]
mod tests;

use std::time::Instant;

use outflank_rules::{Move, Position};

use self::alphabeta::{AlphaBeta, INFINITY, Stopped};
use self::state::{Choice, VariantState};
use crate::{Analysis, Bound, Score, Selectivity, Variation};

#[derive(Clone, Copy, Debug)]
pub(crate) struct VariantTask {
    pub(crate) depth: Option<u8>,
    pub(crate) lines: usize,
}

/// Searches deeper and deeper until the position is solved, `task.depth` is reached or `stop`, which gets the number of
/// visited positions, returns true. Reports every finished depth and returns the last one. If none was finished, the
/// moves are ranked by evaluation, so there is always a line if there is a move.
pub(crate) fn search(
    position: &Position,
    task: &VariantTask,
    stop: &dyn Fn(u64) -> bool,
    progress: &mut dyn FnMut(Analysis),
) -> Analysis {
    let start = Instant::now();
    let state = VariantState::of(position);
    let mut search = AlphaBeta::new(position.rules(), stop);
    let mut root = Root::new(state, task.lines, &search);

    let analyze = |root: &Root, search: &AlphaBeta<'_>, depth: u8| Analysis {
        lines: root.lines(),
        depth: if root.exact { position.empty().len() as u8 } else { depth },
        selectivity: Selectivity::Full,
        exact: root.exact,
        nodes: search.nodes,
        time: start.elapsed(),
    };
    let mut analysis = analyze(&root, &search, 0);
    for depth in depths(task.depth, state.max_plies()) {
        if root.exact || root.search(&mut search, depth).is_err() {
            break;
        }
        analysis = analyze(&root, &search, depth);
        progress(analysis.clone());
    }
    Analysis { nodes: search.nodes, time: start.elapsed(), ..analysis }
}

/// The depths to search. The last few before the end would cost about as much as the end itself, and are skipped.
fn depths(max: Option<u8>, end: u8) -> impl Iterator<Item = u8> {
    const SKIPPED: u8 = 5;
    let last = max.unwrap_or(end).min(end).max(1);
    (1..=last).filter(move |&depth| depth == last || last < end || depth + SKIPPED < end)
}

struct Root {
    candidates: Vec<RootMove>,
    wanted: usize,
    exact: bool,
}

struct RootMove {
    mv: Move,
    after: VariantState,
    value: i32,
    rest: Vec<Move>,
}

impl Root {
    fn new(state: VariantState, wanted: usize, search: &AlphaBeta<'_>) -> Root {
        let rules = &search.rules;
        let moves: Vec<(Move, VariantState)> = match rules.choice(state) {
            Choice::Place(squares) => {
                squares.into_iter().map(|square| (Move::Place(square), rules.placed(state, square))).collect()
            }
            Choice::Pass => vec![(Move::Pass, state.passed())],
            Choice::Over(_) => vec![],
        };
        let judged = |(mv, after)| RootMove { mv, after, value: -search.static_value(after), rest: vec![] };
        let mut candidates: Vec<_> = moves.into_iter().map(judged).collect();
        candidates.sort_by_key(|candidate| -candidate.value);
        let exact = candidates.is_empty();
        Root { candidates, wanted: wanted.max(1), exact }
    }

    /// Searches the moves to this depth and sorts them. If it is stopped, nothing has changed.
    fn search(&mut self, search: &mut AlphaBeta<'_>, depth: u8) -> Result<(), Stopped> {
        let guesses_before = search.guesses;
        let mut sorted: Vec<RootMove> = Vec::with_capacity(self.candidates.len());
        for &RootMove { mv, after, .. } in &self.candidates {
            let depth = if mv == Move::Pass { depth } else { depth - 1 };
            let mut candidate = RootMove { mv, after, value: -INFINITY, rest: vec![] };
            // Once there are enough lines, a move must beat the last of them.
            let alpha = sorted.get(self.wanted - 1).map_or(-INFINITY, |last| last.value);
            let is_better =
                alpha == -INFINITY || -search.value(after, depth, -alpha - 1, -alpha, &mut candidate.rest)? > alpha;
            if is_better {
                candidate.value = -search.value(after, depth, -INFINITY, -alpha, &mut candidate.rest)?;
            }
            let index = sorted.partition_point(|other| other.value >= candidate.value);
            sorted.insert(index, candidate);
        }
        self.candidates = sorted;
        self.exact = search.guesses == guesses_before;
        Ok(())
    }

    fn lines(&self) -> Vec<Variation> {
        let line = |candidate: &RootMove| Variation {
            pv: std::iter::once(candidate.mv).chain(candidate.rest.iter().copied()).collect(),
            score: Score::from_units(candidate.value),
            bound: Bound::Exact,
        };
        self.candidates.iter().take(self.wanted).map(line).collect()
    }
}
