//! The lines of a journal.
//!
//! ```text
//! {"format":"outflank game","version":1,"begun":"2026-11-15T18:45:12Z","players":{"black":"human","white":"engine:5"}}
//! {"events":[{"event":"opened","terms":{...},"at":0}]}
//! {"events":[{"event":"played","by":"black","square":"f5","clocks":null,"at":2140}]}
//! {"ran":3000}
//! ```
//!
//! One line holds the events of one command, so that a move is never without the pass it forced. Existing files must stay readable: any change
//! of the format needs another version.

use jiff::Timestamp;
use outflank_rules::ByColor;
use outflank_table::{Event, Time};
use serde::{Deserialize, Serialize};

/// Written, and so far the only one that is read.
pub(super) const VERSION: u32 = 1;

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) format: Format,
    pub(super) version: u32,
    pub(super) begun: Timestamp,
    pub(super) players: ByColor<String>,
}

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

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum JournalLine {
    Events(Vec<StoredEvent>),
    Ran(Time),
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct StoredEvent(#[serde(with = "outflank_table::flat")] pub(super) Event);
