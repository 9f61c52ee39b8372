//! Who opens by the book: the one place where this is decided, for every seat that an engine can have.

use std::time::Duration;

use outflank_engine::{Book, BookMove, Level};
use outflank_formats::Points;
use outflank_rules::Game;

use crate::{Action, Choice};

/// Whether engines open by the book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookUse {
    /// Those whose level does. What bounds say about how far to look does not matter: the book looked further.
    #[default]
    ByLevel,
    /// None does.
    Never,
}

impl BookUse {
    /// Unpacks the book if an engine at this level opens by it, so that no move has to wait for that.
    pub fn prepare(self, level: Level) {
        if self.is_for(level) {
            Book::embedded();
        }
    }

    /// The move of an engine at this level if it plays one from the book; it has to think otherwise. `entropy` is asked
    /// for a number that is not always the same, if there may be a choice.
    ///
    /// This is for moves that are played. Who is asked for advice thinks.
    pub fn choose(self, level: Level, game: &Game, entropy: impl FnOnce() -> u64) -> Option<BookMove> {
        if self.is_for(level) { Book::embedded().choose(game, entropy()) } else { None }
    }

    fn is_for(self, level: Level) -> bool {
        match self {
            BookUse::ByLevel => level.opens_by_book(),
            BookUse::Never => false,
        }
    }
}

impl From<BookMove> for Choice {
    /// Nobody had to think about it.
    fn from(mv: BookMove) -> Choice {
        Choice {
            action: Action::Place(mv.square),
            eval: Points::from_f64(mv.value.discs().into()),
            time: Some(Duration::ZERO),
        }
    }
}
