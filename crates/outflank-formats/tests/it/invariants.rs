//! What holds for every input, whoever made it up: no parser panics, and what was read and written is read again as it
//! was. The property tests ask this of random inputs, the fuzz targets of those that libFuzzer finds.

#![allow(dead_code, reason = "each fuzz target asks about one parser")]

use std::fmt::Display;

use outflank_formats::format::{Format, Source};
use outflank_formats::judge::Judge;
use outflank_formats::notation::parse_move;
use outflank_formats::wthor::{Games, Names, NamesKind};
use outflank_formats::{
    Record, Transcript, UncheckedRecord, WriteError, board_string, fen, ggf, gtp, lines, logbook, nboard, obf, pgn,
    plain, sgf, vong,
};
use outflank_rules::{Position, Rules};

/// More games than this are not looked at: the time for one input is limited.
const MOST_GAMES: usize = 50;

pub(crate) fn notation(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(mv) = parse_move(&text) {
        assert_eq!(parse_move(&mv.to_string()), Ok(mv));
    }
}

pub(crate) fn transcript(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(transcript) = text.parse::<Transcript>() {
        let again: Transcript = transcript.to_string().parse().expect("it was just written");
        assert_eq!(transcript.to_string(), again.to_string());
        for rules in Rules::ALL {
            let _ = transcript.replay(Position::initial(rules));
        }
    }
}

pub(crate) fn plain(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let write = |record: &Record| Ok(plain::write(record));
    comes_back([plain::parse(&text)].into_iter(), write, |text| vec![plain::parse(text)]);
}

pub(crate) fn lines(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    comes_back(lines::parse(&text), lines::write, |text| lines::parse(text).collect());
}

pub(crate) fn ggf(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    comes_back(ggf::parse(&text), ggf::write, |text| ggf::parse(text).collect());
}

pub(crate) fn sgf(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    comes_back(sgf::parse(&text), sgf::write, |text| sgf::parse(text).collect());
}

pub(crate) fn pgn(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    comes_back(pgn::parse(&text), pgn::write, |text| pgn::parse(text).collect());
}

pub(crate) fn vong(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    comes_back(vong::parse(&text), vong::write, |text| vong::parse(text).collect());
}

pub(crate) fn logbook(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    comes_back(logbook::parse(&text), logbook::write, |text| logbook::parse(text).collect());
}

pub(crate) fn board(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(setup) = board_string::parse(&text) {
        let position = Position::new(Rules::Standard, setup).expect("a board has no square with two discs");
        assert_eq!(board_string::parse(&board_string::write(&position)), Ok(setup));
    }
}

pub(crate) fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(setup) = fen::parse(&text) {
        let position = Position::new(Rules::Standard, setup).expect("a board has no square with two discs");
        assert_eq!(fen::parse(&fen::write(&position)), Ok(setup));
    }
}

pub(crate) fn obf(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for problem in obf::parse(&text).flatten().take(MOST_GAMES) {
        let written = problem.to_string();
        assert_eq!(obf::parse(&written).collect::<Vec<_>>(), [Ok(problem)]);
    }
}

pub(crate) fn wthor(bytes: &[u8]) {
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

pub(crate) fn gtp(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
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

pub(crate) fn nboard(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        if let Ok(message) = line.parse::<nboard::GuiMessage>() {
            assert_eq!(message.to_string().parse(), Ok(message));
        }
        if let Ok(message) = line.parse::<nboard::EngineMessage>() {
            assert_eq!(message.to_string().parse(), Ok(message));
        }
    }
}

/// Whatever the format is taken for, nothing panics; and a format that was detected has a game or an error to show.
pub(crate) fn detect(bytes: &[u8]) {
    let source = Source::new(bytes);
    if let Ok(format) = source.detect() {
        assert!(source.read(format).next().is_some(), "{format}");
    }
    for format in Format::ALL {
        for unchecked in source.read(format).flatten().take(MOST_GAMES) {
            let _ = unchecked.check();
        }
    }
}

/// The answers do not depend on the pieces in which the input comes.
pub(crate) fn judge(bytes: &[u8]) {
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

/// Every legal game of a text that can be written is read again, alone; and written once more it is the same text.
fn comes_back<E: Display>(
    records: impl Iterator<Item = Result<UncheckedRecord, E>>,
    write: impl Fn(&Record) -> Result<String, WriteError>,
    read: impl Fn(&str) -> Vec<Result<UncheckedRecord, E>>,
) {
    for unchecked in records.flatten().take(MOST_GAMES) {
        let Ok(record) = unchecked.check() else { continue };
        let Ok(text) = write(&record) else { continue };
        let again = match &read(&text)[..] {
            [Ok(unchecked)] => unchecked.check().unwrap_or_else(|error| panic!("{error} in {text:?}")),
            [Err(error)] => panic!("{error} in {text:?}"),
            records => panic!("{} games in {text:?}", records.len()),
        };
        assert_eq!(again.game(), record.game(), "{text:?}");
        let written = write(&again).unwrap_or_else(|error| panic!("{error}: {text:?}"));
        assert_eq!(written, text);
    }
}
