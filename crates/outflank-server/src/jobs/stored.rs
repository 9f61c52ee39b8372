use std::time::Duration;

use outflank_engine::Score;
use outflank_formats::{Transcript, transcript};
use outflank_study::report::Document;
use outflank_study::review::{Finding, Key};

use super::{Claim, Client, Counts, OpenReports, Placed, Rank, ReportRequest, State, Taken};
use crate::ReportId;
use crate::store::StoreError;

pub(crate) const fn rank(rank: Rank) -> i32 {
    match rank {
        Rank::Person => 0,
        Rank::Bulk => 1,
    }
}

/// A client in the column `client`. Clients of a site have the same [beginning](site).
pub(crate) fn client(client: Client) -> String {
    match client.site() {
        Some(site) => format!("{site}:{}", client.0),
        // As in databases of earlier versions.
        None => client.0.to_string(),
    }
}

/// A pattern for `LIKE`. It matches nothing if the client has no site.
pub(crate) fn site(client: Client) -> String {
    client.site().map(|site| format!("{site}:%")).unwrap_or_default()
}

pub(crate) fn check_limits(new: usize, (total, client, site): (i64, i64, i64)) -> Placed {
    let count = |rows: i64| usize::try_from(rows).unwrap_or(usize::MAX);
    Placed::check(new, &OpenReports { total: count(total), client: count(client), site: count(site) })
}

pub(crate) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

pub(crate) fn report(report: &Document) -> String {
    serde_json::to_string(report).expect("a report is plain JSON")
}

pub(crate) fn read_taken((id, claims, tries, task): (String, i64, i64, String)) -> Result<Taken, StoreError> {
    let damaged = |what: &str| StoreError::Damaged { what: format!("{what} of report {id:?}") };
    let report: ReportId = id.parse().map_err(|_| damaged("the id"))?;
    let number = u32::try_from(claims).map_err(|_| damaged("the claims"))?;
    let tries = u32::try_from(tries).map_err(|_| damaged("the tries"))?;
    Ok(Taken { claim: Claim { report, number }, task: ReportRequest::from_json(&task), tries })
}

pub(crate) fn read_state(
    report: ReportId,
    (status, percent, outcome, before): (String, i64, Option<String>, i64),
) -> Result<State, StoreError> {
    let damaged = |what: String| StoreError::Damaged { what: format!("{what} of report {report}") };
    match status.as_str() {
        "waiting" => Ok(State::Waiting { before: usize::try_from(before).unwrap_or(0) }),
        "running" => Ok(State::Running { percent: u8::try_from(percent).unwrap_or(0).min(100) }),
        "done" => {
            let read = serde_json::from_str(&outcome.unwrap_or_default());
            read.map(State::Done).map_err(|error| damaged(format!("the text ({error})")))
        }
        "given_up" => Ok(State::GivenUp { why: outcome.unwrap_or_default() }),
        other => Err(damaged(format!("the status {other:?}"))),
    }
}

pub(crate) fn read_counts(rows: Vec<(String, i64)>) -> Counts {
    let count = |wanted| {
        let found = rows.iter().find(|(status, _)| status == wanted);
        found.map_or(0, |&(_, count)| usize::try_from(count).unwrap_or(0))
    };
    Counts { waiting: count("waiting"), running: count("running"), done: count("done"), given_up: count("given_up") }
}

#[derive(Clone, Debug)]
pub(crate) struct FindingRow {
    pub(crate) position: String,
    pub(crate) plies: i32,
    pub(crate) score: i32,
    /// A transcript.
    pub(crate) line: String,
    pub(crate) exact: bool,
}

/// Findings of other engines are not read.
pub(crate) const ENGINE: i32 = outflank_engine::REVISION as i32;

type FindingColumns = (String, i32, i32, String, bool);

pub(crate) fn read_findings(rows: Vec<FindingColumns>) -> Result<Vec<Finding>, StoreError> {
    let read = |(position, plies, score, line, exact)| FindingRow { position, plies, score, line, exact }.read();
    rows.into_iter().map(read).collect()
}

impl From<&Finding> for FindingRow {
    fn from(finding: &Finding) -> FindingRow {
        FindingRow {
            position: finding.key.as_str().to_owned(),
            plies: finding.plies.into(),
            score: finding.score.units(),
            line: transcript::write_moves(&finding.line),
            exact: finding.is_exact,
        }
    }
}

impl FindingRow {
    fn read(self) -> Result<Finding, StoreError> {
        let damaged = |what: &str| StoreError::Damaged { what: format!("{what} of position {:?}", self.position) };
        let line: Transcript = self.line.parse().map_err(|_| damaged("the line"))?;
        Ok(Finding {
            plies: u8::try_from(self.plies).map_err(|_| damaged("the plies"))?,
            score: Score::from_units(self.score),
            line: line.moves.iter().map(|written| written.mv).collect(),
            is_exact: self.exact,
            key: Key::from_stored(self.position),
        })
    }
}
