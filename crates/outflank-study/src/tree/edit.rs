use std::mem;

use outflank_formats::record::Note;
use outflank_rules::{Game, IllegalMove, Square};

use super::{NodeId, Tree};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    pub kind: EditKind,
    /// The first move added, or the move that was deleted, promoted or commented on.
    pub node: NodeId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditKind {
    Move,
    Deletion,
    Promotion,
    Comment,
}

#[derive(Clone, Debug, Default)]
pub(super) struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The number of steps when the tree was read or saved.
    saved: usize,
    /// Other edits have replaced the saved state.
    is_saved_gone: bool,
}

#[derive(Clone, Debug)]
struct Step {
    edit: Edit,
    change: Change,
    shown: [NodeId; 2],
}

#[derive(Clone, Debug)]
enum Change {
    Children { of: NodeId, before: Vec<NodeId>, after: Vec<NodeId> },
    Notes { of: NodeId, before: Notes, after: Notes },
}

#[derive(Clone, Debug)]
struct Notes {
    note: Note,
    pass: Option<Note>,
}

impl Tree {
    /// Adds the moves that are not there, and stays. Returns the last one. Adds nothing if one of them is illegal.
    pub fn add_line(&mut self, squares: &[Square]) -> Result<NodeId, IllegalMove> {
        let mut at = self.current();
        let mut squares = squares.iter();
        let (parent, first) = loop {
            let Some(&square) = squares.next() else { return Ok(at) };
            match self.child(at, square) {
                Some(child) => at = child,
                None => break (at, square),
            }
        };
        let before = self.nodes.len();
        let grown = self.grow_line(parent, first, squares.as_slice());
        let Ok(last) = grown else {
            self.nodes.truncate(before);
            return grown;
        };
        let mut children = self.node(parent).children.clone();
        let added = NodeId(before);
        children.push(added);
        self.change_children(Edit { kind: EditKind::Move, node: added }, parent, children, self.current());
        if let Some(step) = self.history.done.last_mut() {
            step.shown[1] = added;
        }
        Ok(last)
    }

    fn grow_line(&mut self, parent: NodeId, first: Square, rest: &[Square]) -> Result<NodeId, IllegalMove> {
        let mut last = self.grow(parent, first)?;
        for &square in rest {
            let next = self.grow(last, square)?;
            self.nodes[last.0].children.push(next);
            last = next;
        }
        Ok(last)
    }

    /// Deletes a move and all that follows it. Returns `false` for the start, which stays.
    pub fn delete(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else { return false };
        let mut children = self.node(parent).children.clone();
        children.retain(|&child| child != id);
        let is_shown = self.path(self.current()).contains(&id);
        let shown = if is_shown { parent } else { self.current() };
        self.change_children(Edit { kind: EditKind::Deletion, node: id }, parent, children, shown);
        true
    }

    /// Puts a variation before the line that it leaves. Returns its first move, or `None` if there is nothing before it.
    pub fn promote(&mut self, id: NodeId) -> Option<NodeId> {
        let is_first = |&id: &NodeId| self.alternatives(id).first() == Some(&id);
        let first = self.path(id).into_iter().skip(1).rfind(|id| !is_first(id))?;
        let parent = self.node(first).parent?;
        let others = self.node(parent).children.iter().copied().filter(|&child| child != first);
        let children = [first].into_iter().chain(others).collect();
        self.change_children(Edit { kind: EditKind::Promotion, node: first }, parent, children, self.current());
        Some(first)
    }

    /// Returns whether that changes anything.
    pub fn set_comment(&mut self, id: NodeId, comment: &str) -> bool {
        let comment = comment.trim();
        if self.node(id).comment() == comment {
            return false;
        }
        let node = self.node(id);
        let before = Notes { note: node.note.clone(), pass: node.pass.clone() };
        let after = Notes {
            note: Note { comment: comment.to_owned(), ..before.note.clone() },
            pass: before.pass.clone().map(|pass| Note { comment: String::new(), ..pass }),
        };
        let change = Change::Notes { of: id, before, after };
        self.apply(Edit { kind: EditKind::Comment, node: id }, change, self.current());
        true
    }

    pub fn undo(&mut self) -> Option<Edit> {
        let step = self.history.done.pop()?;
        self.write(&step.change, false);
        self.show_again(step.shown[0]);
        let edit = step.edit;
        self.history.undone.push(step);
        Some(edit)
    }

    pub fn redo(&mut self) -> Option<Edit> {
        let step = self.history.undone.pop()?;
        self.write(&step.change, true);
        self.show_again(step.shown[1]);
        let edit = step.edit;
        self.history.done.push(step);
        Some(edit)
    }

    pub fn is_edited(&self) -> bool {
        self.history.is_saved_gone || self.history.saved != self.history.done.len()
    }

    pub fn mark_as_saved(&mut self) {
        (self.history.saved, self.history.is_saved_gone) = (self.history.done.len(), false);
    }

    /// Adds the moves of a game that went on, before other moves. This is not an edit. Returns the game's nodes, the root first.
    pub fn extend(&mut self, game: &Game) -> Vec<NodeId> {
        let mut nodes = vec![Tree::ROOT];
        let mut last = Tree::ROOT;
        for square in game.placements() {
            last = match self.child(last, square) {
                Some(child) => child,
                None => match self.grow(last, square) {
                    Ok(added) => {
                        self.insert_first(last, added);
                        added
                    }
                    Err(_) => break,
                },
            };
            nodes.push(last);
        }
        self.show_again(self.current());
        nodes
    }

    /// Undo must not take it away.
    fn insert_first(&mut self, parent: NodeId, added: NodeId) {
        self.nodes[parent.0].children.insert(0, added);
        for step in self.history.done.iter_mut().chain(&mut self.history.undone) {
            if let Change::Children { of, before, after } = &mut step.change
                && *of == parent
            {
                before.insert(0, added);
                after.insert(0, added);
            }
        }
    }

    fn change_children(&mut self, edit: Edit, of: NodeId, after: Vec<NodeId>, shown: NodeId) {
        let before = self.node(of).children.clone();
        self.apply(edit, Change::Children { of, before, after }, shown);
    }

    fn apply(&mut self, edit: Edit, change: Change, shown: NodeId) {
        let step = Step { edit, shown: [self.current(), shown], change };
        self.write(&step.change, true);
        self.history.push(step);
        self.show_again(shown);
    }

    fn write(&mut self, change: &Change, forward: bool) {
        match change {
            Change::Children { of, before, after } => {
                self.nodes[of.0].children.clone_from(if forward { after } else { before });
            }
            Change::Notes { of, before, after } => {
                let Notes { note, pass } = if forward { after } else { before }.clone();
                let node = &mut self.nodes[of.0];
                (node.note, node.pass) = (note, pass);
            }
        }
    }

    /// The line may have changed.
    fn show_again(&mut self, id: NodeId) {
        let line = mem::take(&mut self.line);
        let is_whole = line.windows(2).all(|pair| self.node(pair[0]).children.contains(&pair[1]));
        self.line = if is_whole { line } else { self.path(id) };
        self.go(id);
    }
}

impl History {
    fn push(&mut self, step: Step) {
        self.is_saved_gone |= self.saved > self.done.len();
        self.undone.clear();
        self.done.push(step);
    }
}
