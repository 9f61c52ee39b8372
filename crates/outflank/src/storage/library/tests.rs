use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;

use outflank_formats::format::{self, Format};
use outflank_formats::record::Player;
use outflank_formats::{ggf, plain};
use outflank_players::Random;
use outflank_rules::{ByColor, Game, Position, Rules};
use proptest::prelude::*;

use super::*;
use crate::storage::shelf::disk::LocalDisk;
use crate::storage::shelf::faulty::FaultyDisk;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../outflank-formats/tests/data");

struct Home {
    folder: tempfile::TempDir,
    archive: Archive,
}

impl Home {
    fn new() -> Home {
        Home::on(Arc::new(LocalDisk))
    }

    fn on(disk: Arc<dyn Disk>) -> Home {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive {
            folder: folder.path().join("games"),
            collections: Vec::new(),
            cache: Some(folder.path().join("cache/library.cache")),
            disk,
        };
        fs::create_dir(folder.path().join("games")).unwrap();
        Home { folder, archive }
    }

    fn path(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn read(&self) -> Catalogue {
        self.refresh(&Catalogue::default()).expect("there is always a folder")
    }

    fn refresh(&self, before: &Catalogue) -> Option<Catalogue> {
        self.archive.refresh(before, &[], &mut |_| {}, &|| false)
    }

    fn import(&self, source: &Path) -> Imported {
        self.archive.import(source, &mut |_| {}, &|| false).unwrap().expect("it was not stopped")
    }

    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        let mut folders = vec![self.archive.folder.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                match entry.is_dir() {
                    true => folders.push(entry),
                    false if entry.ends_with(".lock") => {}
                    false => files.push((entry.clone(), fs::read(entry).unwrap())),
                }
            }
        }
        files.sort();
        files
    }
}

fn random_game(random: &mut Random, moves: usize) -> Record {
    let mut game = Game::new(Position::initial(Rules::Standard));
    for _ in 0..moves {
        let legal: Vec<_> = game.position().legal_moves().into_iter().collect();
        if legal.is_empty() {
            break;
        }
        game.play(legal[random.next() as usize % legal.len()]).unwrap();
    }
    Record::of(&game)
}

const NAMES: [&str; 6] = ["Ann", "Bob", "Émile Müller", "大谷", "tamenori hideshi", ""];
const EVENTS: [&str; 3] = ["Open de Montréal", "WOC 2024", ""];

fn game(seed: u64) -> Record {
    let mut random = Random::new(seed);
    let moves = [8, 20, 60][random.next() as usize % 3];
    let mut record = random_game(&mut random, moves);
    let mut pick = |names: &[&str]| names[random.next() as usize % names.len()].to_owned();
    let details = &mut record.details;
    details.players = ByColor::from_fn(|_| Player { name: pick(&NAMES), rating: String::new() });
    details.event = pick(&EVENTS);
    details.date = format!("{}.{:02}.{:02}_12:00:{:02}", 2000 + seed % 25, 1 + seed % 12, 1 + seed % 28, seed % 60);
    record
}

/// Some formats hold only finished games.
fn finished(count: usize) -> Vec<Record> {
    (0..).map(game).filter(|record| record.game().outcome().is_some()).take(count).collect()
}

fn text(records: &[Record]) -> String {
    records.iter().map(|record| ggf::write(record).unwrap() + "\n").collect()
}

fn place(catalogue: &Catalogue, number: usize) -> Place {
    catalogue.game(Entry(number as u32)).unwrap().place().unwrap()
}

fn keys(catalogue: &Catalogue) -> Vec<GameKey> {
    catalogue.entries().map(|entry| catalogue.game(entry).unwrap().key()).collect()
}

