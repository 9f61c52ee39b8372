use std::fmt;

use outflank_formats::format::Source;
use outflank_formats::record::{Details, Record};
use outflank_formats::{Points, UncheckedRecord, board_string, plain};
use outflank_rules::{ByColor, Color, Game, Rules};
use outflank_study::openings::{self, Language};

use crate::wire::{ErrorKind, Ply, Problem, ReadAnswer, ReadGame, ReadResult, Start};

pub(super) const MAX_GAMES: usize = 50;

pub(super) const MAX_REASONS: usize = 10;

pub(crate) fn read(text: &str, rules: Rules) -> Result<ReadAnswer, Problem> {
    let source = Source::new(text.as_bytes()).with_rules(rules);
    let format = source.detect().map_err(unusable)?;
    let mut answer = ReadAnswer { format: format.title(), games: Vec::new(), more: 0, unread: Vec::new() };
    for unchecked in source.read(format) {
        if answer.games.len() == MAX_GAMES {
            answer.more += usize::from(unchecked.is_ok());
            continue;
        }
        match checked(unchecked) {
            Ok(record) => answer.games.push(read_game(&record)),
            Err(problem) => note(&mut answer.unread, problem),
        }
    }
    if answer.games.is_empty() { Err(no_game(&answer.unread)) } else { Ok(answer) }
}

pub(crate) struct Collection {
    pub(crate) records: Vec<Record>,
    pub(crate) unread: Vec<String>,
}

/// Reads at most `most` games; more are an error.
pub(crate) fn collection(text: &str, most: usize) -> Result<Collection, Problem> {
    let source = Source::new(text.as_bytes());
    let format = source.detect().map_err(unusable)?;
    let mut collection = Collection { records: Vec::new(), unread: Vec::new() };
    for unchecked in source.read(format) {
        match checked(unchecked) {
            Ok(_) if collection.records.len() == most => {
                return Err(Problem::new(ErrorKind::TooLarge, format_args!("expected at most {most} games")));
            }
            Ok(record) => collection.records.push(record),
            Err(problem) => note(&mut collection.unread, problem),
        }
    }
    if collection.records.is_empty() { Err(no_game(&collection.unread)) } else { Ok(collection) }
}

pub(crate) fn record(text: &str) -> Result<Record, Problem> {
    let source = Source::new(text.as_bytes());
    let format = source.detect().map_err(unusable)?;
    checked(source.read(format).next().ok_or_else(|| no_game(&[]))?)
}

/// Can always be read again: a game without moves is written as its board.
pub(crate) fn record_text(game: &Game) -> String {
    let text = plain::write_game(game);
    if text.is_empty() { format!("board {}", board_string::write(game.start())) } else { text }
}

fn checked(unchecked: Result<UncheckedRecord, impl fmt::Display>) -> Result<Record, Problem> {
    unchecked.map_err(unusable)?.check().map_err(unusable)
}

fn note(unread: &mut Vec<String>, problem: Problem) {
    if unread.len() < MAX_REASONS {
        unread.push(problem.message);
    }
}

fn no_game(unread: &[String]) -> Problem {
    unusable(unread.first().map_or("expected a game, found nothing", String::as_str))
}

pub(crate) fn unusable(why: impl fmt::Display) -> Problem {
    Problem::new(ErrorKind::Unusable, why)
}

pub(crate) fn read_game(record: &Record) -> ReadGame {
    let game = record.game();
    ReadGame {
        title: title(&record.details),
        players: ByColor::from_fn(|color| said(&record.details.players[color].name)),
        rules: record.rules(),
        start: Start::of(record.start()),
        supply: record.start().supply(),
        plies: game.plies().iter().map(Ply::of).collect(),
        opening: openings::of_game(game, Language::English).map(|named| named.name),
        result: record.margin().map(result),
        text: record_text(game),
    }
}

fn title(details: &Details) -> Option<String> {
    let parts = [&details.event, &details.round, &details.place, &details.date];
    let parts: Vec<String> = parts.into_iter().filter_map(|part| said(part)).collect();
    said(&parts.join(", "))
}

fn said(text: &str) -> Option<String> {
    Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn result(margin: Points) -> ReadResult {
    let winner = match margin.thousandths() {
        0 => None,
        1.. => Some(Color::Black),
        _ => Some(Color::White),
    };
    ReadResult { winner, margin: margin.discs() }
}
