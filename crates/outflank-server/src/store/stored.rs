//! The JSON form of games in a database.
//!
//! ```text
//! {"version":1,"event":{"joined":{"by":"black","name":"Ann"}}}
//! {"version":1,"event":{"table":{"played":{"by":"black","square":"f5","clocks":null,"at":2140}}},"command":{"by":"black","id":"c-1","command":"play f5"}}
//! ```
//!
//! Everything ever written must stay readable: any change of the form needs a new version.

#[cfg(test)]
mod tests;

use std::fmt::Display;

use serde::de::{DeserializeOwned, Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{CommandTag, GameEvent, LoggedEvent, Number, Plan, StoreError, Summary};
use crate::GameId;

const VERSION: u32 = 1;

pub(super) fn write_event(event: GameEvent, command: Option<CommandTag>) -> String {
    to_json(&StoredEvent { version: Version, event, command })
}

pub(super) fn read_event(text: &str, game: GameId, number: Number) -> Result<LoggedEvent, StoreError> {
    let StoredEvent { version: Version, event, command } =
        from_json(text, &format_args!("event {number} of game {game}"))?;
    Ok(LoggedEvent { number, event, command })
}

pub(super) fn write_plan(plan: Plan) -> String {
    to_json(&StoredPlan { version: Version, plan })
}

pub(super) fn read_plan(text: &str, game: GameId) -> Result<Plan, StoreError> {
    let StoredPlan { version: Version, plan } = from_json(text, &format_args!("the plan of game {game}"))?;
    Ok(plan)
}

pub(super) fn write_summary(summary: Summary) -> String {
    to_json(&StoredSummary { version: Version, summary })
}

pub(super) fn read_summary(text: &str, game: GameId) -> Result<Summary, StoreError> {
    let StoredSummary { version: Version, summary } = from_json(text, &format_args!("the summary of game {game}"))?;
    Ok(Summary { id: game, ..summary })
}

fn to_json(stored: &impl Serialize) -> String {
    serde_json::to_string(stored).expect("stored types are valid JSON")
}

fn from_json<T: DeserializeOwned>(text: &str, what: &dyn Display) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| {
        let what = match serde_json::from_str(text) {
            Ok(AnyVersion { version }) if version != VERSION => {
                format!("{what} has version {version}; this program reads version {VERSION}")
            }
            Ok(_) | Err(_) => format!("{what}: {error}"),
        };
        StoreError::Damaged { what }
    })
}

#[derive(Deserialize)]
struct AnyVersion {
    version: u32,
}

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
    event: GameEvent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<CommandTag>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct StoredPlan {
    version: Version,
    plan: Plan,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct StoredSummary {
    version: Version,
    #[serde(flatten)]
    summary: Summary,
}

pub(super) mod level {
    use outflank_engine::{Level, ParseLevelError};
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(in crate::store) fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(level.number())
    }

    pub(in crate::store) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        Level::new(u8::deserialize(deserializer)?).ok_or(ParseLevelError).map_err(D::Error::custom)
    }
}
