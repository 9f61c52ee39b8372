//! A searchable collection of games.
//!
//! 1. A [`Collection`] is built from files of any format.
//! 2. [`Collection::write`] indexes it: the games, and for each number of discs the games sorted by their position at that point,
//!    for binary search.
//! 3. [`Index::open`] reads the games; orders are read when needed. Every part has a checksum.
//! 4. [`Index::find`] finds games by a [`Filter`]. [`Index::continuations`], [`Index::results`], [`Index::summary`] and
//!    [`Index::explore`] compute statistics.
//!
//! Symmetric positions are equal, and so are positions with swapped colours. Only standard games are indexed.

mod collection;
mod explore;
mod file;
mod filter;
mod game;
mod key;
mod orders;
mod outline;
mod position;
mod stored;
mod summary;

pub use collection::{CannotAdd, Collection, NotStandard, Source};
pub use explore::{Explored, ExploredGame, ExploredMove};
pub use file::{OpenIndexError, Part};
pub use filter::Filter;
pub use game::{GameId, GameView};
pub use key::{GameKey, ParseGameKeyError};
pub use outline::Outline;
pub use position::Continuation;
pub use stored::Index;
pub use summary::{Count, Summary, Tally};
