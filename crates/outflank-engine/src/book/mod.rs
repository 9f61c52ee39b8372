//! The opening book: what positions near the start are worth when both sides look far ahead.
//!
//! - `tree`: the positions with what is known of them, and how values go back to the start.
//! - `packed`: the file. It has no boards: a walk through the tree says which position comes next.
//! - `choice`: which move to play, so that games differ and none of them costs much.
//!
//! The book is for whoever plays. A search never asks it, so that an analysis is always the engine's own. `outflank-train`
//! makes it.

mod choice;
mod packed;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::LazyLock;

use outflank_rules::Position;

use crate::Score;

pub use choice::BookMove;
pub use packed::{Header, UnpackError};
pub use tree::{Edge, Id, Knowledge, Node, Tree};

/// A finished book.
#[derive(Debug)]
pub struct Book {
    tree: Tree,
}

impl Book {
    /// The book that comes with the engine.
    pub fn embedded() -> &'static Book {
        static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
            let (_, tree) =
                Tree::unpack(include_bytes!("../../data/book.bin")).expect("a test reads the embedded file");
            Book::new(tree)
        });
        &EMBEDDED
    }

    /// A book with these positions.
    pub fn new(mut tree: Tree) -> Book {
        tree.settle();
        Book { tree }
    }

    /// What a position is worth to its side to move. `None` if it is not in the book, or of other rules.
    pub fn value(&self, position: &Position) -> Option<Score> {
        let (id, _) = self.tree.find(position.board()?)?;
        Some(self.tree.node(id).value)
    }
}
