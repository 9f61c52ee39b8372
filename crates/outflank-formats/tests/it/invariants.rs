//! Invariants of every parser for any input, checked by property tests and fuzz targets.

use outflank_formats::format::{Format, Source, write};
use outflank_formats::judge::Judge;
use outflank_formats::notation::parse_move;
use outflank_formats::wthor::{Games, Names, NamesKind};
use outflank_formats::{ParseError, Transcript, board_string, fen, gtp, nboard, obf};
use outflank_rules::{Position, Rules, Setup};

/// Bounds the time per input.
const MOST_GAMES: usize = 50;

pub(crate) fn check(target: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match target {
        "board" => setup_comes_back(&text, board_string::parse, board_string::write),
        "detect" => detect(bytes),
        "fen" => setup_comes_back(&text, fen::parse, fen::write),
        "gtp" => gtp(&text),
        "judge" => judge(bytes),
        "nboard" => nboard(&text),
        "notation" => notation(&text),
        "obf" => obf(&text),
        "transcript" => transcript(&text),
        "wthor" => wthor(bytes),
        format => games_come_back(format.parse().expect("the other targets are formats"), bytes),
    }
}

fn notation(text: &str) {
    if let Ok(mv) = parse_move(text) {
        assert_eq!(parse_move(&mv.to_string()), Ok(mv));
    }
}

fn transcript(text: &str) {
    if let Ok(transcript) = text.parse::<Transcript>() {
        let again: Transcript = transcript.to_string().parse().expect("it was just written");
        assert_eq!(transcript.to_string(), again.to_string());
        for rules in Rules::ALL {
            let _ = transcript.replay(Position::initial(rules));
        }
    }
}

fn setup_comes_back(text: &str, parse: fn(&str) -> Result<Setup, ParseError>, write: fn(&Position) -> String) {
    if let Ok(setup) = parse(text) {
        let position = Position::new(Rules::Standard, setup).expect("a board has no square with two discs");
        assert_eq!(parse(&write(&position)), Ok(setup));
    }
}

fn obf(text: &str) {
    for problem in obf::parse(text).flatten().take(MOST_GAMES) {
        let written = problem.to_string();
        assert_eq!(obf::parse(&written).collect::<Vec<_>>(), [Ok(problem)]);
    }
}

fn wthor(bytes: &[u8]) {
    if let Ok(games) = Games::parse(bytes) {
        let written = games.write().expect("as many games were read");
        assert_eq!(written.len(), bytes.len());
        assert_eq!(Games::parse(&written), Ok(games.clone()));
        for game in games.games.iter().take(MOST_GAMES) {
            let _ = game.replay();
        }
    }
    for kind in [NamesKind::Players, NamesKind::Tournaments] {
        if let Ok(names) = Names::parse(bytes, kind) {
            let written = names.write(kind).expect("as many names were read");
            assert_eq!(Names::parse(&written, kind), Ok(names));
        }
    }
}

fn gtp(text: &str) {
    let mut reader = gtp::ResponseReader::expecting(Some(7));
    for line in text.lines() {
        if let Ok(Some(command)) = gtp::Command::read(line) {
            assert_eq!(gtp::Command::read(&command.to_string()), Ok(Some(command.clone())));
            if let Ok(request) = command.request() {
                assert_eq!(request.command().request(), Ok(request));
            }
        }
        let _ = reader.read(line);
    }
}

fn nboard(text: &str) {
    for line in text.lines() {
        if let Ok(message) = line.parse::<nboard::GuiMessage>() {
            assert_eq!(message.to_string().parse(), Ok(message));
        }
        if let Ok(message) = line.parse::<nboard::EngineMessage>() {
            assert_eq!(message.to_string().parse(), Ok(message));
        }
    }
}

/// No format panics, a detected format has a game or an error, and a failed detection has a short message.
fn detect(bytes: &[u8]) {
    let source = Source::new(bytes);
    match source.detect() {
        Ok(format) => assert!(source.read(format).next().is_some(), "{format}"),
        Err(error) => assert!(error.to_string().lines().count() <= 4, "{error}"),
    }
    for format in Format::ALL {
        for unchecked in source.read(format).flatten().take(MOST_GAMES) {
            let _ = unchecked.check();
        }
    }
}

/// The output does not depend on how the input is split.
fn judge(bytes: &[u8]) {
    let whole = judged(bytes.chunks(bytes.len().max(1)));
    assert_eq!(judged(bytes.chunks(7)), whole);
}

fn judged<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> (Vec<u8>, bool) {
    let (mut judge, mut answers) = (Judge::new(), Vec::new());
    for piece in pieces {
        if judge.feed(piece, &mut answers).is_err() {
            return (answers, false);
        }
    }
    let ended = judge.finish(&mut answers).is_ok();
    (answers, ended)
}

/// Every legal game that can be written is read back alone, and written again as the same text.
fn games_come_back(format: Format, bytes: &[u8]) {
    for unchecked in Source::new(bytes).read(format).flatten().take(MOST_GAMES) {
        let Ok(record) = unchecked.check() else { continue };
        let Ok(text) = write(&record, format) else { continue };
        let games: Vec<_> = Source::new(text.as_bytes()).read(format).collect();
        let [Ok(again)] = &games[..] else { panic!("{games:?} in {text:?}") };
        let again = again.check().unwrap_or_else(|error| panic!("{error} in {text:?}"));
        assert_eq!(again.game(), record.game(), "{text:?}");
        assert_eq!(write(&again, format), Ok(text));
    }
}
