use outflank_rules::Color;
use outflank_table::{Event, Time};
use serde::{Deserialize, Serialize};

use super::{Holder, Number, Summary};
use crate::{CommandId, GameId, Name, Tag};

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GameEvent {
    Joined {
        by: Color,
        name: Option<Name>,
        /// Distinguishes players with the same name. Engines have none, nor do games older than tags.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<Tag>,
    },
    Cancelled {
        by: Color,
    },
    Table(Event),
    Continued {
        game: GameId,
    },
}

impl GameEvent {
    /// When the game was begun, continued or ended by this event. Retention counts from the last one.
    pub(crate) fn moved_at(&self) -> Option<Time> {
        match *self {
            GameEvent::Table(
                Event::Opened { at, .. }
                | Event::Played { at, .. }
                | Event::TakenBack { at, .. }
                | Event::Ended { at, .. },
            ) => Some(at),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct LoggedEvent {
    pub number: Number,
    pub event: GameEvent,
    pub command: Option<CommandTag>,
}

/// Identifies a command, so that it is executed once.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CommandTag {
    /// Different players may use the same ids.
    pub by: Color,
    pub id: CommandId,
    pub command: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    pub events: Vec<(GameEvent, Option<CommandTag>)>,
    pub holders: Vec<Holder>,
    pub summary: Summary,
    /// When the game needs attention without a request: a flag falls, or the engine is to move.
    pub due: Option<Time>,
}

impl Batch {
    pub(crate) fn moved(&self) -> Option<Time> {
        self.events.iter().filter_map(|(event, _)| event.moved_at()).max()
    }
}
