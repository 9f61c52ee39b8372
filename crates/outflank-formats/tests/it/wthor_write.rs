use std::fs;

use outflank_formats::format::{self, Format, Source};
use outflank_formats::record::Termination;
use outflank_formats::wthor::{Collection, Collector, Date, Directory, FileKind, Games, Names, NamesKind};
use outflank_formats::{Place, Points, Record, UncheckedRecord, WriteError};
use outflank_rules::{Rules, Square, Symmetry};

use crate::samples::{game_result, played, tag};
use crate::wthor::{EXCERPT, files, in_parallel};

const TODAY: Date = Date { year: 2026, month: 11, day: 15 };

fn names(word: &str, many: usize) -> Names {
    let name = |number| if number == 0 { "???".to_owned() } else { format!("{word} {number}") };
    Names { created: TODAY, names: (0..many).map(name).collect() }
}

fn check(unchecked: UncheckedRecord) -> Record {
    unchecked.check().unwrap_or_else(|error| panic!("{error}"))
}

struct Named {
    games: Games,
    players: Names,
    tournaments: Names,
}

impl Named {
    fn excerpt() -> Named {
        let games = Games::parse(EXCERPT).expect("it is well-formed");
        Named { games, players: names("player", 4_448), tournaments: names("tournament", 492) }
    }

    fn directory(&self) -> Directory<'_> {
        Directory { players: Some(&self.players), tournaments: Some(&self.tournaments) }
    }

    fn collector(&self) -> Collector {
        Collector::with_names(self.games.created, self.players.clone(), self.tournaments.clone())
    }

    /// The excerpt, once its games have gone through records and perhaps a text, with and without names.
    fn collected_again(&self, through: impl Fn(UncheckedRecord) -> UncheckedRecord) -> [Collection; 2] {
        let without_names = Collector::new(self.games.created);
        [
            collected(self.games.records(self.directory()).map(&through), self.collector()),
            collected(self.games.records(Directory::default()).map(&through), without_names),
        ]
    }
}

#[test]
fn the_excerpt_is_written_as_it_was_read() {
    let games = Games::parse(EXCERPT).unwrap();
    assert!(games.write().unwrap() == EXCERPT);
    let mut old = EXCERPT.to_vec();
    old[12] = 0;
    assert!(Games::parse(&old).unwrap().write().unwrap() == old);
}

#[test]
fn every_file_of_the_collection_is_written_as_it_was_read() {
    let Some(folder) = crate::collections::folder("wthor") else { return };
    for (name, kind) in [("WTH.JOU", NamesKind::Players), ("WTH.TRN", NamesKind::Tournaments)] {
        let bytes = fs::read(folder.join(name)).unwrap();
        assert_eq!(FileKind::of(&bytes), Some(FileKind::Names(kind)));
        assert!(Names::parse(&bytes, kind).unwrap().write(kind).unwrap() == bytes, "{name}");
    }
    let files = files(&folder);
    assert_eq!(files.len(), 43);
    for file in files {
        let bytes = fs::read(&file).unwrap();
        assert_eq!(FileKind::of(&bytes), Some(FileKind::Games));
        assert!(Games::parse(&bytes).unwrap().write().unwrap() == bytes, "{}", file.display());
    }
}

#[test]
fn a_stored_game_becomes_a_record() {
    let excerpt = Named::excerpt();
    let games = &excerpt.games;
    for (index, (game, unchecked)) in games.games.iter().zip(games.records(excerpt.directory())).enumerate() {
        let offset = 16 + 68 * index;
        let place = |byte| Place::Game { number: index + 1, byte };
        assert_eq!((unchecked.at, unchecked.moves[1].at), (place(offset), place(offset + 9)));
        let record = check(unchecked);
        assert_eq!(record.details.date, "");
        let named = |word: &str, number: u16| if number == 0 { String::new() } else { format!("{word} {number}") };
        assert_eq!(record.details.players.black.name, named("player", game.black));
        assert_eq!(record.details.players.white.name, named("player", game.white));
        assert_eq!(record.details.event, named("tournament", game.tournament));
        assert_eq!(record.details.other("THEORETICAL"), Some(game.theoretical.to_string().as_str()));
        assert_eq!(record.details.others.len(), 1);
        assert_eq!(record.margin(), Some(Points::from_discs(2 * (game.score as i8 - 32))));
    }
}

