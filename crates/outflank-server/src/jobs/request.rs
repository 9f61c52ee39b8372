use std::fmt;
use std::time::Duration;

use outflank_engine::Level;
use outflank_formats::{Record, plain};
use outflank_study::report::{Document, Report};
use outflank_study::review::{Plan, Review};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct ReportRequest {
    /// The report without search results.
    blank: Document,
    pub effort: Effort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    Level(Level),
    Time(Duration),
}

impl Effort {
    pub fn plan(self) -> Plan {
        match self {
            Effort::Level(level) => Plan::at_level(level),
            Effort::Time(time) => Plan::within(time),
        }
    }
}

impl ReportRequest {
    pub fn new(record: &Record, effort: Effort) -> ReportRequest {
        let game = record.game();
        ReportRequest { blank: Document::of(record, &Report::of(game, &Review::of(game)), None), effort }
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
        let effort = match self.effort {
            Effort::Level(level) => StoredEffort::Level(level.number()),
            Effort::Time(time) => StoredEffort::Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        };
        let stored = StoredRequest { version: VERSION, effort, report: self.blank.clone() };
        serde_json::to_string(&stored).expect("a task is plain JSON")
    }

    pub(crate) fn from_json(text: &str) -> Result<ReportRequest, UnreadableRequest> {
        let StoredRequest { version, effort, report } = serde_json::from_str(text).map_err(UnreadableRequest::new)?;
        if version != VERSION {
            return Err(UnreadableRequest(format!("expected version {VERSION}, found version {version}")));
        }
        let effort = match effort {
            StoredEffort::Level(number) => {
                Effort::Level(Level::new(number).ok_or_else(|| UnreadableRequest(format!("no such level: {number}")))?)
            }
            StoredEffort::Millis(millis) => Effort::Time(Duration::from_millis(millis)),
        };
        Ok(ReportRequest { blank: report, effort })
    }
}

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct StoredRequest {
    version: u32,
    effort: StoredEffort,
    report: Document,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredEffort {
    Level(u8),
    Millis(u64),
}

/// Written by another version, or damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read the request: {0}")]
pub struct UnreadableRequest(String);

impl UnreadableRequest {
    fn new(why: impl fmt::Display) -> UnreadableRequest {
        UnreadableRequest(why.to_string())
    }
}
