use std::fmt;
use std::time::Duration;

use outflank_engine::Level;
use outflank_formats::{Record, plain};
use outflank_study::report::{Document, Report};
use outflank_study::review::{Effort, Review};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct ReportRequest {
    blank: Document,
    pub effort: Effort,
}

impl ReportRequest {
    pub fn new(record: &Record, effort: Effort) -> ReportRequest {
        let game = record.game();
        ReportRequest { blank: Document::of(record, &Report::of(game, &Review::of(game, effort.into())), None), effort }
    }

    /// The moves only; players, date and result are in the blank report.
    pub fn record(&self) -> Result<Record, UnreadableRequest> {
        let sheet = plain::parse(&self.blank.game).map_err(UnreadableRequest::new)?;
        sheet.check().map_err(UnreadableRequest::new)
    }

    pub fn filled(self, record: &Record, report: &Report) -> Document {
        let Document { game, players, date, event, result, .. } = self.blank;
        Document { game, players, date, event, result, ..Document::of(record, report, None) }
    }

    pub(crate) fn to_json(&self) -> String {
        let stored = StoredRequest {
            version: VERSION,
            effort: StoredEffort::of(self.effort),
            plan: Some(self.effort.to_string()),
            report: self.blank.clone(),
        };
        serde_json::to_string(&stored).expect("a task is plain JSON")
    }

    pub(crate) fn from_json(text: &str) -> Result<ReportRequest, UnreadableRequest> {
        let stored: StoredRequest = serde_json::from_str(text).map_err(UnreadableRequest::new)?;
        let StoredRequest { version, effort, plan, report } = stored;
        if version != VERSION {
            return Err(UnreadableRequest(format!("expected version {VERSION}, found version {version}")));
        }
        let effort = match (plan, effort) {
            (Some(plan), _) => plan.parse().map_err(UnreadableRequest::new)?,
            (None, StoredEffort::Level(number)) => {
                Effort::Level(Level::new(number).ok_or_else(|| UnreadableRequest(format!("no such level: {number}")))?)
            }
            (None, StoredEffort::Millis(millis)) => Effort::for_time(Duration::from_millis(millis)),
        };
        Ok(ReportRequest { blank: report, effort })
    }
}

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct StoredRequest {
    version: u32,
    effort: StoredEffort,
    #[serde(default)]
    plan: Option<String>,
    report: Document,
}

/// What workers of earlier versions do.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredEffort {
    Level(u8),
    Millis(u64),
}

impl StoredEffort {
    fn of(effort: Effort) -> StoredEffort {
        match effort {
            Effort::Level(level) => StoredEffort::Level(level.number()),
            Effort::Quick => StoredEffort::Millis(4_000),
            Effort::Standard => StoredEffort::Millis(20_000),
            Effort::Deep => StoredEffort::Millis(60_000),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read the request: {0}")]
pub struct UnreadableRequest(String);

impl UnreadableRequest {
    fn new(why: impl fmt::Display) -> UnreadableRequest {
        UnreadableRequest(why.to_string())
    }
}
