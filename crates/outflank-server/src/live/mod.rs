//! Running games. The [`Hall`] opens a room for every game that is played or watched: a task that owns the game's table, so commands are
//! decided one at a time: decide, append, evolve, respond, broadcast. Rooms close when they are empty, and open again from the store.
//!
//! Any number of servers can share a store, and each can serve every game: a room is a cache, and the store's event numbers order the
//! writers. Rate limits and watcher limits are counted per server. After a failed append a room reloads the log before anything else.

mod create;
mod decide;
mod devices;
mod engine_games;
mod engine_seat;
mod errors;
mod follower;
mod hall;
pub(crate) mod host;
mod journal;
mod keeper;
mod lists;
mod message;
mod new_game;
mod outage;
mod presence;
mod progress;
mod retention;
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

use self::journal::{Journal, Standing};
use crate::store::{LoggedEvent, Plan};
use crate::wire::Problem;
use crate::{GameId, Name};

pub(crate) type Answer<T> = Result<T, Problem>;

#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) id: GameId,
    pub(crate) plan: Plan,
    pub(crate) names: ByColor<Option<Name>>,
    pub(crate) table: Option<Table>,
    pub(crate) events: Vec<Event>,
}

impl PlayedGame {
    pub(crate) fn new(id: GameId, plan: Plan, log: &[LoggedEvent]) -> PlayedGame {
        let mut journal = Journal::new(id, plan.clone());
        log.iter().for_each(|logged| journal.apply(logged));
        let events = log.iter().filter_map(|logged| logged.event.at_table().copied()).collect();
        let Standing { seating, table, .. } = journal.standing().clone();
        PlayedGame { id, plan, names: seating.names, table, events }
    }
}
