//! Running games.
//!
//! The [`Hall`] opens a room for every game that is played or watched. A room is a task that owns the game's table, so commands are decided
//! one at a time: decide, append, evolve, respond, broadcast. Rooms close when they are empty, and open again from the store.
//!
//! Any number of servers can share a store, and each can serve every game: a room is a cache, and the store's event numbers order the
//! writers. Rate limits and watcher limits are counted per server.
//!
//! Watchers only see committed events. After a failed append a room reloads the log before it does anything else.

mod create;
mod decide;
mod engine_games;
mod engine_seat;
mod errors;
mod follower;
mod hall;
mod journal;
mod keeper;
mod lists;
mod message;
mod new_game;
mod outage;
mod presence;
mod progress;
mod room;
mod seat_cache;
mod shared;
#[cfg(test)]
pub(crate) mod tests;
mod tokens;
mod view;

pub(crate) use hall::Hall;
pub(crate) use lists::ListFeed;
pub(crate) use message::{Message, MessageKind, Subscription};

use outflank_rules::ByColor;
use outflank_table::{Event, Table};

use crate::store::Plan;
use crate::wire::Problem;
use crate::{GameId, Name};

/// The answer to a request, which may be refused.
pub(crate) type Answer<T> = Result<T, Problem>;

#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) id: GameId,
    pub(crate) plan: Plan,
    pub(crate) names: ByColor<Option<Name>>,
    /// None if the game has not started.
    pub(crate) table: Option<Table>,
    pub(crate) events: Vec<Event>,
}
