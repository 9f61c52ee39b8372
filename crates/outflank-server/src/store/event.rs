//! What happens in a game of a server.

use outflank_rules::Color;
use outflank_table::{Event, Time};

use super::{Holder, Number, Summary};
use crate::{CommandId, GameId, Name, Tag};

/// Something that has happened in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEvent {
    /// A player sat down.
    Joined {
        /// On which seat.
        by: Color,
        /// What to call the player.
        name: Option<Name>,
        /// What tells the player apart from others of that name. Engines have none, nor do games from before there were tags.
        tag: Option<Tag>,
    },
    /// The game was withdrawn before it began.
    Cancelled {
        /// By whom.
        by: Color,
    },
    /// Something happened at the table.
    Table(Event),
    /// There is a rematch.
    Continued {
        /// The next game.
        game: GameId,
    },
}

/// An event of a game's log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedEvent {
    /// Its number.
    pub number: Number,
    /// What happened.
    pub event: GameEvent,
    /// The command that led to it, if a client gave it.
    pub command: Option<CommandTag>,
}

/// Which command led to an event, so that it is not carried out again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTag {
    /// Who gave it. Different players may use the same ids.
    pub by: Color,
    /// What its sender called it.
    pub id: CommandId,
    /// The command itself, as text, so that another one under the same id is noticed.
    pub command: String,
}

/// Events that belong together, and what follows from them for lists and timers.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The events, in order and without their numbers.
    pub events: Vec<(GameEvent, Option<CommandTag>)>,
    /// Those who hold a seat from now on. There are rarely any.
    pub holders: Vec<Holder>,
    /// What to list from now on.
    pub summary: Summary,
    /// When somebody has to look after the game although nobody asks: a flag falls, or the engine is to move.
    pub due: Option<Time>,
}
