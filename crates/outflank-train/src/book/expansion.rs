//! Drop-out expansion (Thomas Lincke).
//!
//! A path from the start costs a fixed amount per ply plus what its moves lose by the values known so far. The cheapest
//! positions are expanded first, so the best lines become the longest.

use std::num::NonZeroUsize;

use outflank_engine::book::{Edge, NodeId, Source, Tree};
use outflank_engine::{Engine, Score};
use outflank_rules::Board;

use crate::engine::{self, EngineWeights};
use crate::threads;

/// Two plies cost as much as a lost disc.
const PLY_COST: i32 = Score::UNITS_PER_DISC / 2;

/// Moves that a quick search puts further behind the best one are not searched fully. A book player gives away at most a
/// disc, and a quick search is seldom off by more than another one.
const MARGIN: i32 = 2 * Score::UNITS_PER_DISC;

/// Even, so that the same side makes the last move as in a full search.
const QUICK_SEARCH_REDUCTION: u8 = 6;

pub(super) struct ExpansionRound {
    expanded: Vec<NodeId>,
    searched: Vec<NodeId>,
}

impl ExpansionRound {
    /// Propagates the values and chooses the next positions; `None` if the book is complete.
    pub(super) fn next(tree: &mut Tree) -> Option<ExpansionRound> {
        tree.propagate();
        // The values of a small book change often; those of a large one hardly change with each position.
        let most = (tree.expanded() / 8).clamp(4, 256);
        let mut open = open(tree);
        if open.len() > most {
            open.select_nth_unstable(most);
            open.truncate(most);
        }
        open.sort_unstable();
        let is_quick = |&id: &NodeId| tree.node(id).source == Source::QuickSearch;
        let (searched, expanded): (Vec<NodeId>, Vec<NodeId>) = open.into_iter().map(|open| open.id).partition(is_quick);
        (searched.len() + expanded.len() > 0).then_some(ExpansionRound { expanded, searched })
    }

    /// Searches the positions. The values of the tree must be propagated again.
    pub(super) fn search(&self, tree: &mut Tree, searchers: &mut [BookSearcher]) {
        let unknown = self.expanded.iter().flat_map(|&id| tree.missing_children(id)).collect();
        search_boards(tree, searchers, unknown, Source::QuickSearch);
        for &id in &self.expanded {
            assert!(tree.expand(id), "all its children were searched");
        }
        let promising = self.expanded.iter().flat_map(|&id| promising(tree, id));
        let searched = promising.chain(self.searched.iter().copied()).map(|id| tree.node(id).board).collect();
        search_boards(tree, searchers, searched, Source::Search);
    }
}

/// A position that could be expanded or searched; the cheapest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OpenNode {
    cost: i32,
    /// Breaks ties: node ids change when a book is read from its file.
    board: Board,
    id: NodeId,
}

fn open(tree: &Tree) -> Vec<OpenNode> {
    let mut costs = vec![i32::MAX; tree.nodes().len()];
    costs[tree.start().index()] = 0;
    let mut open = Vec::new();
    for id in tree.in_ply_order() {
        let (node, cost) = (tree.node(id), costs[id.index()]);
        for (_, edge, value) in tree.moves(id) {
            if let Edge::Turn(next) | Edge::Again(next) = edge {
                let loss = node.value.units() - value.units();
                let next = &mut costs[next.index()];
                *next = (*next).min(cost.saturating_add(PLY_COST + loss));
            }
        }
        let is_solved = node.board.empty().len() <= u32::from(tree.depth());
        match &node.source {
            Source::Moves(_) => {}
            Source::Search if is_solved => {}
            Source::Search | Source::QuickSearch => open.push(OpenNode { cost, board: node.board, id }),
        }
    }
    open
}

/// The positions after good moves that only had a quick search.
fn promising(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    let Some(best) = tree.moves(id).map(|(_, _, value)| value.units()).max() else { return Vec::new() };
    let near = tree.moves(id).filter(|(_, _, value)| value.units() >= best - MARGIN);
    let after = near.filter_map(|(_, edge, _)| match edge {
        Edge::Turn(id) | Edge::Again(id) => Some(id),
        Edge::Over(_) => None,
    });
    after.filter(|&id| tree.node(id).source == Source::QuickSearch).collect()
}

fn search_boards(tree: &mut Tree, searchers: &mut [BookSearcher], mut boards: Vec<Board>, source: Source) {
    boards.sort_unstable();
    boards.dedup();
    let depth = match source {
        Source::QuickSearch => tree.depth().saturating_sub(QUICK_SEARCH_REDUCTION),
        Source::Search | Source::Moves(_) => tree.depth(),
    };
    let mut values = vec![Score::default(); boards.len()];
    threads::share(searchers, boards.iter().zip(&mut values), |searcher, (&board, value)| {
        *value = searcher.value(board, plies(board, depth));
    });
    for (board, value) in boards.into_iter().zip(values) {
        tree.insert(board, source.clone(), value);
    }
}

/// Rounds the depth so that every line ends with an even number of empty squares, and so with the same side to move.
fn plies(board: Board, depth: u8) -> u8 {
    let empties = board.empty().len() as u8;
    let depth = depth.max(1);
    depth + (empties.abs_diff(depth) & 1)
}

/// The engines of a thread. Their tables are cleared before every search, so one that is larger than needed is slower.
pub(super) struct BookSearcher {
    shallow: Engine,
    deep: Engine,
}

impl BookSearcher {
    const MAX_SHALLOW_DEPTH: u8 = 11;

    pub(super) fn for_threads(threads: NonZeroUsize, weights: &EngineWeights) -> Vec<BookSearcher> {
        (0..threads.get()).map(|_| BookSearcher { shallow: weights.engine(1), deep: weights.engine(16) }).collect()
    }

    /// The value of a board whose side to move has a move. It depends on nothing else.
    fn value(&self, board: Board, depth: u8) -> Score {
        let engine = if depth <= BookSearcher::MAX_SHALLOW_DEPTH { &self.shallow } else { &self.deep };
        engine.forget();
        let analysis = engine::search(engine, &engine::position(board), depth);
        analysis.lines.first().expect("the side to move has a move").score
    }
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
