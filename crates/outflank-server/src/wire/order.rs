//! Reports that are asked for, and how far they are.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Report;

/// What is to be reported on, and how well it is to be looked at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderRequest {
    /// A record or a whole collection in any format.
    pub(crate) record: Option<String>,
    /// In place of a record: a finished game of this server.
    pub(crate) game: Option<String>,
    /// To look as far as the engine does at this level. Without a level or a time it is level 7.
    #[schema(minimum = 1, maximum = 10)]
    pub(crate) level: Option<u8>,
    /// In place of a level: how long to look at each game.
    #[schema(minimum = 0.1, maximum = 60)]
    pub(crate) seconds: Option<f64>,
}

/// What will be reported on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderAnswer {
    /// The names of the reports, in the order of the games.
    pub(crate) reports: Vec<String>,
    /// Why other games could not be read: at most ten sentences.
    pub(crate) unread: Vec<String>,
}

/// How far a report is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(crate) enum OrderState {
    /// It has not begun.
    Waiting {
        /// How many are before it.
        before: usize,
    },
    /// It is being made.
    Running {
        /// How much of it is done, in hundredths.
        percent: u8,
    },
    /// It is made.
    Done {
        /// What the game has to teach.
        report: Report,
    },
    /// It was tried several times, and there will be none.
    GivenUp {
        /// Why the last try failed.
        message: String,
    },
}