#[test]
fn an_entry_has_what_the_list_shows() {
    let home = Home::new();
    home.write(
        "games/club/final.ggf",
        "(;GM[Othello]PC[Outflank]DT[2026.11.15_18:45:12.UTC]PB[Ann]PW[Bob]RE[+4.00]TY[8]BO[8 -------- -------- -------- \
         ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)\n(;broken\n",
    );
    home.write("games/thirty.txt", "rules thirty\nd3c3c4e3");
    let catalogue = home.read();
    let [first, second] = [0, 1].map(|number| catalogue.game(Entry(number)).unwrap());
    assert_eq!(first.players(), ByColor { black: "Ann", white: "Bob" });
    assert_eq!((first.date(), first.margin(), first.opening()), ("2026-11-15", Some(4), "Tiger"));
    assert_eq!(first.event(), "Outflank");
    assert_eq!(first.moves().map(|square| square.to_string()).collect::<String>(), "f5d6c3d3c4");
    assert_eq!((place(&catalogue, 0).number, place(&catalogue, 0).of), (1, 2));
    assert_eq!(second.play().start().rules(), Rules::Thirty);
    assert_eq!(second.play().placements().count(), 4);
    let folders: Vec<_> = catalogue.folders().iter().map(|folder| (folder.name.as_str(), folder.games)).collect();
    assert_eq!(folders, [("", 1), ("club", 1)]);
    let (faults, count) = catalogue.faults();
    assert_eq!((faults.count(), count), (1, 1));
    for entry in catalogue.entries() {
        let game = catalogue.game(entry).unwrap();
        let record = home.archive.open(&game.place().unwrap()).unwrap();
        assert!(record.game().placements().eq(game.moves()));
    }
}

#[test]
fn dates_in_any_notation_become_days() {
    for (date, day) in [
        ("2026.11.15_18:45:12.UTC", "2026-11-15"),
        ("2026-11-15T18:45", "2026-11-15"),
        ("1996", "1996"),
        ("2001.?.?", "2001"),
        ("2001-07", "2001-07"),
        ("15.11.2026", "2026-11-15"),
        ("11/15/2026", "2026"),
        ("943398000", "1999-11-23"),
        ("yesterday", ""),
        ("2026.99.99", "2026"),
        ("", ""),
    ] {
        assert_eq!(sketch::day(date), day, "{date}");
    }
}

#[test]
fn only_changed_files_are_read_again_and_the_result_is_the_same() {
    let home = Home::new();
    let records: Vec<Record> = (0..40).map(game).collect();
    home.write("games/a.ggf", text(&records[..10]));
    home.write("games/club/b.ggf", text(&records[10..20]));
    let before = home.read();
    assert_eq!(home.refresh(&before), None);

    home.write("games/club/b.ggf", text(&records[12..20]));
    home.write("games/c.ggf", text(&records[20..]));
    fs::create_dir(home.path("games/empty")).unwrap();
    let after = home.refresh(&before).unwrap();
    assert_eq!(after, home.read());
    assert_eq!(after.len(), 38);
    fs::remove_file(home.path("games/a.ggf")).unwrap();
    fs::remove_dir(home.path("games/empty")).unwrap();
    let last = home.refresh(&after).unwrap();
    assert_eq!(last, home.read());
    assert!(last.folders().iter().all(|folder| folder.name != "empty"));
}

#[test]
fn the_cache_is_the_catalogue() {
    let home = Home::new();
    home.write("games/a.ggf", text(&(0..50).map(game).collect::<Vec<_>>()));
    home.write("games/bad.ggf", "(;GM[Othello]");
    let catalogue = home.read();
    assert_eq!(home.archive.cached().as_ref(), Some(&catalogue));
}

#[test]
fn a_damaged_cache_is_rebuilt() {
    let home = Home::new();
    home.write("games/a.ggf", text(&(0..5).map(game).collect::<Vec<_>>()));
    let catalogue = home.read();
    let path = home.archive.cache.clone().unwrap();
    let whole = fs::read(&path).unwrap();
    for cut in [0, 1, 17, 18, 22, 30, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..cut]).unwrap();
        assert_eq!(home.archive.cached(), None, "{cut}");
    }
    for at in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x20;
        fs::write(&path, &damaged).unwrap();
        assert_eq!(home.archive.cached(), None, "{at}");
    }
    assert_eq!(home.read(), catalogue);
    assert_eq!(home.archive.cached(), Some(catalogue));
}

