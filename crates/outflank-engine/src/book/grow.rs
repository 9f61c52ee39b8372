//! Growing a book: drop-out expansion (Thomas Lincke).
//!
//! A path from the start costs a fixed amount per ply plus what its moves lose by the values known so far. The cheapest
//! positions are expanded first, so the best lines become the longest. A position that many games reach costs no more than
//! their share says.
//!
//! A value depends on its position alone, and a round ends before the next one is chosen. So the book does not depend on
//! the threads, and a resumed run grows the same book.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use outflank_rules::Board;

use super::Popularity;
use super::packed::MAX_BOARDS;
use super::searchers::{Depth, Searchers, Watch};
use super::tree::{Edge, NodeId, Reached, Source, Tree};
use crate::Score;

/// Two plies cost as much as a lost disc.
const PLY_COST: i32 = Score::UNITS_PER_DISC / 2;

/// Moves that a quick search puts further behind the best one are not searched fully. A book player gives away at most a
/// disc, and a quick search is seldom off by more than another one.
const MARGIN: i32 = 2 * Score::UNITS_PER_DISC;

/// No position has more moves.
const MAX_MOVES: usize = 33;

/// What a round of growth did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// The book has more positions or better values.
    Grown,
    /// Every line of the book is solved.
    Complete,
    /// The book is as large as a file may be.
    Full,
    /// `watch` ended the round. The book is as it was before.
    Stopped,
}

impl Tree {
    /// Propagates the values, and expands the positions that matter most. [`Tree::propagate`] updates the values afterwards.
    pub fn grow(&mut self, searchers: &mut Searchers, popularity: &Popularity, watch: Watch<'_>) -> Growth {
        self.propagate();
        let Some(round) = Round::next(self, popularity) else { return Growth::Complete };
        if self.nodes().len() + MAX_MOVES * round.expanded.len() > MAX_BOARDS {
            return Growth::Full;
        }
        match round.search(self, searchers, watch) {
            Some(()) => Growth::Grown,
            None => Growth::Stopped,
        }
    }
}

struct Round {
    expanded: Vec<NodeId>,
    searched: Vec<NodeId>,
}

impl Round {
    fn next(tree: &Tree, popularity: &Popularity) -> Option<Round> {
        // The values of a small book change often; those of a large one hardly change with each position.
        let most = (tree.expanded() / 8).clamp(4, 256);
        let mut open = open(tree, popularity);
        if open.len() > most {
            open.select_nth_unstable(most);
            open.truncate(most);
        }
        open.sort_unstable();
        let is_quick = |&id: &NodeId| tree.node(id).source == Source::QuickSearch;
        let (searched, expanded): (Vec<NodeId>, Vec<NodeId>) = open.into_iter().map(|open| open.id).partition(is_quick);
        (searched.len() + expanded.len() > 0).then_some(Round { expanded, searched })
    }

    /// Changes the tree only when all searches are done.
    fn search(&self, tree: &mut Tree, searchers: &mut Searchers, watch: Watch<'_>) -> Option<()> {
        let unknown = self.expanded.iter().flat_map(|&id| tree.missing_children(id)).collect();
        let quick = searchers.values(unknown, Depth::Quick, tree.depth(), watch)?;
        let promising = self.expanded.iter().flat_map(|&id| promising(tree, id, &quick));
        let searched = promising.chain(self.searched.iter().map(|&id| tree.node(id).board)).collect();
        let full = searchers.values(searched, Depth::Full, tree.depth(), watch)?;

        insert_all(tree, quick, Source::QuickSearch);
        for &id in &self.expanded {
            assert!(tree.expand(id), "all its children were searched");
        }
        insert_all(tree, full, Source::Search);
        Some(())
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

fn open(tree: &Tree, popularity: &Popularity) -> Vec<OpenNode> {
    let mut costs = vec![i32::MAX; tree.nodes().len()];
    costs[tree.start().index()] = 0;
    let mut open = Vec::new();
    for id in tree.in_ply_order() {
        let node = tree.node(id);
        let cost = costs[id.index()].min(popularity.cost(node.board).unwrap_or(i32::MAX));
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

/// The boards after good moves that only had a quick search. `quick` has the values of those that are not in the tree.
fn promising(tree: &Tree, id: NodeId, quick: &BTreeMap<Board, Score>) -> Vec<Board> {
    let board = tree.node(id).board;
    let value = |board| tree.id(board).map_or_else(|| quick[&board], |id| tree.node(id).value);
    let moves: Vec<(Reached, i32)> = board
        .moves()
        .into_iter()
        .map(|square| Reached::by(board, square))
        .map(|to| (to, to.value(value).units()))
        .collect();
    let Some(best) = moves.iter().map(|&(_, value)| value).max() else { return Vec::new() };
    let near = moves.into_iter().filter(|&(_, value)| value >= best - MARGIN).filter_map(|(to, _)| to.board());
    let is_quick = |&board: &Board| tree.id(board).is_none_or(|id| tree.node(id).source == Source::QuickSearch);
    near.filter(is_quick).collect()
}

fn insert_all(tree: &mut Tree, values: BTreeMap<Board, Score>, source: Source) {
    for (board, value) in values {
        tree.insert(board, source.clone(), value);
    }
}
