//! How games are written in a database: as JSON, in types of their own.
//!
//! ```text
//! {"version":1,"event":{"joined":{"by":"black","name":"Ann"}}}
//! {"version":1,"event":{"table":{"played":{"by":"black","square":"f5","clocks":null,"at":2140}}},"command":{"by":"black","id":"c-1","command":"play f5"}}
//! ```
//!
//! The types here mirror those of the store, field by field; the table's own types are stored as `outflank_table` serialises
//! them. Nothing that was ever written may become unreadable: whatever changes the form needs another version.

#[cfg(test)]
mod tests;

use std::fmt::Display;

use outflank_engine::Level;
use outflank_rules::{ByColor, Color, Position};
use outflank_table::{Ending, Event, Terms, Time, TimeControl};
use serde::de::{DeserializeOwned, Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{CommandTag, GameEvent, LoggedEvent, Number, Occupant, Plan, StartKind, Status, StoreError, Summary};
use crate::{CommandId, GameId, Name, Tag};

/// The version that is written, and the only one so far.
const VERSION: u32 = 1;

/// An event, with the command that led to it.
pub(super) fn write_event(event: GameEvent, command: Option<CommandTag>) -> String {
    to_json(&StoredEvent { version: Version, event, command: command.map(StoredTag) })
}

/// What [`write_event`] wrote.
pub(super) fn read_event(text: &str, game: GameId, number: Number) -> Result<LoggedEvent, StoreError> {
    let StoredEvent { version: Version, event, command } =
        from_json(text, &format_args!("event {number} of game {game}"))?;
    Ok(LoggedEvent { number, event, command: command.map(|StoredTag(tag)| tag) })
}

/// A plan.
pub(super) fn write_plan(plan: Plan) -> String {
    to_json(&StoredPlan { version: Version, plan })
}

/// What [`write_plan`] wrote.
pub(super) fn read_plan(text: &str, game: GameId) -> Result<Plan, StoreError> {
    let StoredPlan { version: Version, plan } = from_json(text, &format_args!("the plan of game {game}"))?;
    Ok(plan)
}

/// A summary, without the name of the game.
pub(super) fn write_summary(summary: Summary) -> String {
    let Summary {
        id: _,
        status,
        created,
        updated,
        public,
        start,
        time,
        occupants,
        joined,
        names,
        tags,
        position,
        placements,
        ending,
    } = summary;
    to_json(&StoredSummary {
        version: Version,
        status,
        created,
        updated,
        public,
        start,
        time,
        occupants,
        joined,
        names,
        tags,
        position,
        placements,
        ending,
    })
}

/// What [`write_summary`] wrote.
pub(super) fn read_summary(text: &str, game: GameId) -> Result<Summary, StoreError> {
    let StoredSummary {
        version: Version,
        status,
        created,
        updated,
        public,
        start,
        time,
        occupants,
        joined,
        names,
        tags,
        position,
        placements,
        ending,
    } = from_json(text, &format_args!("the summary of game {game}"))?;
    Ok(Summary {
        id: game,
        status,
        created,
        updated,
        public,
        start,
        time,
        occupants,
        joined,
        names,
        tags,
        position,
        placements,
        ending,
    })
}

fn to_json(stored: &impl Serialize) -> String {
    serde_json::to_string(stored).expect("these types have nothing that JSON cannot say")
}

fn from_json<T: DeserializeOwned>(text: &str, what: &dyn Display) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| {
        let what = match serde_json::from_str(text) {
            Ok(AnyVersion { version }) if version != VERSION => {
                format!("{what} has version {version}, and this program knows version {VERSION}")
            }
            Ok(_) | Err(_) => format!("{what}: {error}"),
        };
        StoreError::Damaged { what }
    })
}

fn no_tags() -> ByColor<Option<Tag>> {
    ByColor::both(None)
}

fn has_no_tags(tags: &ByColor<Option<Tag>>) -> bool {
    *tags == no_tags()
}

/// What every version has.
#[derive(Deserialize)]
struct AnyVersion {
    version: u32,
}

/// [`VERSION`]: nothing else is read.
struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(VERSION)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        match u32::deserialize(deserializer)? {
            VERSION => Ok(Version),
            other => Err(D::Error::invalid_value(Unexpected::Unsigned(other.into()), &"version 1")),
        }
    }
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct StoredEvent {
    version: Version,
    #[serde(with = "GameEventForm")]
    event: GameEvent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<StoredTag>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct StoredPlan {
    version: Version,
    #[serde(with = "PlanForm")]
    plan: Plan,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct StoredSummary {
    version: Version,
    #[serde(with = "StatusForm")]
    status: Status,
    created: Time,
    updated: Time,
    public: bool,
    #[serde(with = "StartKindForm")]
    start: StartKind,
    time: TimeControl,
    #[serde(with = "occupants")]
    occupants: ByColor<Occupant>,
    joined: ByColor<bool>,
    names: ByColor<Option<Name>>,
    #[serde(default = "no_tags", skip_serializing_if = "has_no_tags")]
    tags: ByColor<Option<Tag>>,
    position: Position,
    placements: u8,
    ending: Option<Ending>,
}

#[derive(Deserialize, Serialize)]
struct StoredTag(#[serde(with = "CommandTagForm")] CommandTag);

#[derive(Deserialize, Serialize)]
struct StoredOccupant(#[serde(with = "OccupantForm")] Occupant);

#[derive(Deserialize, Serialize)]
#[serde(remote = "GameEvent", rename_all = "snake_case", deny_unknown_fields)]
enum GameEventForm {
    Joined {
        by: Color,
        name: Option<Name>,
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

#[derive(Deserialize, Serialize)]
#[serde(remote = "CommandTag", deny_unknown_fields)]
struct CommandTagForm {
    by: Color,
    id: CommandId,
    command: String,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Plan", deny_unknown_fields)]
struct PlanForm {
    terms: Terms,
    #[serde(with = "StartKindForm")]
    start: StartKind,
    #[serde(with = "occupants")]
    occupants: ByColor<Occupant>,
    public: bool,
    created: Time,
    rematch_of: Option<GameId>,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "StartKind", rename_all = "snake_case")]
enum StartKindForm {
    Initial,
    Xot,
    Handicap(u8),
    Custom,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Occupant", rename_all = "snake_case")]
enum OccupantForm {
    Creator,
    Friend,
    Anyone,
    Engine(#[serde(with = "level")] Level),
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Status", rename_all = "snake_case")]
enum StatusForm {
    Waiting,
    Running,
    Paused,
    Over,
    Cancelled,
}

/// A level, by its number.
mod level {
    use outflank_engine::{Level, ParseLevelError};
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(level.number())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        Level::new(u8::deserialize(deserializer)?).ok_or(ParseLevelError).map_err(D::Error::custom)
    }
}

/// Both occupants.
mod occupants {
    use outflank_rules::ByColor;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Occupant, StoredOccupant};

    pub(super) fn serialize<S: Serializer>(both: &ByColor<Occupant>, serializer: S) -> Result<S::Ok, S::Error> {
        both.map(StoredOccupant).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ByColor<Occupant>, D::Error> {
        ByColor::deserialize(deserializer).map(|both| both.map(|StoredOccupant(occupant)| occupant))
    }
}
