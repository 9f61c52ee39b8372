//! Events in databases, `{"passed":{"by":"white"}}`, and in journals, `{"event":"passed","by":"white"}`.
//!
//! Neither form may change: files are kept for years, and servers of two versions share a database during an upgrade.

use outflank_rules::{Color, Square};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Clocks, Ending, Event, Terms, Time};

macro_rules! event_form {
    ($name:ident $($tag:tt)*) => {
        #[derive(Deserialize, Serialize)]
        #[serde(remote = "Event", rename_all = "snake_case", deny_unknown_fields $($tag)*)]
        enum $name {
            Opened { terms: Terms, at: Time },
            Played { by: Color, square: Square, clocks: Option<Clocks>, at: Time },
            Passed { by: Color },
            DrawOffered { by: Color },
            DrawDeclined { by: Color },
            TakebackAsked { by: Color },
            TakebackDeclined { by: Color },
            TakenBack { by: Color, placements: usize, clocks: Option<Clocks>, at: Time },
            RematchOffered { by: Color },
            RematchDeclined { by: Color },
            RematchAgreed,
            Left { by: Color, at: Time },
            Returned { by: Color, at: Time },
            Paused { clocks: Option<Clocks>, at: Time },
            Resumed { at: Time },
            Ended { ending: Ending, clocks: Option<Clocks>, at: Time },
        }
    };
}

event_form!(Nested);
event_form!(Flat, tag = "event");

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Nested::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        Nested::deserialize(deserializer)
    }
}

/// The journal form, for `#[serde(with = "outflank_table::flat")]`.
pub mod flat {
    use super::{Deserializer, Event, Flat, Serializer};

    /// Serialises an event.
    pub fn serialize<S: Serializer>(event: &Event, serializer: S) -> Result<S::Ok, S::Error> {
        Flat::serialize(event, serializer)
    }

    /// Deserialises an event.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        Flat::deserialize(deserializer)
    }
}
