use std::cmp::Reverse;
use std::error::Error;
use std::fmt;

use super::packed::MAX_BOARDS;
use super::tree::{BookNode, Source, Tree};

/// Why two books were not merged.
#[allow(missing_docs, reason = "the variants name what is wrong")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeError {
    DifferentDepths { this: u8, other: u8 },
    TooLarge,
}

impl Tree {
    /// Adds the positions of another book, and propagates the values.
    ///
    /// A position is expanded if it is in one of the books. Otherwise a full search counts more than a quick one, and of two
    /// searches the value nearer to a draw. So neither the order nor a repetition matters.
    pub fn merge(&mut self, other: &Tree) -> Result<(), MergeError> {
        if self.depth() != other.depth() {
            return Err(MergeError::DifferentDepths { this: self.depth(), other: other.depth() });
        }
        let new = other.nodes().filter(|(_, node)| self.id(node.board).is_none()).count();
        if self.nodes().len() + new > MAX_BOARDS {
            return Err(MergeError::TooLarge);
        }
        let mut expanded = Vec::new();
        for (_, node) in other.nodes() {
            let known = self.id(node.board).map(|id| self.node(id));
            let is_expanded = matches!(node.source, Source::Moves(_));
            if known.is_none_or(|known| weight(node) > weight(known)) {
                let source = if is_expanded { Source::Search } else { node.source.clone() };
                let id = self.insert_canonical(node.board, source, node.value);
                expanded.extend(is_expanded.then_some(id));
            }
        }
        for id in expanded {
            assert!(self.expand(id), "the other book has all its children");
        }
        self.propagate();
        Ok(())
    }
}

/// An order in which only equal values of the same kind are equal.
fn weight(node: &BookNode) -> (u8, Reverse<i32>, i32) {
    let units = node.value.units();
    match node.source {
        Source::Moves(_) => (2, Reverse(0), 0),
        Source::Search => (1, Reverse(units.abs()), units),
        Source::QuickSearch => (0, Reverse(units.abs()), units),
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::DifferentDepths { this, other } => {
                write!(f, "searched to depth {other}, not {this}; only books of the same depth can be merged")
            }
            MergeError::TooLarge => write!(f, "together the books have more than {MAX_BOARDS} boards"),
        }
    }
}

impl Error for MergeError {}
