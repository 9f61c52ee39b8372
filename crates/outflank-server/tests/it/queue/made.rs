use std::time::Duration;

use outflank_engine::{Level, Score};
use outflank_formats::plain;
use outflank_formats::record::Record;
use outflank_rules::{Game, Move, Position, Rules, Square};
use outflank_server::ReportId;
use outflank_server::jobs::{Client, Rank, ReportRequest, Submission};
use outflank_study::report::{Document, Report};
use outflank_study::review::{Effort, Finding, Plan, Review, Search};

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
    Document::of(&record, &Report::of(record.game(), &Review::of(record.game(), Plan::default())), None)
}

pub(crate) fn order(rank: Rank, client: u128, count: usize) -> (Submission, Vec<ReportId>) {
    let reports: Vec<ReportId> = (0..count).map(|_| ReportId::random()).collect();
    let tasks = reports.iter().map(|&report| (report, task())).collect();
    (Submission { tasks, rank, client: Client(client) }, reports)
}

pub(crate) fn search(first: Square) -> Search {
    let mut game = Game::new(Position::initial(Rules::Standard));
    game.play(first).unwrap();
    Review::of(&game, Plan::default()).searches().next().unwrap().clone()
}

pub(crate) fn finding(search: &Search, plies: u8, discs: i8) -> Finding {
    Finding {
        key: search.key().clone(),
        plies,
        score: Score::from_discs(discs),
        line: vec![Square::D6.into(), Move::Pass, Square::C3.into()],
        is_exact: plies > 20,
    }
}
