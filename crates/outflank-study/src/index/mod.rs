//! A collection of games to ask: who played whom, when, where, which opening, and what was played in a position.
//!
//! 1. A [`Collection`] is gathered from files of any format.
//! 2. [`Collection::write`] makes an index of it: the games, and for each number of discs on the board the games in the
//!    order of the position that they then had. That is all a position needs to be found by halving.
//! 3. [`Index::open`] reads the games; of the orders it reads only the one that a question needs. Every part has a
//!    checksum, and a part that is damaged is an error when it is read.
//! 4. [`Index::find`] answers a [`Filter`] with games. [`Index::continuations`], [`Index::results`] and
//!    [`Index::summary`] tell about them. [`Index::explore`] tells about a position.
//!
//! Positions that are symmetric are one position, and so are those that differ in the colours only. Only games by the
//! standard rules are taken.

mod answer;
mod collection;
mod explore;
mod file;
mod filter;
mod game;
mod orders;
mod position;
mod stored;

pub use answer::{Count, Summary, Tally};
pub use collection::{CannotAdd, Collection, NotStandard, Source};
pub use explore::{Explored, ExploredGame, ExploredMove};
pub use file::{OpenIndexError, Part};
pub use filter::Filter;
pub use game::{GameId, GameView};
pub use position::Continuation;
pub use stored::Index;
