//! The types of the table.

use std::time::Duration;

use outflank_rules::{ByColor, Cause, Color, Outcome, Position, Square};
use outflank_table::{Clocks, Ending, Event, Takebacks, Terms, Time, TimeControl};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize)]
#[serde(remote = "Event", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EventForm {
    Opened {
        #[serde(with = "TermsForm")]
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
        #[serde(with = "EndingForm")]
        ending: Ending,
        clocks: Option<Clocks>,
        #[serde(with = "time")]
        at: Time,
    },
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Terms", deny_unknown_fields)]
pub(super) struct TermsForm {
    start: Position,
    #[serde(with = "TimeControlForm")]
    time: TimeControl,
    #[serde(with = "TakebacksForm")]
    takebacks: Takebacks,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "TimeControl", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum TimeControlForm {
    Unlimited,
    SuddenDeath { main: Duration },
    Fischer { main: Duration, increment: Duration },
    Bronstein { main: Duration, delay: Duration },
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Takebacks", rename_all = "snake_case")]
enum TakebacksForm {
    Never,
    Asked,
    Free,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Ending", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum EndingForm {
    PlayedOut(#[serde(with = "OutcomeForm")] Outcome),
    Resigned { by: Color },
    DrawAgreed,
    TimeOut { by: Color },
    Abandoned { by: Color },
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Outcome", deny_unknown_fields)]
struct OutcomeForm {
    discs: ByColor<u8>,
    #[serde(with = "CauseForm")]
    cause: Cause,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Cause", rename_all = "snake_case")]
enum CauseForm {
    NobodyCanPlay,
    NoDiscLeft(Color),
}

/// A moment, in milliseconds.
pub(super) mod time {
    use outflank_table::Time;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(time: &Time, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(time.as_millis())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        u64::deserialize(deserializer).map(Time::from_millis)
    }
}
