use std::time::Duration;

use outflank_engine::{Book, BookMove, Level};
use outflank_formats::Points;
use outflank_rules::Game;

use crate::{Action, Choice};

#[derive(Clone, Copy, Debug, Default)]
pub enum BookUse {
    /// As the level says. Search bounds do not matter: the book was searched deeper.
    #[default]
    ByLevel,
    /// As the level says, from another book than the embedded one.
    Own(&'static Book),
    Never,
}

impl BookUse {
    pub fn prepare(self, level: Level) {
        self.book(level);
    }

    /// A book move to play at this level; hints and analysis search instead.
    pub fn choose(self, level: Level, game: &Game, entropy: impl FnOnce() -> u64) -> Option<BookMove> {
        self.book(level)?.choose(game, entropy())
    }

    fn book(self, level: Level) -> Option<&'static Book> {
        match self {
            BookUse::ByLevel if level.opens_by_book() => Some(Book::embedded()),
            BookUse::Own(book) if level.opens_by_book() => Some(book),
            BookUse::ByLevel | BookUse::Own(_) | BookUse::Never => None,
        }
    }
}

impl From<BookMove> for Choice {
    fn from(mv: BookMove) -> Choice {
        Choice {
            action: Action::Place(mv.square),
            eval: Points::from_f64(mv.value.discs().into()),
            time: Some(Duration::ZERO),
        }
    }
}
