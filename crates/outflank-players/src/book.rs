use std::time::Duration;

use outflank_engine::{Book, BookMove, Level};
use outflank_formats::Points;
use outflank_rules::Game;

use crate::{Action, Choice};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookUse {
    /// As the level says. Search bounds do not matter: the book was searched deeper.
    #[default]
    ByLevel,
    Never,
}

impl BookUse {
    pub fn prepare(self, level: Level) {
        if self.is_for(level) {
            Book::embedded();
        }
    }

    /// A book move to play at this level; hints and analysis search instead.
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
    fn from(mv: BookMove) -> Choice {
        Choice {
            action: Action::Place(mv.square),
            eval: Points::from_f64(mv.value.discs().into()),
            time: Some(Duration::ZERO),
        }
    }
}
