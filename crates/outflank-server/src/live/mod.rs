//! Running games.
//!
//! The [`Hall`] opens a room for every game that is played or watched. A room is a task that owns the game's table, so commands are
//! decided one at a time: decide, append, evolve, respond, broadcast. Rooms close when they are empty, and open again from the store.
//!
//! Any number of servers can share a store, and each can serve every game: a room is a cache, and the store's event numbers order the
//! writers. Rate limits and watcher limits are counted by each server for itself.
//!
//! Watchers only see committed events. After a failed append a room reloads the log before it does anything else.

mod create;
mod engine_seat;
mod errors;
mod follower;
mod hall;
mod journal;
mod judge;
mod keeper;
mod lists;
mod message;
mod new_game;
mod outage;
mod presence;
mod progress;
mod rematch;
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
use crate::{GameId, Name};

/// A game with everything that happened in it.
#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    /// Its name.
    pub(crate) id: GameId,
    /// What was agreed on.
    pub(crate) plan: Plan,
    /// What the players want to be called.
    pub(crate) names: ByColor<Option<Name>>,
    /// Where it stands; none if it has not begun.
    pub(crate) table: Option<Table>,
    /// What happened at the table.
    pub(crate) events: Vec<Event>,
}
