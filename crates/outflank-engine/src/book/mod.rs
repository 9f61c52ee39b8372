//! The opening book.
//!
//! - `tree`: positions and their values. `packed`: the file format. `choice`: which move to play.
//!
//! The book is for players only: searches never consult it. `outflank-train` makes it.

mod choice;
mod packed;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::LazyLock;

use outflank_rules::Position;

use crate::Score;

pub use choice::BookMove;
pub use packed::{BookProvenance, UnpackError};
pub use tree::{BookNode, Edge, NodeId, Source, Tree};

/// An opening book.
#[derive(Debug)]
pub struct Book {
    tree: Tree,
}

impl Book {
    /// The embedded book.
    pub fn embedded() -> &'static Book {
        static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
            let (_, tree) =
                Tree::unpack(include_bytes!("../../data/book.bin")).expect("a test reads the embedded file");
            Book::new(tree)
        });
        &EMBEDDED
    }

    /// A book with the positions of a tree.
    pub fn new(mut tree: Tree) -> Book {
        tree.propagate();
        tree.compact();
        Book { tree }
    }

    /// Value for the side to move; `None` if the position is not in the book or of other rules.
    pub fn value(&self, position: &Position) -> Option<Score> {
        let (id, _) = self.tree.find(position.board()?)?;
        Some(self.tree.node(id).value)
    }
}
