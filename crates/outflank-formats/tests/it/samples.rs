use std::fmt::{Debug, Display};
use std::time::Duration;

use outflank_formats::record::{Clock, GameResult, Player, Tag, Termination};
use outflank_formats::{Location, Place, Points, ReadError, Record, UncheckedRecord, plain};

pub(crate) fn played(text: &str) -> Record {
    plain::parse(text).expect("it can be read").check().expect("it is legal")
}

pub(crate) fn points(text: &str) -> Points {
    text.parse().expect("a number of discs")
}

pub(crate) fn game_result(margin: &str, termination: Termination) -> Option<GameResult> {
    Some(GameResult { margin: points(margin), termination })
}

/// In seconds.
pub(crate) fn clock(main: u64, increment: u64, extension: u64) -> Option<Clock> {
    let [main, increment, extension] = [main, increment, extension].map(Duration::from_secs);
    Some(Clock { main, increment, extension })
}

pub(crate) fn player(name: &str, rating: &str) -> Player {
    Player { name: name.to_owned(), rating: rating.to_owned() }
}

pub(crate) fn tag(name: &str, value: &str) -> Tag {
    Tag { name: name.to_owned(), value: value.to_owned() }
}

/// Black's name in each game, or why it cannot be read.
pub(crate) fn names_or_errors(games: impl Iterator<Item = Result<UncheckedRecord, ReadError>>) -> Vec<String> {
    games.map(|game| game.map_or_else(|error| error.to_string(), |game| game.details.players.black.name)).collect()
}

pub(crate) fn at(line: usize, column: usize) -> Place {
    Location { line, column }.into()
}

pub(crate) fn assert_located<T: Debug, E: Display>(
    parse: impl Fn(&str) -> Result<T, E>,
    (text, expected, found, line, column): (&str, &str, &str, usize, usize),
) {
    let error = format!("expected {expected}, found {found} (line {line}, column {column})");
    assert_rejected(parse, (text, &error));
}

pub(crate) fn assert_rejected<T: Debug, E: Display>(parse: impl Fn(&str) -> Result<T, E>, (text, error): (&str, &str)) {
    assert_eq!(parse(text).map_err(|error| error.to_string()).expect_err(text), error, "{text:?}");
}

/// Lines that cannot be read do not affect the last, which can.
pub(crate) fn assert_bad_lines<T: Debug, E: Display>(lines: impl Iterator<Item = Result<T, E>>, errors: &[&str]) {
    let mut lines: Vec<_> = lines.map(|line| line.map_err(|error| error.to_string())).collect();
    assert!(lines.pop().is_some_and(|last| last.is_ok()));
    assert_eq!(lines.into_iter().map(|line| line.expect_err("only the last can be read")).collect::<Vec<_>>(), errors);
}
