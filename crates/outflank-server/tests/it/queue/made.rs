use std::time::Duration;

use outflank_engine::{Level, Limits, Score, Selectivity};
use outflank_formats::plain;
use outflank_formats::record::Record;
use outflank_rules::{Position, Rules, Square};
use outflank_server::ReportId;
use outflank_server::jobs::{Canonical, Client, Effort, Finding, Rank, ReportRequest, SearchRequest, Submission};
use outflank_study::report::{Document, Report};
use outflank_study::review::Review;

pub(crate) const LONG: Duration = Duration::from_secs(3600);

pub(crate) const OVER: Duration = Duration::ZERO;

pub(crate) fn record() -> Record {
    let mut record = plain::parse("f5d6c3d3c4").unwrap().check().unwrap();
    record.details.players.black.name = "Ann".to_owned();
    record.details.date = "2024-05-01".to_owned();
    record
}

pub(crate) fn task() -> ReportRequest {
    ReportRequest::new(&record(), Effort::Level(Level::new(3).unwrap()))
}

pub(crate) fn document() -> Document {
    let record = record();
    Document::of(&record, &Report::of(record.game(), &Review::of(record.game())), None)
}

pub(crate) fn order(rank: Rank, client: u128, count: usize) -> (Submission, Vec<ReportId>) {
    let reports: Vec<ReportId> = (0..count).map(|_| ReportId::random()).collect();
    let tasks = reports.iter().map(|&report| (report, task())).collect();
    (Submission { tasks, rank, client: Client(client) }, reports)
}

pub(crate) fn question(first: Square, plies: u8) -> SearchRequest {
    let position = Position::initial(Rules::Standard).play(first.into()).unwrap();
    SearchRequest::new(Canonical::of(&position), &Limits { depth: Some(plies), ..Limits::default() })
}

pub(crate) fn finding(question: &SearchRequest, depth: u8, discs: i8) -> Finding {
    Finding {
        key: question.canonical().key(),
        plies: question.plies(),
        patience: Some(Duration::from_millis(500)),
        score: Score::from_discs(discs),
        best: Square::D6,
        depth,
        selectivity: Selectivity::P73,
        is_exact: false,
        time: Duration::from_millis(7),
    }
}