#[test]
fn a_broken_move_is_located() {
    let mut file = EXCERPT.to_vec();
    file[16 + 68 + 8 + 2] = 11;
    let games = Games::parse(&file).unwrap();
    let error = games.records(Directory::default()).nth(1).unwrap().check().unwrap_err();
    assert!(error.to_string().starts_with("move 3, a1, is not legal"), "{error}");
    assert!(error.to_string().ends_with("(game 2, byte 94)"), "{error}");
}

fn collected(unchecked: impl Iterator<Item = UncheckedRecord>, collector: Collector) -> Collection {
    let mut collector = collector;
    unchecked.for_each(|unchecked| collector.push(&check(unchecked)).expect("the database has had it before"));
    collector.finish()
}

#[test]
fn the_excerpt_comes_back_from_records_with_and_without_names() {
    let excerpt = Named::excerpt();
    let Named { games, players, tournaments } = &excerpt;
    // With the names nothing changes; without names the numbers are kept.
    let again = excerpt.collected_again(|unchecked| unchecked);
    assert!(again.iter().all(|again| again.years == [games.clone()]));
    assert_eq!((&again[0].players, &again[0].tournaments), (players, tournaments));

    // Without a directory, names get new numbers.
    let again = collected(games.records(excerpt.directory()), Collector::new(games.created));
    let new_directory = Directory { players: Some(&again.players), tournaments: Some(&again.tournaments) };
    assert!(games.records(excerpt.directory()).eq(again.years[0].records(new_directory)));
    assert!(again.players.names.len() < 400);
}

fn through(format: Format, unchecked: UncheckedRecord) -> UncheckedRecord {
    let text = format::write(&check(unchecked), format).expect("the format has a word for every game");
    Source::new(text.as_bytes()).read(format).next().expect("there is a game").expect("it can be read")
}

#[test]
fn the_excerpt_comes_back_from_ggf_and_sgf_with_and_without_names() {
    let excerpt = Named::excerpt();
    for format in [Format::Ggf, Format::Sgf] {
        for again in excerpt.collected_again(|unchecked| through(format, unchecked)) {
            assert_eq!(again.years, std::slice::from_ref(&excerpt.games), "{format}");
        }
    }
}

#[test]
fn the_collection_comes_back_from_ggf() {
    let Some(folder) = crate::collections::folder("wthor") else { return };
    let names = |name, kind| Names::parse(&fs::read(folder.join(name)).unwrap(), kind).unwrap();
    let (players, tournaments) = (names("WTH.JOU", NamesKind::Players), names("WTH.TRN", NamesKind::Tournaments));
    let games = in_parallel(&files(&folder), |bytes, games| {
        let file = Named { games, players: players.clone(), tournaments: tournaments.clone() };
        let records = file.games.records(file.directory()).map(|unchecked| through(Format::Ggf, unchecked));
        let again = collected(records, file.collector());
        assert!(again.years[0].write().expect("as many games as before") == bytes, "{}", file.games.year);
        assert_eq!((&again.players, &again.tournaments), (&players, &tournaments));
        file.games.games.len()
    });
    assert_eq!(games.iter().sum::<usize>(), 114_908);
}

#[test]
fn numbers_of_several_sources_do_not_clash() {
    let record = |black: &str, number: Option<&str>| {
        let mut record = played("f5d6c3");
        record.details.players.black.name = black.to_owned();
        record.details.result = game_result("4", Termination::Board);
        record.details.others.extend(number.map(|value| tag("WTHORBLACK", value)));
        record
    };
    let given = Names { created: TODAY, names: vec!["given".to_owned()] };
    let mut collector = Collector::with_names(TODAY, given.clone(), Names { names: Vec::new(), ..given });
    let pushed =
        [("new", None), ("", Some("0")), ("", Some("1")), ("", Some("4")), ("newer", Some("7")), ("", Some("x"))];
    pushed.iter().for_each(|(name, number)| collector.push(&record(name, *number)).unwrap());
    let Collection { years, players, .. } = collector.finish();
    // White is the first unknown player in all of them.
    assert_eq!(players.names, ["given", "new", "???", "", "", "newer"]);
    let numbers: Vec<_> = years[0].games.iter().map(|game| (game.black, game.score)).collect();
    assert_eq!(numbers, [(1, 34), (0, 34), (2, 34), (4, 34), (5, 34), (2, 34)]);
}

