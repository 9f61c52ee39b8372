use std::time::Duration;

use outflank_formats::record::{Clock, Details, GameResult, Note, Player, Tag, Termination};
use outflank_formats::{Points, Record};
use outflank_rules::ByColor;
use proptest::prelude::*;

use crate::games::game;

/// The texts are as odd as people and programs make them.
pub(crate) fn record() -> impl Strategy<Value = Record> {
    let notes = prop::collection::vec(note(), 0..64);
    (game(), details(), notes).prop_map(|(game, details, notes)| {
        let mut record = Record::of(&game);
        record.details = details;
        for (ply, note) in notes.into_iter().enumerate() {
            if let Some(place) = record.note_mut(ply) {
                *place = note;
            }
        }
        record
    })
}

fn details() -> impl Strategy<Value = Details> {
    let texts = prop::array::uniform6(text());
    let figures = (both(prop::option::of(clock())), prop::option::of(points()), prop::option::of(game_result()));
    let others = prop::collection::vec(tag(), 0..5);
    (both(player()), texts, figures, others).prop_map(|(players, texts, (clocks, komi, result), others)| {
        let [event, round, place, date, opening, comment] = texts;
        Details { players, event, round, place, date, opening, clocks, komi, result, comment, others }
    })
}

fn both<T: std::fmt::Debug + Clone>(each: impl Strategy<Value = T> + Clone) -> impl Strategy<Value = ByColor<T>> {
    let apart = (each.clone(), each.clone()).prop_map(|(black, white)| ByColor { black, white });
    prop_oneof![apart, each.prop_map(ByColor::both)]
}

fn player() -> impl Strategy<Value = Player> + Clone {
    let rating = prop_oneof![Just(String::new()), "[0-9]{1,4}(\\.[0-9]{1,2})?", text()];
    (text(), rating).prop_map(|(name, rating)| Player { name, rating })
}

fn text() -> impl Strategy<Value = String> + Clone {
    prop_oneof![
        2 => Just(String::new()),
        4 => "[A-Z][a-z]{2,8}( [A-Z]\\.)?",
        2 => "[a-zé\\[\\](){}<>\\\\/\"';:,.=+%*# \r\n\t-]{1,24}",
        1 => any::<String>(),
    ]
}

fn tag() -> impl Strategy<Value = Tag> {
    const KNOWN: [&str; 13] = ["TY", "TI", "RE", "PB", "B", "W", "GM", "C", "AB", "SZ", "Event", "Result", "FEN"];
    let name = prop_oneof![
        4 => "[A-Z]{1,6}",
        2 => prop::sample::select(&KNOWN[..]).prop_map(str::to_owned),
        1 => "[A-Za-z][A-Za-z0-9_]{0,8}",
        1 => text(),
    ];
    (name, text()).prop_map(|(name, value)| Tag { name, value })
}

fn clock() -> impl Strategy<Value = Clock> + Clone {
    let time = || prop_oneof![Just(Duration::ZERO), (0..7_200_u64).prop_map(Duration::from_secs), duration()];
    (time(), time(), time()).prop_map(|(main, increment, extension)| Clock { main, increment, extension })
}

/// To the millisecond, which is as fine as clocks are written.
fn duration() -> impl Strategy<Value = Duration> + Clone {
    (0..100_000_000_u64).prop_map(Duration::from_millis)
}

fn points() -> impl Strategy<Value = Points> + Clone {
    let thousandths = prop_oneof![(-64..=64).prop_map(|discs| discs * 1_000), -100_000..=100_000];
    thousandths.prop_map(|thousandths| Points::from_f64(f64::from(thousandths) / 1_000.0).expect("it is small"))
}

fn game_result() -> impl Strategy<Value = GameResult> {
    const ALL: [Termination; 4] =
        [Termination::Board, Termination::Resignation, Termination::Time, Termination::Agreement];
    (points(), prop::sample::select(&ALL[..])).prop_map(|(margin, termination)| GameResult { margin, termination })
}

fn note() -> impl Strategy<Value = Note> {
    let comment = prop_oneof![4 => Just(String::new()), 1 => text()];
    let note = |(eval, time, comment)| Note { eval, time, comment };
    (prop::option::of(points()), prop::option::of(duration()), comment).prop_map(note)
}
