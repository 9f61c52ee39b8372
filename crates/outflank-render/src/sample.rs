use outflank_engine::Level;
use outflank_formats::{Record, plain};
use outflank_study::report::Report;
use outflank_study::review::{Analyst, Effort, Plan, Review};

use crate::ReportView;

pub(crate) const HOSTILE: [&str; 7] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "<!-- --> ]]> &lt;b&gt; {{script}}",
    "'; alert(1); '",
    "\u{202e}gnorw\u{2066} left to right",
    "a\u{0}b\u{8}c\u{ffff}d\u{2028}e",
];

const ORIGIN: &str = "games.ggf#7";

pub(crate) fn tournament_game() -> ReportView {
    let mut record = record(
        "f5d6c3d3c4f4f6f3e6e7d7c5c6g6f8c7c8b6e3b5b4f2e2a3h6f7g8b3d2d1c2e1g5c1b2b1g4h4a5a7h3h5a6a4g3g2h1h2g1f1a1e8a2h8a8h7g7d8b7b8",
    );
    record.details.players.black.name = "Kinoshita Hisako".to_owned();
    record.details.players.white.name = "Seeley Ben".to_owned();
    record.details.event = "World Championship".to_owned();
    record.details.date = "2004".to_owned();
    judged(&record)
}

pub(crate) fn short_game() -> ReportView {
    judged(&short_record())
}

pub(crate) fn short_record() -> Record {
    record("f5d6c3d3c4f4f6g5e6d7e3c5f3g7")
}

pub(crate) fn game_with_a_pass() -> ReportView {
    judged(&record("f5d6c7d7c6b5d8c8a4e8c3e7f8g8b8a8b7"))
}

pub(crate) fn unjudged_game() -> ReportView {
    unjudged(&record("f5d6c3"))
}

pub(crate) fn record(moves: &str) -> Record {
    plain::parse(moves).unwrap().check().unwrap()
}

pub(crate) fn unjudged(record: &Record) -> ReportView {
    ReportView::new(ORIGIN, record, Report::of(record.game(), &Review::of(record.game(), Plan::default())), None)
}

pub(crate) fn judged(record: &Record) -> ReportView {
    ReportView::new(ORIGIN, record, report(record), None)
}

pub(crate) fn report(record: &Record) -> Report {
    let level: Level = "4".parse().unwrap();
    let mut review = Review::of(record.game(), Plan::from(Effort::Level(level)).solving(18));
    review.search_all(&Analyst::new());
    Report::of(record.game(), &review)
}
