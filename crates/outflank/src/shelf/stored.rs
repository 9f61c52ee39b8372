//! The lines of a journal.
//!
//! ```text
//! {"format":"outflank game","version":1,"begun":"2026-11-15T18:45:12Z","players":{"black":"human","white":"engine:5"}}
//! {"events":[{"event":"opened","terms":{...},"at":0}]}
//! {"events":[{"event":"played","by":"black","square":"f5","clocks":null,"at":2140}]}
//! {"ran":3000}
//! ```
//!
//! A line holds what was decided at once, so that a move is never there without the pass that it forced. The types
//! here mirror those of the table, field by field: what changes there must be answered here, with another version if
//! files that exist could no longer be read.

use std::time::Duration;

use jiff::Timestamp;
use outflank_rules::{ByColor, Cause, Color, Outcome, Position, Square};
use outflank_table::{Clocks, Ending, Event, Takebacks, Terms, Time, TimeControl};
use serde::{Deserialize, Serialize};

/// The version that is written, and the only one that is read so far.
pub(super) const VERSION: u32 = 1;

/// The first line.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) format: Format,
    pub(super) version: u32,
    pub(super) begun: Timestamp,
    pub(super) players: ByColor<String>,
}

/// What every version begins with.
#[derive(Debug, Deserialize)]
pub(super) struct AnyHeader {
    #[serde(rename = "format")]
    pub(super) _format: Format,
    pub(super) version: u32,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) enum Format {
    #[serde(rename = "outflank game")]
    Game,
}

/// Every other line.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Line {
    /// What happened at once.
    Events(Vec<StoredEvent>),
    /// At this moment the program still ran.
    Ran(u64),
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct StoredEvent(#[serde(with = "EventLine")] pub(super) Event);

#[derive(Deserialize, Serialize)]
#[serde(remote = "Event", tag = "event", rename_all = "snake_case", deny_unknown_fields)]
enum EventLine {
    Opened {
        #[serde(with = "TermsLine")]
        terms: Terms,
        #[serde(with = "time")]
        at: Time,
    },
    Played {
        by: Color,
        square: Square,
        clocks: Option<Clocks>,
        #[serde(with = "time")]
        at: Time,
    },
    Passed {
        by: Color,
    },
    DrawOffered {
        by: Color,
    },
    DrawDeclined {
        by: Color,
    },
    TakebackAsked {
        by: Color,
    },
    TakebackDeclined {
        by: Color,
    },
    TakenBack {
        by: Color,
        placements: usize,
        clocks: Option<Clocks>,
        #[serde(with = "time")]
        at: Time,
    },
    RematchOffered {
        by: Color,
    },
    RematchDeclined {
        by: Color,
    },
    RematchAgreed,
    Left {
        by: Color,
        #[serde(with = "time")]
        at: Time,
    },
    Returned {
        by: Color,
        #[serde(with = "time")]
        at: Time,
    },
    Paused {
        clocks: Option<Clocks>,
        #[serde(with = "time")]
        at: Time,
    },
    Resumed {
        #[serde(with = "time")]
        at: Time,
    },
    Ended {
        #[serde(with = "EndingLine")]
        ending: Ending,
        clocks: Option<Clocks>,
        #[serde(with = "time")]
        at: Time,
    },
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Terms", deny_unknown_fields)]
struct TermsLine {
    start: Position,
    #[serde(with = "TimeControlLine")]
    time: TimeControl,
    #[serde(with = "TakebacksLine")]
    takebacks: Takebacks,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "TimeControl", rename_all = "snake_case", deny_unknown_fields)]
enum TimeControlLine {
    Unlimited,
    SuddenDeath { main: Duration },
    Fischer { main: Duration, increment: Duration },
    Bronstein { main: Duration, delay: Duration },
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Takebacks", rename_all = "snake_case")]
enum TakebacksLine {
    Never,
    Asked,
    Free,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Ending", rename_all = "snake_case", deny_unknown_fields)]
enum EndingLine {
    PlayedOut(#[serde(with = "OutcomeLine")] Outcome),
    Resigned { by: Color },
    DrawAgreed,
    TimeOut { by: Color },
    Abandoned { by: Color },
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Outcome", deny_unknown_fields)]
struct OutcomeLine {
    discs: ByColor<u8>,
    #[serde(with = "CauseLine")]
    cause: Cause,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Cause", rename_all = "snake_case")]
enum CauseLine {
    NobodyCanPlay,
    NoDiscLeft(Color),
}

/// A moment, in milliseconds.
mod time {
    use outflank_table::Time;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Time, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(time.as_millis())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        u64::deserialize(deserializer).map(Time::from_millis)
    }
}