#[test]
fn a_cache_with_wrong_numbers_and_the_right_checksum_is_refused_or_harmless() {
    let home = Home::new();
    home.write("games/a.ggf", text(&(0..3).map(game).collect::<Vec<_>>()));
    let whole = cache::encode(&home.read());
    let mut random = Random::new(7);
    for _ in 0..3000 {
        let mut damaged = whole.clone();
        for _ in 0..1 + random.next() % 3 {
            let at = 22 + random.next() as usize % (whole.len() - 22);
            damaged[at] = random.next() as u8;
        }
        let checksum = crc32fast::hash(&damaged[22..]).to_le_bytes();
        damaged[18..22].copy_from_slice(&checksum);
        if let Some(catalogue) = cache::decode(&damaged) {
            for game in catalogue.entries().filter_map(|entry| catalogue.game(entry)) {
                let _ = (game.players(), game.date(), game.opening(), game.event(), game.play(), game.place());
            }
            SortBy::ALL.into_iter().for_each(|sort| assert_eq!(catalogue.sorted(sort).len(), catalogue.len()));
            let _ = catalogue.search("a 1", &Tags::default(), catalogue.entries());
        }
    }
}

/// Every word in some field, by the slow way.
fn is_meant(game: &GameView<'_>, tags: &[String], text: &str) -> bool {
    let ByColor { black, white } = game.players();
    let result = search::result_text(game.margin());
    let fields = [black, white, game.event(), game.opening(), game.date(), &result];
    let tags = tags.iter().map(|tag| format!("#{tag}"));
    let fields: Vec<String> = fields.into_iter().map(str::to_owned).chain(tags).collect();
    text.split_whitespace().all(|word| {
        let query = outflank_study::NameQuery::new(word);
        fields.iter().any(|field| query.matches(field))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_search_finds_what_a_naive_filter_finds(
        seed in any::<u64>(),
        words in prop::collection::vec(prop::sample::select(vec![
            "ann", "BOB", "emile", "müll", "大", "montreal", "woc", "20", "2012-", "-0", "draw", "black", "wins", "34-30", "tiger",
            "e", "zz", "blitz", "#blitz", "#", "club", "?", "%",
        ]), 0..4),
    ) {
        let home = Home::new();
        let records: Vec<Record> = (0..60).map(|number| game(seed.wrapping_add(number))).collect();
        home.write("games/a.ggf", text(&records));
        let catalogue = home.read();
        let mut tags = Tags::default();
        for (at, key) in keys(&catalogue).into_iter().enumerate().step_by(5) {
            tags.set(key, vec![["blitz", "Club night"][at % 2].to_owned()]);
        }
        let query = words.join(" ");
        let sort = SortBy::ALL[seed as usize % 4];
        let sorted = catalogue.sorted(sort);
        let naive: Vec<Entry> = sorted.iter().copied().filter(|&entry| {
            let game = catalogue.game(entry).unwrap();
            is_meant(&game, tags.of(game.key()), &query)
        }).collect();
        prop_assert_eq!(catalogue.search(&query, &tags, sorted.into_iter()), naive);
    }
}

#[test]
fn games_are_sorted_with_unknown_ones_last() {
    let home = Home::new();
    home.write("games/a.ggf", text(&(0..80).map(game).collect::<Vec<_>>()));
    let catalogue = home.read();
    let all: BTreeSet<Entry> = catalogue.entries().collect();
    for sort in SortBy::ALL {
        let sorted = catalogue.sorted(sort);
        assert_eq!(sorted.iter().copied().collect::<BTreeSet<_>>(), all);
        for pair in sorted.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|entry| catalogue.game(entry).unwrap());
            let last = |text: &str| (text.is_empty(), text.to_lowercase());
            match sort {
                SortBy::Date => assert!(b.date().is_empty() || a.date() >= b.date()),
                SortBy::Players => assert!(last(a.players().black) <= last(b.players().black)),
                SortBy::Result => assert!(b.margin().is_none() || a.margin() >= b.margin()),
                SortBy::Opening => assert!(last(a.opening()) <= last(b.opening())),
            }
        }
    }
}

