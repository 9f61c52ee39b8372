use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Report;

/// A request for reports.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderRequest {
    /// A record or collection in any format.
    pub(crate) record: Option<String>,
    /// Instead of a record: a finished game of this server.
    pub(crate) game: Option<String>,
    /// The engine level. Default: 7.
    #[schema(minimum = 1, maximum = 10)]
    pub(crate) level: Option<u8>,
    /// Instead of a level: the time for each game.
    #[schema(minimum = 0.1, maximum = 60)]
    pub(crate) seconds: Option<f64>,
}

/// The queued reports.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderAnswer {
    /// The report ids, in the order of the games.
    pub(crate) reports: Vec<String>,
    /// Why other games could not be read, at most ten messages.
    pub(crate) unread: Vec<String>,
}

/// The state of a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(crate) enum OrderState {
    /// Queued.
    Waiting {
        /// The number of reports ahead.
        before: usize,
    },
    /// In progress.
    Running {
        /// Percent done.
        percent: u8,
    },
    /// Done.
    Done { report: Report },
    /// Failed after several attempts.
    GivenUp {
        /// Why the last attempt failed.
        message: String,
    },
}
