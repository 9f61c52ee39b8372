//! Which positions come next, and what is searched for each.
//!
//! Drop-out expansion (Thomas Lincke): every path from the start has a cost, a fixed amount per ply plus what its moves
//! lose by the values known so far. The cheapest positions are expanded first, so the best lines become the longest.

use outflank_engine::Score;
use outflank_engine::book::{Edge, NodeId, Source, Tree};
use outflank_rules::Board;

use super::searchers::{Searchers, Task};

/// What a ply costs: two plies more are as far from the start as a disc that is lost on the way.
const PLY: i32 = Score::UNITS_PER_DISC / 2;

/// Moves that are worse at a glance by more than this are not looked at any closer. By a move of the book a player
/// loses at most a disc; a glance is seldom off by more than another one.
const MARGIN: i32 = 2 * Score::UNITS_PER_DISC;

/// By how many plies a glance looks less far ahead. An even number: who has the last move matters.
const GLANCE: u8 = 6;

/// The positions that are dealt with at the same time.
pub(super) struct Round {
    /// Those whose moves are to be known.
    expanded: Vec<NodeId>,
    /// Those that were only glanced at, and are to be searched.
    searched: Vec<NodeId>,
}

impl Round {
    /// The next positions of a tree, whose values are settled for that; `None` if there is nothing left to find out.
    pub(super) fn next(tree: &mut Tree) -> Option<Round> {
        tree.propagate();
        // A small book changes its mind often. A large one changes little by each of its positions.
        let most = (tree.expanded() / 8).clamp(4, 256);
        let mut open = open(tree);
        if open.len() > most {
            open.select_nth_unstable(most);
            open.truncate(most);
        }
        open.sort_unstable();
        let is_glanced = |&id: &NodeId| tree.node(id).source == Source::QuickSearch;
        let (searched, expanded): (Vec<NodeId>, Vec<NodeId>) =
            open.into_iter().map(|open| open.id).partition(is_glanced);
        (searched.len() + expanded.len() > 0).then_some(Round { expanded, searched })
    }

    /// Finds out what there is to find out. The values of the tree have to be settled again.
    pub(super) fn search(&self, tree: &mut Tree, searchers: &Searchers) {
        let unknown = self.expanded.iter().flat_map(|&id| tree.missing_children(id)).collect();
        learn(tree, searchers, unknown, Source::QuickSearch);
        for &id in &self.expanded {
            assert!(tree.expand(id), "everything after it is known now");
        }
        let promising = self.expanded.iter().flat_map(|&id| promising(tree, id));
        let searched = promising.chain(self.searched.iter().copied()).map(|id| tree.node(id).board).collect();
        learn(tree, searchers, searched, Source::Search);
    }
}

/// A position that could be looked at more closely. The first of an order is the cheapest to reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    cost: i32,
    /// The numbers of positions are others when a book is read from its file; their boards are not.
    board: Board,
    id: NodeId,
}

/// All positions that are not expanded and could be.
fn open(tree: &Tree) -> Vec<Open> {
    let mut costs = vec![i32::MAX; tree.nodes().len()];
    costs[tree.start().index()] = 0;
    let mut open = Vec::new();
    for id in tree.in_ply_order() {
        let (node, cost) = (tree.node(id), costs[id.index()]);
        for (_, edge, value) in tree.moves(id) {
            if let Edge::Turn(next) | Edge::Again(next) = edge {
                let loss = node.value.units() - value.units();
                let next = &mut costs[next.index()];
                *next = (*next).min(cost.saturating_add(PLY + loss));
            }
        }
        let is_solved = node.board.empty().len() <= u32::from(tree.depth());
        match &node.source {
            Source::Moves(_) => {}
            Source::Search if is_solved => {}
            Source::Search | Source::QuickSearch => open.push(Open { cost, board: node.board, id }),
        }
    }
    open
}

/// The positions after moves that are good at a glance and of which no more is known.
fn promising(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    let Some(best) = tree.moves(id).map(|(_, _, value)| value.units()).max() else { return Vec::new() };
    let near = tree.moves(id).filter(|(_, _, value)| value.units() >= best - MARGIN);
    let after = near.filter_map(|(_, edge, _)| match edge {
        Edge::Turn(id) | Edge::Again(id) => Some(id),
        Edge::Over(_) => None,
    });
    after.filter(|&id| tree.node(id).source == Source::QuickSearch).collect()
}

/// Lets boards be searched, and takes in what was found.
fn learn(tree: &mut Tree, searchers: &Searchers, mut boards: Vec<Board>, source: Source) {
    boards.sort_unstable();
    boards.dedup();
    let depth = match source {
        Source::QuickSearch => tree.depth().saturating_sub(GLANCE),
        Source::Search | Source::Moves(_) => tree.depth(),
    };
    let tasks: Vec<Task> = boards.iter().map(|&board| Task { board, depth: plies(board, depth) }).collect();
    for (&board, value) in boards.iter().zip(searchers.search(&tasks)) {
        tree.insert(board, source.clone(), value);
    }
}

/// How far to look so that the number of empty squares is even where every line ends. An evaluation may favour the side to
/// move a little, and then all lines do so for the same side.
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