#[test]
fn a_deleted_game_comes_back_as_it_was() {
    let home = Home::new();
    home.write("games/one.ggf", text(&[game(1)]));
    home.write("games/club/two.ggf", text(&[game(2)]));
    let before = home.files();
    let catalogue = home.read();
    let change = home.archive.delete(&place(&catalogue, 1)).unwrap();
    let left = home.read();
    assert_eq!(left.len(), 1);
    assert!(home.files().iter().any(|(path, _)| path.ends_with(".trash/one.ggf")), "it is in the trash");
    home.archive.undo(&change).unwrap();
    assert_eq!(home.files(), before);

    let folder = home.archive.delete_folder(&home.path("games/club")).unwrap();
    assert_eq!(home.read().len(), 1);
    home.archive.undo(&folder).unwrap();
    assert_eq!(home.files(), before);
    assert_eq!(home.read(), catalogue);
}

#[test]
fn one_of_several_games_is_cut_out_and_put_back() {
    let home = Home::new();
    let records: Vec<Record> = (0..4).map(game).collect();
    let lines: Vec<String> = records.iter().map(|record| ggf::write(record).unwrap()).collect();
    // With text before the first game, a count, a comment that looks like an end, and games on one line.
    let odd = lines[1].replace(";)", "C[this is ;) no end];)");
    for text in [
        lines.join("\n"),
        format!("From: ann\n\n{}\n{odd}{}\r\n2 {}\n", lines[0], lines[2], lines[3]),
        format!("\u{feff}{}\n(;GM[Othello]broken\n{}\n{}\n", lines[0], lines[1], lines[2]),
    ] {
        let path = home.write("games/club.ggf", &text);
        let catalogue = home.read();
        for number in 0..catalogue.len() {
            let meant = place(&catalogue, number);
            let change = home.archive.delete(&meant).unwrap_or_else(|error| panic!("{error:#}: {text}"));
            let left = keys(&home.read());
            let mut expected = keys(&catalogue);
            expected.remove(number);
            assert_eq!(left, expected, "{text}");
            home.archive.undo(&change).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn several_deletions_are_undone_in_turn() {
    let home = Home::new();
    let whole = text(&(0..6).map(game).collect::<Vec<_>>());
    let path = home.write("games/club.ggf", &whole);
    let mut changes = Vec::new();
    for number in [5, 0, 2] {
        changes.push(home.archive.delete(&place(&home.read(), number)).unwrap());
    }
    assert_eq!(home.read().len(), 3);
    while let Some(change) = changes.pop() {
        home.archive.undo(&change).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn a_game_that_has_changed_since_is_not_deleted() {
    let home = Home::new();
    home.write("games/one.ggf", text(&[game(1)]));
    home.write("games/two.ggf", text(&[game(2), game(3)]));
    let catalogue = home.read();
    home.write("games/one.ggf", text(&[game(4)]));
    home.write("games/two.ggf", text(&[game(3), game(2)]));
    let files = home.files();
    for number in 0..3 {
        let error = home.archive.delete(&place(&catalogue, number)).unwrap_err();
        assert!(format!("{error:#}").contains("the file has changed"), "{error:#}");
    }
    assert_eq!(home.files(), files);
}

#[test]
fn collections_are_never_changed() {
    let mut home = Home::new();
    let collection = home.write("wthor/a.ggf", text(&[game(1), game(2)]));
    home.archive.collections = vec![collection.parent().unwrap().to_owned()];
    let catalogue = home.read();
    assert_eq!(catalogue.len(), 2);
    assert!(home.archive.delete(&place(&catalogue, 0)).is_err());
    assert!(home.archive.rename(&collection, "b").is_err());
    assert!(home.archive.delete_folder(collection.parent().unwrap()).is_err());
}

#[test]
fn renaming_moves_files_and_keeps_tags() {
    let home = Home::new();
    home.write("games/one.ggf", text(&[game(1)]));
    home.write("games/taken.ggf", text(&[game(2)]));
    let catalogue = home.read();
    let one = place(&catalogue, 0);
    home.archive.tag(one.key, vec!["blitz".to_owned()]).unwrap();
    let change = home.archive.rename(&one.path, "club/2026/final").unwrap();
    let renamed = home.read();
    let moved = place(&renamed, 0);
    assert_eq!(moved.path, home.path("games/club/2026/final.ggf"));
    assert_eq!(home.archive.tags().unwrap().0.of(moved.key), ["blitz"]);
    for bad in ["", "  ", "../out", "/tmp/x", "taken", "a/../b", ".hidden", "x\u{1b}[2J"] {
        assert!(home.archive.rename(&moved.path, bad).is_err(), "{bad}");
    }
    assert!(home.archive.rename(&home.path("games/club"), "club/inside").is_err());
    let folder = home.archive.rename(&home.path("games/club"), "team").unwrap();
    assert!(home.path("games/team/2026/final.ggf").is_file());
    home.archive.undo(&folder).unwrap();
    home.archive.undo(&change).unwrap();
    assert_eq!(keys(&home.read()), keys(&catalogue));
}

#[test]
fn tags_are_saved_and_undone() {
    let home = Home::new();
    let key = GameKey(0x1234);
    let first = home.archive.tag(key, parse_list(" blitz , end game,#blitz,,#,\u{1b}x")).unwrap();
    let list = |home: &Home| home.archive.tags().unwrap().0.of(key).to_vec();
    assert_eq!(list(&home), ["blitz", "end game", "x"]);
    let second = home.archive.tag(key, Vec::new()).unwrap();
    assert!(list(&home).is_empty());
    home.archive.undo(&second).unwrap();
    assert_eq!(list(&home).len(), 3);
    home.archive.undo(&first).unwrap();
    assert!(list(&home).is_empty());
}

#[test]
fn a_damaged_file_of_tags_is_set_aside_and_its_good_lines_stay() {
    let home = Home::new();
    home.archive.tag(GameKey(1), vec!["a".to_owned()]).unwrap();
    home.archive.tag(GameKey(2), vec!["b".to_owned()]).unwrap();
    let path = home.path("games/tags.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(
        text.lines().next(),
        Some(r#"{"format":"outflank tags","version":1}"#),
        "the format of existing files must stay"
    );
    let damaged = text.replace("\"b\"", "b");
    fs::write(&path, &damaged).unwrap();
    let (tags, aside) = home.archive.tags().unwrap();
    assert_eq!((tags.of(GameKey(1)), tags.of(GameKey(2))), (&["a".to_owned()][..], &[][..]));
    assert_eq!(fs::read_to_string(aside.unwrap().0).unwrap(), damaged);
    let (again, aside) = home.archive.tags().unwrap();
    assert_eq!(again.of(GameKey(1)), ["a"], "what could be read is saved again");
    assert!(aside.is_none());
}

#[test]
fn a_folder_of_all_formats_is_imported() {
    let home = Home::new();
    let records = finished(4);
    let all = |format: Format| records.iter().map(|record| format::write(record, format).unwrap()).collect::<String>();
    for format in [Format::Ggf, Format::Sgf, Format::Pgn, Format::Vong, Format::Logbook, Format::Lines] {
        home.write(&format!("club/{format}/games.{}", format.extension()), all(format));
    }
    home.write("club/one.txt", plain::write(&records[0]));
    home.write("club/without-ending", plain::write(&records[0]));
    fs::copy(format!("{SAMPLES}/wthor_200.wtb"), home.path("club/WTH_2001.wtb")).unwrap();
    home.write("club/broken.sgf", "(;GM[2]FF[4]B[");
    home.write("club/illegal.txt", "f5f5");
    home.write("club/picture.png", b"\x89PNG\0\0");
    home.write("club/.hidden.ggf", all(Format::Ggf));
    let imported = home.import(&home.path("club"));
    assert_eq!((imported.name.as_str(), imported.files, imported.games), ("club", 9, 6 * 4 + 2 + 200));
    assert_eq!((imported.problem_count, imported.skipped), (2, 1), "{:?}", imported.problems);
    let catalogue = home.read();
    assert_eq!(catalogue.len(), imported.games);
    let expected: BTreeSet<String> = records.iter().map(plain::write).collect();
    for entry in catalogue.entries().map(|entry| catalogue.game(entry).unwrap()) {
        if !entry.place().unwrap().path.ends_with("WTH_2001.ggf") {
            let record = home.archive.open(&entry.place().unwrap()).unwrap();
            assert!(expected.contains(&plain::write(&record)));
        }
    }
    assert_eq!(home.import(&home.path("club")).name, "club-2");
}

#[test]
fn an_import_that_is_stopped_leaves_nothing() {
    let home = Home::new();
    (0..5).for_each(|seed| drop(home.write(&format!("club/{seed}.ggf"), text(&[game(seed)]))));
    let seen = std::cell::Cell::new(0);
    let stopped = home.archive.import(&home.path("club"), &mut |_| seen.set(seen.get() + 1), &|| seen.get() > 2);
    assert_eq!(stopped.unwrap(), None);
    assert!(home.files().is_empty());
    assert_eq!(home.read().len(), 0);
}

#[cfg(unix)]
#[test]
fn a_loop_of_links_ends() {
    let home = Home::new();
    home.write("club/deep/one.ggf", text(&[game(1)]));
    std::os::unix::fs::symlink(home.path("club"), home.path("club/deep/again")).unwrap();
    std::os::unix::fs::symlink("nowhere", home.path("club/dangling")).unwrap();
    std::os::unix::fs::symlink(home.path("club/deep/one.ggf"), home.path("club/link.ggf")).unwrap();
    let imported = home.import(&home.path("club"));
    assert_eq!((imported.games, imported.problem_count), (2, 1), "{:?}", imported.problems);
    std::os::unix::fs::symlink(home.archive.folder(), home.path("games/self")).unwrap();
    assert_eq!(home.read().len(), 2);
}

#[test]
fn a_huge_file_is_reported_and_not_read() {
    let home = Home::new();
    let huge = home.path("club/huge.ggf");
    // Sparse: it takes no space.
    File::create(&huge).unwrap().set_len(sketch::MAX_BYTES + 1).unwrap();
    home.write("club/one.ggf", text(&[game(1)]));
    fs::hard_link(&huge, home.path("games/huge.ggf")).unwrap();
    let imported = home.import(&home.path("club"));
    assert_eq!((imported.games, imported.problem_count), (1, 1));
    assert!(imported.problems[0].contains("at most"), "{:?}", imported.problems);
    let (_, faults) = home.read().faults();
    assert_eq!(faults, 1);
}

#[test]
fn a_file_with_10_000_games_is_listed_and_each_can_be_opened_and_deleted() {
    let home = Home::new();
    let pattern: Vec<String> = (0..100).map(|seed| ggf::write(&game(seed)).unwrap()).collect();
    let mut file = File::create(home.path("games/many.ggf")).unwrap();
    for number in 0..10_000 {
        writeln!(file, "{}", pattern[number % 100].replacen("DT[", &format!("DT[{:04}.", number), 1)).unwrap();
    }
    drop(file);
    let catalogue = home.read();
    assert_eq!(catalogue.len(), 10_000);
    let last = place(&catalogue, 9_999);
    assert_eq!((last.number, last.of), (10_000, 10_000));
    home.archive.open(&last).unwrap();
    let change = home.archive.delete(&place(&catalogue, 5_000)).unwrap();
    assert_eq!(home.read().len(), 9_999);
    home.archive.undo(&change).unwrap();
    assert_eq!(keys(&home.read()), keys(&catalogue));
}

#[test]
fn exported_games_read_back_the_same() {
    let home = Home::new();
    let records = finished(12);
    home.write("games/a.ggf", text(&records[..6]));
    home.write("games/b.ggf", text(&records[6..]));
    let catalogue = home.read();
    let places: Vec<Place> = (0..12).step_by(2).map(|number| place(&catalogue, number)).collect();
    for ending in ["ggf", "sgf", "pgn", "lines", "txt", "gam", "vong"] {
        let path = home.path(&format!("out.{ending}"));
        let exported = export(&places, &path, &mut |_| {}, &|| false).unwrap().unwrap();
        assert_eq!((exported.games, exported.left_out), (6, 0), "{ending}: {exported:?}");
        let mut found = Vec::new();
        sketch::for_each(&path, |_, unchecked| {
            found.push(plain::write(&unchecked.unwrap().check().unwrap()));
            true
        })
        .unwrap();
        let expected: Vec<String> = records.iter().step_by(2).map(plain::write).collect();
        assert_eq!(found, expected, "{ending}");
        let error = export(&places, &path, &mut |_| {}, &|| false).unwrap_err();
        assert!(error.to_string().contains("already exists"), "{error}");
    }
    assert!(export(&places, &home.path("out.doc"), &mut |_| {}, &|| false).is_err());
    let folder = home.path("wthor/WTH.wtb");
    assert!(export(&places, &folder, &mut |_| {}, &|| false).is_err(), "several years do not fit into one WTHOR file");
    assert!(!folder.exists());
    let stopped = export(&places, &home.path("stopped.ggf"), &mut |_| {}, &|| true).unwrap();
    assert!(stopped.is_none() && !home.path("stopped.ggf").exists());
}

#[test]
fn nothing_is_lost_on_a_disk_that_fails() {
    let disk = Arc::new(FaultyDisk::new(3));
    let home = Home::on(disk.clone());
    home.write("games/one.ggf", text(&[game(1)]));
    home.write("games/many.ggf", text(&(2..8).map(game).collect::<Vec<_>>()));
    home.write("club/new.ggf", text(&(20..25).map(game).collect::<Vec<_>>()));
    let everything = |home: &Home| -> BTreeSet<GameKey> {
        let files = home.files().into_iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "ggf"));
        files.flat_map(|(path, _)| sketch::read(&path, &|| false).games).map(|game| game.key).collect()
    };
    let before = everything(&home);
    let (mut failed, mut done) = (0, 0);
    let mut random = Random::new(5);
    let mut changes: Vec<Change> = Vec::new();
    for _ in 0..400 {
        let catalogue = home.read();
        disk.fail([0, 30, 100][random.next() as usize % 3]);
        let at = random.next() as usize % catalogue.len();
        let chosen = place(&catalogue, at);
        let result = match random.next() % 5 {
            0 if catalogue.len() > 2 => home.archive.delete(&chosen).map(|change| changes.push(change)),
            1 => home
                .archive
                .rename(&chosen.path, &format!("r/{}", random.next() % 9))
                .map(|change| changes.push(change)),
            2 => home.archive.tag(chosen.key, vec!["x".to_owned()]).map(|change| changes.push(change)),
            3 => home.archive.import(&home.path("club"), &mut |_| {}, &|| false).map(drop),
            _ => match changes.last().cloned() {
                Some(change) => home.archive.undo(&change).map(|_| drop(changes.pop())),
                None => Ok(()),
            },
        };
        disk.fail(0);
        match result {
            Ok(()) => done += 1,
            Err(_) => failed += 1,
        }
        assert!(everything(&home).is_superset(&before));
        assert!(home.archive.tags().unwrap().1.is_none(), "the tags can always be read");
        let drafts = fs::read_dir(home.archive.folder()).unwrap().map(|entry| entry.unwrap().file_name());
        let drafts: Vec<_> = drafts.filter(|name| name.to_string_lossy().starts_with(".import-")).collect();
        assert!(drafts.is_empty(), "{drafts:?}");
    }
    assert!(failed > 50 && done > 50, "{failed} {done}");
}

#[test]
fn folders_are_listed_first_and_hidden_files_are_not() {
    let home = Home::new();
    for name in ["b.ggf", "A.txt", "z/x.ggf", "picture.png", ".hidden"] {
        home.write(&format!("club/{name}"), "f5");
    }
    let listing = browse(&home.path("club")).unwrap();
    let names: Vec<_> = listing.entries.iter().map(|listed| (listed.name.as_str(), listed.kind)).collect();
    use ListingKind::{Folder, Games, Other};
    assert_eq!(names, [("z", Folder), ("A.txt", Games), ("b.ggf", Games), ("picture.png", Other)]);
    assert_eq!(browse(&home.folder.path().join("club/missing/deeper")).unwrap().folder, listing.folder);
}
