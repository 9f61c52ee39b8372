//! The games that somebody plays or watches now.
//!
//! The [`Hall`] has a room for every such game. A room is a task that owns the game's table, so that one thing happens at a time in it:
//! decide, append, evolve, answer, tell. Rooms come from the store and go when nobody is in them.
//!
//! - `hall`: all games, as `http` asks for them. `house`: what all rooms share, and which of them are open. `room`: one game.
//! - `journal`: a game as it follows from its plan and its events. `describe`: how it is told.
//! - `judge`: what follows from a request. `refused`: why nothing does.
//! - `propose`, `new_game`, `tokens`, `rematch`: how games come about.
//! - `engine_seat`, `presence`, `known`: who plays, who is there, and who may come in.
//! - `keeper`: looks after games that nobody is in. `heartbeat`: notes that the server runs, `pulse`: what it found.
//! - `lists`: lists of games that are streamed as they change.
//! - `follower`: what other servers of the store do. `progress`: how far a room is.
//!
//! Any number of servers can share a store, and each can serve every game: a room is a cache, and the number of the next event
//! decides who is next. Rates of requests and of chat, and the number of those who watch, are counted by each server for itself.
//!
//! Nothing is told before it is in the store. What the store has not acknowledged is read again before anything else is
//! done, so that a room never believes anything that is not there.

mod describe;
mod engine_seat;
mod follower;
mod hall;
mod heartbeat;
mod house;
mod journal;
mod judge;
mod keeper;
mod known;
mod lists;
mod message;
mod new_game;
mod presence;
mod progress;
mod propose;
mod pulse;
mod refused;
mod rematch;
mod room;
#[cfg(test)]
pub(crate) mod tests;
mod tokens;

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
