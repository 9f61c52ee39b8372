//! Games for the tests of what is made of them.

use std::time::Duration;

use outflank_engine::{Engine, Level};
use outflank_formats::{Record, plain};
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review};

use super::{Analysed, Origin};

/// Names that would do harm if they were not only text.
pub(super) const HOSTILE: [&str; 7] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "<!-- --> ]]> &lt;b&gt; {{script}}",
    "'; alert(1); '",
    "\u{202e}gnorw\u{2066} left to right",
    "a\u{0}b\u{8}c\u{ffff}d\u{2028}e",
];

/// A game of the World Championship of 2004, from the WTHOR database.
pub(super) fn tournament_game() -> Analysed {
    let mut record = record(
        "f5d6c3d3c4f4f6f3e6e7d7c5c6g6f8c7c8b6e3b5b4f2e2a3h6f7g8b3d2d1c2e1g5c1b2b1g4h4a5a7h3h5a6a4g3g2h1h2g1f1a1e8a2h8a8h7g7d8b7b8",
    );
    record.details.players.black.name = "Kinoshita Hisako".to_owned();
    record.details.players.white.name = "Seeley Ben".to_owned();
    record.details.event = "World Championship".to_owned();
    record.details.date = "2004".to_owned();
    analysed(record)
}

/// The beginning of a game.
pub(super) fn short_game() -> Analysed {
    analysed(record("f5d6c3d3c4f4f6g5e6d7e3c5f3g7"))
}

/// The beginning of a tournament game, in which one side had to pass early.
pub(super) fn game_with_a_pass() -> Analysed {
    analysed(record("f5d6c7d7c6b5d8c8a4e8c3e7f8g8b8a8b7"))
}

/// A game about which nothing was found out.
pub(super) fn unjudged_game() -> Analysed {
    let record = record("f5d6c3");
    let report = Report::of(record.game(), &Review::of(record.game()));
    Analysed { origin: origin(), record, report, known: None }
}

/// A record of some moves.
pub(super) fn record(moves: &str) -> Record {
    plain::parse(moves).unwrap().check().unwrap()
}

/// What there is to say about a record. The search is short and always the same.
pub(super) fn analysed(record: Record) -> Analysed {
    let mut review = Review::of(record.game());
    let level: Level = "4".parse().unwrap();
    let mut plan = Plan::at_level(level).solving(10);
    let engine = Engine::default();
    while let Some(search) = plan.next(&review, Duration::ZERO) {
        let analysis = engine.analyze(search.position, search.limits);
        review.learn(&search, &analysis);
    }
    let report = Report::of(record.game(), &review);
    Analysed { origin: origin(), record, report, known: None }
}

fn origin() -> Origin {
    Origin { source: "games.ggf".to_owned(), number: Some(7) }
}
