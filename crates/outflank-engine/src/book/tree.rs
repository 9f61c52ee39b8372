use std::cmp::Reverse;
use std::collections::HashMap;

use outflank_rules::{Board, Square, Symmetry};

use crate::Score;

/// The positions of a book: the initial position, and what expansions add.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<BookNode>,
    ids: Ids,
    depth: u8,
    expanded: usize,
}

#[derive(Clone, Debug)]
enum Ids {
    Growing(HashMap<Board, NodeId>),
    /// In the order of the boards, for a tree that does not grow any more: a tenth of the memory.
    Sorted(Vec<NodeId>),
}

/// Identifies a position of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Index of the position in [`Tree::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookNode {
    /// The canonical board: the least of its symmetries. The side to move has a move.
    pub board: Board,
    /// Value for the side to move. For an expanded position, that of its best move as of the last [`Tree::propagate`].
    pub value: Score,
    /// Origin of the value.
    pub source: Source,
}

/// Origin of a position's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A shallower search, which is enough for a bad move.
    QuickSearch,
    /// A search of full depth.
    Search,
    /// The position is expanded: all its moves, in the order of their squares on the node's board.
    Moves(Vec<Edge>),
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The opponent is to move.
    Turn(NodeId),
    /// The opponent must pass, and the same side moves again.
    Again(NodeId),
    /// The game is over, with this score for the side that moved.
    Over(Score),
}

/// Like [`Edge`], for boards that may not be in the tree. They are canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    Turn(Board),
    Again(Board),
    Over(Score),
}

/// Values are rounded to an eighth of a disc: no search is more precise, and most values fit a byte.
pub(super) const GRAIN: i32 = Score::UNITS_PER_DISC / 8;

impl Tree {
    /// The initial position alone, with an unknown value. Searches look `depth` plies ahead.
    pub fn new(depth: u8) -> Tree {
        let mut tree = Tree::empty(depth, 1);
        tree.insert(Board::START, Source::QuickSearch, Score::default());
        tree
    }

    pub(super) fn empty(depth: u8, room: usize) -> Tree {
        Tree { nodes: Vec::with_capacity(room), ids: Ids::Growing(HashMap::with_capacity(room)), depth, expanded: 0 }
    }

