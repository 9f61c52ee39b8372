//! The positions of a book, each once whatever way it is reached or turned.

use std::collections::HashMap;

use outflank_rules::{Board, Square, Symmetry};

use crate::Score;

/// The positions of a book. It begins with the start of the game and grows where it is expanded.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    ids: HashMap<Board, Id>,
    /// How many plies the searches looked ahead.
    depth: u8,
    /// How many positions are expanded.
    expanded: usize,
}

/// Names a position of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

impl Id {
    /// The place of the position in [`Tree::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The least of the boards that are symmetric to it. Its side to move has a move.
    pub board: Board,
    /// What it is worth to its side to move. For a position that is expanded, this is what its best move is worth, as of
    /// the last [`Tree::settle`].
    pub value: Score,
    /// Where the value comes from.
    pub knowledge: Knowledge,
}

/// Where the value of a position comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// A search that did not look as far as the others, which is enough for a bad move.
    Glance,
    /// A search.
    Search,
    /// Its moves. They are in the order of their squares on the board of the node, and none is missing.
    Moves(Vec<Edge>),
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The opponent is to move here.
    Turn(Id),
    /// The opponent had to pass, and it is the same side's turn again.
    Again(Id),
    /// The game is over, with this score for who made the move.
    Over(Score),
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    Turn(Board),
    Again(Board),
    Over(Score),
}

/// Values are multiples of so many steps, an eighth of a disc: no search is more exact, and they fit into a byte.
pub(super) const GRAIN: i32 = Score::STEPS / 8;

impl Tree {
    /// Nothing but the start of the game, of which nothing is known. Searches are to look so many plies ahead.
    pub fn new(depth: u8) -> Tree {
        let mut tree = Tree::empty(depth, 1);
        tree.learn(Board::START, Knowledge::Glance, Score::default());
        tree
    }

    /// Not even the start of the game, but room for so many positions.
    pub(super) fn empty(depth: u8, room: usize) -> Tree {
        Tree { nodes: Vec::with_capacity(room), ids: HashMap::with_capacity(room), depth, expanded: 0 }
    }

