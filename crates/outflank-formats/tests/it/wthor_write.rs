use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use outflank_formats::format::{self, Format, Source};
use outflank_formats::record::{GameResult, Tag, Termination};
use outflank_formats::wthor::{Collection, Collector, Date, Directory, FileKind, Games, Names, NamesKind};
use outflank_formats::{Place, Points, Record, UncheckedRecord, WriteError, plain};
use outflank_rules::{Rules, Square, Symmetry};

const EXCERPT: &[u8] = include_bytes!("../data/wthor_200.wtb");
const TODAY: Date = Date { year: 2026, month: 11, day: 15 };

fn names(word: &str, many: usize) -> Names {
    let name = |number| if number == 0 { "???".to_owned() } else { format!("{word} {number}") };
    Names { created: TODAY, names: (0..many).map(name).collect() }
}

fn check(unchecked: UncheckedRecord) -> Record {
    unchecked.check().unwrap_or_else(|error| panic!("{error}"))
}

fn files(folder: PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "wtb"));
    files
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
    let Some(folder) = crate::collections::folder("wthor") else {
        return;
    };
    for (name, kind) in [("WTH.JOU", NamesKind::Players), ("WTH.TRN", NamesKind::Tournaments)] {
        let bytes = fs::read(folder.join(name)).unwrap();
        assert_eq!(FileKind::of(&bytes), Some(FileKind::Names(kind)));
        assert!(Names::parse(&bytes, kind).unwrap().write(kind).unwrap() == bytes, "{name}");
    }
    let files = files(folder);
    assert_eq!(files.len(), 43);
    for file in files {
        let bytes = fs::read(&file).unwrap();
        assert_eq!(FileKind::of(&bytes), Some(FileKind::Games));
        assert!(Games::parse(&bytes).unwrap().write().unwrap() == bytes, "{}", file.display());
    }
}

#[test]
fn a_stored_game_becomes_a_record() {
    let games = Games::parse(EXCERPT).unwrap();
    let (players, tournaments) = (names("player", 4_448), names("tournament", 492));
    let directory = Directory { players: Some(&players), tournaments: Some(&tournaments) };
    for (index, (game, unchecked)) in games.games.iter().zip(games.records(directory)).enumerate() {
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
    let games = Games::parse(EXCERPT).unwrap();
    let (players, tournaments) = (names("player", 4_448), names("tournament", 492));
    let directory = Directory { players: Some(&players), tournaments: Some(&tournaments) };

    // With the names, nothing changes.
    let with_names = Collector::with_names(games.created, players.clone(), tournaments.clone());
    let again = collected(games.records(directory), with_names);
    assert_eq!(again.years, std::slice::from_ref(&games));
    assert_eq!((&again.players, &again.tournaments), (&players, &tournaments));

    // Without names, the numbers are kept.
    let again = collected(games.records(Directory::default()), Collector::new(games.created));
    assert_eq!(again.years, std::slice::from_ref(&games));

    // Without a directory, names get new numbers.
    let again = collected(games.records(directory), Collector::new(games.created));
    let new_directory = Directory { players: Some(&again.players), tournaments: Some(&again.tournaments) };
    let (before, after) = (games.records(directory), again.years[0].records(new_directory));
    assert!(before.eq(after));
    assert!(again.players.names.len() < 400);
}

fn through(format: Format, unchecked: impl Iterator<Item = UncheckedRecord>) -> impl Iterator<Item = UncheckedRecord> {
    unchecked.map(move |unchecked| {
        let text = format::write(&check(unchecked), format).expect("the format has a word for every game");
        Source::new(text.as_bytes()).read(format).next().expect("there is a game").expect("it can be read")
    })
}

#[test]
fn the_excerpt_comes_back_from_ggf_and_sgf_with_and_without_names() {
    let games = Games::parse(EXCERPT).unwrap();
    let (players, tournaments) = (names("player", 4_448), names("tournament", 492));
    let directory = Directory { players: Some(&players), tournaments: Some(&tournaments) };
    for format in [Format::Ggf, Format::Sgf] {
        let with_names = Collector::with_names(games.created, players.clone(), tournaments.clone());
        let again = collected(through(format, games.records(directory)), with_names);
        assert_eq!(again.years, std::slice::from_ref(&games), "{format}");
        let again = collected(through(format, games.records(Directory::default())), Collector::new(games.created));
        assert_eq!(again.years, std::slice::from_ref(&games), "{format}");
    }
}

#[test]
fn the_collection_comes_back_from_ggf() {
    let Some(folder) = crate::collections::folder("wthor") else {
        return;
    };
    let names = |name, kind| Names::parse(&fs::read(folder.join(name)).unwrap(), kind).unwrap();
    let (players, tournaments) = (names("WTH.JOU", NamesKind::Players), names("WTH.TRN", NamesKind::Tournaments));
    let directory = Directory { players: Some(&players), tournaments: Some(&tournaments) };
    let files: Vec<_> = files(folder);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let games: usize = thread::scope(|scope| {
        // Later files are larger: deal them out in turn.
        let share = |first| files.iter().skip(first).step_by(threads);
        let workers: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || share(first).map(|file| comes_back(file, directory)).sum::<usize>()))
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert_eq!(games, 114_908);
}

fn comes_back(file: &Path, directory: Directory<'_>) -> usize {
    let bytes = fs::read(file).expect("the file can be read");
    let games = Games::parse(&bytes).expect("the file is well-formed");
    let [players, tournaments] =
        [directory.players, directory.tournaments].map(|names| names.expect("it is there").clone());
    let with_names = Collector::with_names(games.created, players.clone(), tournaments.clone());
    let again = collected(through(Format::Ggf, games.records(directory)), with_names);
    assert!(again.years[0].write().expect("it has as many games as before") == bytes, "{}", file.display());
    assert_eq!((&again.players, &again.tournaments), (&players, &tournaments));
    games.games.len()
}

#[test]
fn numbers_of_several_sources_do_not_clash() {
    let record = |black: &str, number: Option<&str>| {
        let mut record = check(plain::parse("f5d6c3").unwrap());
        record.details.players.black.name = black.to_owned();
        record.details.result = Some(GameResult { margin: Points::from_discs(4), termination: Termination::Board });
        let tag = |value: &str| Tag { name: "WTHORBLACK".to_owned(), value: value.to_owned() };
        record.details.others.extend(number.map(tag));
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
    let base = check(plain::parse("f5d6c3d3c4f4f6").unwrap());
    let squares: Vec<_> = base.game().placements().collect();
    let mut collector = Collector::new(TODAY);
    let turns = [Symmetry::Identity, Symmetry::Half, Symmetry::Transpose, Symmetry::AntiTranspose];
    for (turn, date) in turns.into_iter().zip(["1983", "2004.01.31", "31/12/1983 23:59", "?"]) {
        let turned: String = squares.iter().map(|&square| turn.square(square).to_string()).collect();
        let mut record = check(plain::parse(&turned).unwrap());
        record.details.date = date.to_owned();
        record.details.result =
            Some(GameResult { margin: "+3".parse().unwrap(), termination: Termination::Resignation });
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
    let refused =
        |collector: &mut Collector, text: &str| collector.push(&check(plain::parse(text).unwrap())).unwrap_err();
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
