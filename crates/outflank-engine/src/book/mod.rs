//! The opening book.
//!
//! - `tree`: positions and their values. `choice`: which move to play.
//! - `grow`: which positions to add, by the values and by what people play (`popularity`); `searchers` give them values.
//! - `merge`: several books as one. `packed`: the file format. `edax`: the text format of Edax.
//!
//! The book is for players only: searches never consult it. `outflank book` makes it.

mod choice;
mod edax;
mod grow;
mod merge;
mod packed;
mod popularity;
mod searchers;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::LazyLock;

use outflank_rules::Position;

use crate::Score;

pub use choice::BookMove;
pub use edax::{EdaxBook, EdaxError, EdaxErrorKind, Imported};
pub use grow::Growth;
pub use merge::MergeError;
pub use packed::{BookProvenance, UnpackError};
pub use popularity::Popularity;
pub use searchers::{Searchers, Watch};
pub use tree::{BookNode, Edge, NodeId, Source, Tree};

/// An opening book.
#[derive(Debug)]
pub struct Book {
    tree: Tree,
}

impl Book {
    /// The file of the embedded book.
    pub const EMBEDDED: &'static [u8] = include_bytes!("../../data/book.bin");

    /// The embedded book.
    pub fn embedded() -> &'static Book {
        static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
            let (_, tree) = Tree::unpack(Book::EMBEDDED).expect("a test reads the embedded file");
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

    /// The positions.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Value for the side to move; `None` if the position is not in the book or of other rules.
    pub fn value(&self, position: &Position) -> Option<Score> {
        let (id, _) = self.tree.find(position.board()?)?;
        Some(self.tree.node(id).value)
    }
}