    /// How many plies the searches look ahead.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// How many positions are expanded: those that a player finds moves for.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// All positions.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (Id, &Node)> {
        self.nodes.iter().enumerate().map(|(index, node)| (Id(index as u32), node))
    }

    /// A position of this tree.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id.index()]
    }

    /// The start of the game.
    pub fn start(&self) -> Id {
        Id(0)
    }

    /// A board in any orientation, and how it is to be turned to become the board of its node.
    pub fn find(&self, board: Board) -> Option<(Id, Symmetry)> {
        let canonical = board.canonical();
        let id = *self.ids.get(&canonical)?;
        let symmetry = Symmetry::ALL.into_iter().find(|symmetry| symmetry.board(board) == canonical)?;
        Some((id, symmetry))
    }

    /// The moves of a position that is expanded, with what each is worth to the side that makes it.
    pub fn moves(&self, id: Id) -> impl Iterator<Item = (Square, Edge, Score)> {
        let node = self.node(id);
        let edges = match &node.knowledge {
            Knowledge::Moves(edges) => &edges[..],
            Knowledge::Glance | Knowledge::Search => &[],
        };
        node.board.moves().into_iter().zip(edges).map(|(square, &edge)| (square, edge, self.worth(edge)))
    }

    /// What a move is worth to who makes it.
    pub fn worth(&self, edge: Edge) -> Score {
        match edge {
            Edge::Turn(id) => -self.node(id).value,
            Edge::Again(id) => self.node(id).value,
            Edge::Over(score) => score,
        }
    }

    /// The boards that one move leads to and of which nothing is known yet.
    pub fn unknown_after(&self, id: Id) -> Vec<Board> {
        let board = self.node(id).board;
        let mut boards: Vec<Board> = board
            .moves()
            .into_iter()
            .filter_map(|square| match Reached::by(board, square) {
                Reached::Turn(board) | Reached::Again(board) => (!self.ids.contains_key(&board)).then_some(board),
                Reached::Over(_) => None,
            })
            .collect();
        boards.sort_unstable();
        boards.dedup();
        boards
    }

    /// Takes in what a search found out about a board, in place of what was known of it. A position that is expanded is
    /// known better than that, and stays as it is.
    pub fn learn(&mut self, board: Board, knowledge: Knowledge, value: Score) -> Id {
        self.learn_canonical(board.canonical(), knowledge, value)
    }

    /// [`Tree::learn`] for a board that is the least of those that are symmetric to it.
    pub(super) fn learn_canonical(&mut self, board: Board, knowledge: Knowledge, value: Score) -> Id {
        let value = rounded(value);
        let next = Id(self.nodes.len() as u32);
        let id = *self.ids.entry(board).or_insert(next);
        if id == next {
            self.nodes.push(Node { board, value, knowledge });
        } else if !matches!(self.node(id).knowledge, Knowledge::Moves(_)) {
            self.nodes[id.index()] = Node { board, value, knowledge };
        }
        id
    }

    /// Lets the value of a position follow from its moves. `false` if one of them leads to a board of which nothing is
    /// known; then nothing changes.
    pub fn expand(&mut self, id: Id) -> bool {
        self.expand_with(id, |_, _| Err(())).is_ok()
    }

    /// [`Tree::expand`] for a caller who lets the tree learn what is missing: it is asked for the place of each board of
    /// which nothing is known, in the order of the moves.
    pub(super) fn expand_with<E>(
        &mut self,
        id: Id,
        mut missing: impl FnMut(&mut Tree, Board) -> Result<Id, E>,
    ) -> Result<(), E> {
        let board = self.node(id).board;
        let mut edges = Vec::with_capacity(board.moves().len() as usize);
        for square in board.moves() {
            let mut id_of = |tree: &mut Tree, board| match tree.ids.get(&board) {
                Some(&id) => Ok(id),
                None => missing(tree, board),
            };
            edges.push(match Reached::by(board, square) {
                Reached::Turn(board) => Edge::Turn(id_of(self, board)?),
                Reached::Again(board) => Edge::Again(id_of(self, board)?),
                Reached::Over(score) => Edge::Over(score),
            });
        }
        let knowledge = &mut self.nodes[id.index()].knowledge;
        self.expanded += usize::from(!matches!(knowledge, Knowledge::Moves(_)));
        *knowledge = Knowledge::Moves(edges);
        Ok(())
    }

    /// Carries the values of all positions back to the start.
    pub fn settle(&mut self) {
        for id in self.by_discs().into_iter().rev() {
            if let Some(best) = self.moves(id).map(|(_, _, worth)| worth).max() {
                self.nodes[id.index()].value = best;
            }
        }
    }

    /// All positions, such that every position comes before those that its moves lead to: they have a disc more.
    pub fn by_discs(&self) -> Vec<Id> {
        let mut ids: Vec<Id> = (0..self.nodes.len() as u32).map(Id).collect();
        ids.sort_by_key(|&id| std::cmp::Reverse(self.node(id).board.empty().len()));
        ids
    }
}

impl Reached {
    fn by(board: Board, square: Square) -> Reached {
        let after = board.play_unchecked(square);
        match () {
            _ if !after.moves().is_empty() => Reached::Turn(after.canonical()),
            _ if !after.pass().moves().is_empty() => Reached::Again(after.pass().canonical()),
            _ => Reached::Over(-Score::from_discs(after.final_margin())),
        }
    }
}

/// The nearest multiple of the grain, the same on both sides of zero.
fn rounded(value: Score) -> Score {
    let steps = value.steps();
    Score::from_steps((steps + steps.signum() * GRAIN / 2) / GRAIN * GRAIN)
}