#[test]
fn games_are_sorted_by_year_and_begin_with_f5() {
    let base = played("f5d6c3d3c4f4f6");
    let squares: Vec<_> = base.game().placements().collect();
    let mut collector = Collector::new(TODAY);
    let turns = [Symmetry::Identity, Symmetry::Half, Symmetry::Transpose, Symmetry::AntiTranspose];
    for (turn, date) in turns.into_iter().zip(["1983", "2004.01.31", "31/12/1983 23:59", "?"]) {
        let turned: String = squares.iter().map(|&square| turn.square(square).to_string()).collect();
        let mut record = played(&turned);
        record.details.date = date.to_owned();
        record.details.result = game_result("+3", Termination::Resignation);
        collector.push(&record).unwrap();
    }
    let years = collector.finish().years;
    assert_eq!(
        years.iter().map(|games| (games.year, games.games.len())).collect::<Vec<_>>(),
        [(0, 1), (1983, 2), (2004, 1)]
    );
    for game in years.iter().flat_map(|games| &games.games) {
        assert_eq!((game.moves(), game.score), (squares.as_slice(), 34));
        assert_eq!(game.moves()[0], Square::F5);
    }
}

#[test]
fn games_that_wthor_cannot_hold_are_refused() {
    let mut collector = Collector::new(TODAY);
    let format = "WTHOR";
    let refused = |collector: &mut Collector, text: &str| collector.push(&played(text)).unwrap_err();
    assert_eq!(refused(&mut collector, "rules thirty\nf5"), WriteError::Rules { format, rules: Rules::Thirty });
    let board = "board -------------------X-------XX------XO--------------------------- O";
    assert_eq!(refused(&mut collector, board), WriteError::Start { format });
    assert_eq!(refused(&mut collector, "f5d6c3"), WriteError::NoResult { format });
    assert_eq!(collector.finish().years, []);

    let most = Names { created: TODAY, names: (0..Names::MOST).map(|number| number.to_string()).collect() };
    let none = Names { created: TODAY, names: Vec::new() };
    let mut full = Collector::with_names(TODAY, most.clone(), none);
    assert_eq!(refused(&mut full, "e6f4e3f6g5d6e7f5c5"), WriteError::Full { format, what: "players" });
    assert_eq!(most.write(NamesKind::Players).unwrap().len(), 16 + 20 * 65_535);
    let many = Names { names: vec![String::new(); Names::MOST + 1], ..most };
    assert_eq!(many.write(NamesKind::Players), Err(WriteError::Full { format, what: "players" }));
}

#[test]
fn names_are_cut_and_transliterated() {
    let names = ["É", "ĉu?", "0123456789012345678901234567", "éééééééééééééééééééééééé", "a\0b"];
    let names = Names { created: TODAY, names: names.map(str::to_owned).to_vec() };
    let written = names.write(NamesKind::Players).unwrap();
    assert_eq!(written.len(), 16 + 5 * 20);
    let again = Names::parse(&written, NamesKind::Players).unwrap();
    assert_eq!(again.names, ["É", "?u?", "0123456789012345678", "ééééééééééééééééééé", "a?b"]);
    assert_eq!(again.created, TODAY);
}

#[test]
fn the_kind_of_a_file_follows_from_header_and_size() {
    assert_eq!(FileKind::of(EXCERPT), Some(FileKind::Games));
    assert_eq!(FileKind::of(&EXCERPT[..EXCERPT.len() - 1]), None);
    assert_eq!(FileKind::of(b""), None);
    assert_eq!(FileKind::of(&[b' '; 84]), None);
    let mut solitaires = EXCERPT.to_vec();
    solitaires[13] = 1;
    assert_eq!(FileKind::of(&solitaires), Some(FileKind::Games));
    assert!(Games::parse(&solitaires).is_err());
    let tournaments = names("tournament", 3).write(NamesKind::Tournaments).unwrap();
    assert_eq!(FileKind::of(&tournaments), Some(FileKind::Names(NamesKind::Tournaments)));
}