    /// Search depth in plies.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// Number of expanded positions: those with moves to play.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// All positions.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, &BookNode)> {
        self.nodes.iter().enumerate().map(|(index, node)| (NodeId(index as u32), node))
    }

    /// A position of this tree.
    pub fn node(&self, id: NodeId) -> &BookNode {
        &self.nodes[id.index()]
    }

    /// The initial position.
    pub fn start(&self) -> NodeId {
        NodeId(0)
    }

    /// Finds a board in any orientation, with the symmetry that maps it to the board of its node.
    pub fn find(&self, board: Board) -> Option<(NodeId, Symmetry)> {
        let canonical = board.canonical();
        let id = self.id(canonical)?;
        let symmetry = Symmetry::ALL.into_iter().find(|symmetry| symmetry.board(board) == canonical)?;
        Some((id, symmetry))
    }

    /// The moves of an expanded position, with their values for the side that makes them.
    pub fn moves(&self, id: NodeId) -> impl Iterator<Item = (Square, Edge, Score)> {
        let node = self.node(id);
        let edges = match &node.source {
            Source::Moves(edges) => &edges[..],
            Source::QuickSearch | Source::Search => &[],
        };
        node.board.moves().into_iter().zip(edges).map(|(square, &edge)| (square, edge, self.edge_value(edge)))
    }

    /// Value of a move for the side that makes it.
    pub fn edge_value(&self, edge: Edge) -> Score {
        match edge {
            Edge::Turn(id) => -self.node(id).value,
            Edge::Again(id) => self.node(id).value,
            Edge::Over(score) => score,
        }
    }

    /// The boards after one move that are not in the tree yet.
    pub fn missing_children(&self, id: NodeId) -> Vec<Board> {
        let board = self.node(id).board;
        let mut boards: Vec<Board> = board
            .moves()
            .into_iter()
            .filter_map(|square| Reached::by(board, square).board())
            .filter(|&board| self.id(board).is_none())
            .collect();
        boards.sort_unstable();
        boards.dedup();
        boards
    }

    /// Stores the search value of a board, replacing an older one. Expanded positions do not change.
    pub fn insert(&mut self, board: Board, source: Source, value: Score) -> NodeId {
        self.insert_canonical(board.canonical(), source, value)
    }

    pub(super) fn insert_canonical(&mut self, board: Board, source: Source, value: Score) -> NodeId {
        let value = rounded(value);
        let next = NodeId(self.nodes.len() as u32);
        let id = *self.growing().entry(board).or_insert(next);
        if id == next {
            self.nodes.push(BookNode { board, value, source });
        } else if !matches!(self.node(id).source, Source::Moves(_)) {
            self.nodes[id.index()] = BookNode { board, value, source };
        }
        id
    }

    /// Derives the value of a position from its moves. Returns false if one of them leads to an unknown board.
    pub fn expand(&mut self, id: NodeId) -> bool {
        self.expand_with(id, |_, _| Err(())).is_ok()
    }

    pub(super) fn expand_with<E>(
        &mut self,
        id: NodeId,
        mut missing: impl FnMut(&mut Tree, Board) -> Result<NodeId, E>,
    ) -> Result<(), E> {
        let board = self.node(id).board;
        let mut edges = Vec::with_capacity(board.moves().len() as usize);
        for square in board.moves() {
            let mut id_of = |tree: &mut Tree, board| match tree.id(board) {
                Some(id) => Ok(id),
                None => missing(tree, board),
            };
            edges.push(match Reached::by(board, square) {
                Reached::Turn(board) => Edge::Turn(id_of(self, board)?),
                Reached::Again(board) => Edge::Again(id_of(self, board)?),
                Reached::Over(score) => Edge::Over(score),
            });
        }
        let source = &mut self.nodes[id.index()].source;
        self.expanded += usize::from(!matches!(source, Source::Moves(_)));
        *source = Source::Moves(edges);
        Ok(())
    }

    /// Propagates all values back to the initial position.
    pub fn propagate(&mut self) {
        for id in self.in_ply_order().into_iter().rev() {
            if let Some(best) = self.moves(id).map(|(_, _, edge_value)| edge_value).max() {
                self.nodes[id.index()].value = best;
            }
        }
    }

    /// The best moves from the start to the end of the book.
    pub fn best_line(&self) -> Vec<Square> {
        let mut board = Board::START;
        let mut line = Vec::new();
        while let Some((id, symmetry)) = self.find(board) {
            let best = self.moves(id).max_by_key(|&(square, _, value)| (value, Reverse(square)));
            let Some((square, edge, _)) = best else { break };
            let square = symmetry.inverse().square(square);
            line.push(square);
            let after = board.play_unchecked(square);
            board = match edge {
                Edge::Turn(_) => after,
                Edge::Again(_) => after.pass(),
                Edge::Over(_) => break,
            };
        }
        line
    }

    /// Takes less memory, until the tree grows again.
    pub(super) fn compact(&mut self) {
        let mut ids: Vec<NodeId> = self.nodes().map(|(id, _)| id).collect();
        ids.sort_unstable_by_key(|&id| self.node(id).board);
        self.ids = Ids::Sorted(ids);
    }

    fn growing(&mut self) -> &mut HashMap<Board, NodeId> {
        if let Ids::Sorted(_) = self.ids {
            self.ids = Ids::Growing(self.nodes().map(|(id, node)| (node.board, id)).collect());
        }
        match &mut self.ids {
            Ids::Growing(ids) => ids,
            Ids::Sorted(_) => unreachable!("it was just replaced"),
        }
    }

    /// The position with this canonical board.
    pub(super) fn id(&self, board: Board) -> Option<NodeId> {
        match &self.ids {
            Ids::Growing(ids) => ids.get(&board).copied(),
            Ids::Sorted(ids) => {
                let place = ids.binary_search_by_key(&board, |&id| self.node(id).board).ok()?;
                ids.get(place).copied()
            }
        }
    }

    /// All positions, parents before children.
    pub fn in_ply_order(&self) -> Vec<NodeId> {
        let mut ids: Vec<NodeId> = (0..self.nodes.len() as u32).map(NodeId).collect();
        ids.sort_by_key(|&id| Reverse(self.node(id).board.empty().len()));
        ids
    }
}

impl Reached {
    pub(super) fn by(board: Board, square: Square) -> Reached {
        let after = board.play_unchecked(square);
        match () {
            _ if !after.moves().is_empty() => Reached::Turn(after.canonical()),
            _ if !after.pass().moves().is_empty() => Reached::Again(after.pass().canonical()),
            _ => Reached::Over(-Score::from_discs(after.final_margin())),
        }
    }

    pub(super) fn board(self) -> Option<Board> {
        match self {
            Reached::Turn(board) | Reached::Again(board) => Some(board),
            Reached::Over(_) => None,
        }
    }

    /// Value for the side that moved, if `value` is that of a board for its side to move.
    pub(super) fn value(self, value: impl FnOnce(Board) -> Score) -> Score {
        match self {
            Reached::Turn(board) => -value(board),
            Reached::Again(board) => value(board),
            Reached::Over(score) => score,
        }
    }
}

pub(super) fn rounded(value: Score) -> Score {
    let units = value.units();
    Score::from_units((units + units.signum() * GRAIN / 2) / GRAIN * GRAIN)
}
