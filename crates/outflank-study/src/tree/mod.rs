//! A game under study: its moves, variations and comments, the position shown, and undo.
//!
//! ```
//! use outflank_rules::Square;
//! use outflank_study::tree::Tree;
//!
//! let record = outflank_formats::plain::parse("f5d6c3")?.check()?;
//! let mut tree = Tree::of(&record);
//! tree.step(1);
//! tree.play(Square::F6)?;
//! assert_eq!(tree.record().variations().len(), 1);
//! tree.undo();
//! assert_eq!(tree.record(), record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod edit;
mod record;

use std::iter;

use outflank_formats::record::{Details, Note};
use outflank_rules::{Color, Game, IllegalMove, Move, Position, Square};

use edit::History;
pub use edit::{Edit, EditKind};

#[derive(Clone, Debug)]
pub struct Tree {
    start: Position,
    details: Details,
    /// Nodes that were deleted stay, so that they can come back.
    nodes: Vec<Node>,
    /// From the root over the current node to the end of what stepping follows.
    line: Vec<NodeId>,
    at: usize,
    history: History,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

/// A move and the position after it and the pass that it forces. The root is the start.
#[derive(Clone, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    /// The first continues the line, the others are variations.
    children: Vec<NodeId>,
    square: Option<Square>,
    position: Position,
    placements: usize,
    note: Note,
    /// The note on the forced pass after the move.
    pass: Option<Note>,
}

impl Node {
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    pub fn square(&self) -> Option<Square> {
        self.square
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn placements(&self) -> usize {
        self.placements
    }

    pub fn forces_pass(&self) -> bool {
        self.pass.is_some()
    }

    /// A forced pass shares it with the move before.
    pub fn comment(&self) -> String {
        let pass = self.pass.as_ref().map_or("", |pass| &pass.comment);
        let parts = [self.note.comment.trim(), pass.trim()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

impl Tree {
    pub const ROOT: NodeId = NodeId(0);

    pub fn new(start: Position) -> Tree {
        let (position, pass) = passed(start);
        let root = Node {
            parent: None,
            children: Vec::new(),
            square: None,
            position,
            placements: 0,
            note: Note::default(),
            pass,
        };
        Tree {
            start,
            details: Details::default(),
            nodes: vec![root],
            line: vec![Tree::ROOT],
            at: 0,
            history: History::default(),
        }
    }

    pub fn details(&self) -> &Details {
        &self.details
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    pub fn current(&self) -> NodeId {
        self.line[self.at]
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn position(&self) -> &Position {
        self.node(self.current()).position()
    }

    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The moves of the first variations, the root first.
    pub fn main_line(&self) -> Vec<NodeId> {
        iter::once(Tree::ROOT).chain(self.followed(Tree::ROOT)).collect()
    }

    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = iter::successors(Some(id), |&id| self.node(id).parent).collect();
        path.reverse();
        path
    }

    pub fn game(&self, path: &[NodeId]) -> Game {
        let mut game = Game::new(self.start);
        for square in path.iter().filter_map(|&id| self.node(id).square) {
            game.play(square).expect("the moves of a tree are legal");
        }
        game
    }

    pub fn mover(&self, id: NodeId) -> Option<Color> {
        Some(self.node(self.node(id).parent?).position.turn())
    }

    pub fn is_main(&self, id: NodeId) -> bool {
        self.path(id).windows(2).all(|pair| self.node(pair[0]).children.first() == Some(&pair[1]))
    }

    /// The moves with the same predecessor, itself included.
    pub fn alternatives(&self, id: NodeId) -> &[NodeId] {
        self.node(id).parent.map_or(&[], |parent| &self.node(parent).children)
    }

    pub fn child(&self, id: NodeId, square: Square) -> Option<NodeId> {
        self.node(id).children.iter().copied().find(|&child| self.node(child).square == Some(square))
    }

    /// Shows a node. Going back along the line keeps what follows.
    pub fn go(&mut self, id: NodeId) {
        let place = self.node(id).placements;
        if self.line.get(place) != Some(&id) {
            self.line = self.path(id);
        }
        self.at = place;
        let end = self.line[self.line.len() - 1];
        let more: Vec<NodeId> = self.followed(end).collect();
        self.line.extend(more);
    }

    pub fn step(&mut self, to: usize) {
        self.go(self.line[to.min(self.line.len() - 1)]);
    }

    /// Shows the move, which is added unless it is there.
    pub fn play(&mut self, square: Square) -> Result<NodeId, IllegalMove> {
        self.add_line(&[square]).inspect(|&added| self.go(added))
    }

    pub fn is_empty(&self) -> bool {
        self.node(Tree::ROOT).children.is_empty()
    }

    pub fn has_variations(&self) -> bool {
        self.nodes().any(|id| self.node(id).children.len() > 1)
    }

    pub fn has_comments(&self) -> bool {
        self.nodes().any(|id| !self.node(id).comment().is_empty())
    }

    /// Depth first, parents before their children.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut open = vec![Tree::ROOT];
        iter::from_fn(move || {
            let id = open.pop()?;
            open.extend(self.node(id).children.iter().rev());
            Some(id)
        })
    }

    fn followed(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        iter::successors(self.node(id).children.first().copied(), |&id| self.node(id).children.first().copied())
    }

    /// Adds a node without its parent's knowledge.
    fn grow(&mut self, parent: NodeId, square: Square) -> Result<NodeId, IllegalMove> {
        let before = self.node(parent);
        let (position, pass) = passed(before.position.play(square.into())?);
        let placements = before.placements + 1;
        self.nodes.push(Node {
            parent: Some(parent),
            children: Vec::new(),
            square: Some(square),
            position,
            placements,
            note: Note::default(),
            pass,
        });
        Ok(NodeId(self.nodes.len() - 1))
    }
}

fn passed(position: Position) -> (Position, Option<Note>) {
    match position.play(Move::Pass) {
        Ok(after) => (after, Some(Note::default())),
        Err(_) => (position, None),
    }
}
