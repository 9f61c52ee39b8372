use std::fs;
use std::path::PathBuf;
use std::thread;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Room, Run, WTHOR, command, run};

const HEADER: usize = 16;
const GAME: usize = 68;
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

struct Collection {
    folder: Room,
    cache: TempDir,
}

impl Collection {
    fn new() -> Collection {
        let mut games = WTHOR.to_vec();
        games[10..12].copy_from_slice(&1999_u16.to_le_bytes());
        let players = names(PLAYER, 5_000, |number| format!("Player {number}"));
        let tournaments = names(TOURNAMENT, 600, |number| format!("Open de Montr\u{e9}al {number}"));
        Collection::of(&[("WTH_1999.wtb", &games), ("wth.Jou", &players), ("WTH.TRN", &tournaments)])
    }

    fn of(files: &[(&str, &[u8])]) -> Collection {
        Collection { folder: Room::new(files), cache: tempfile::tempdir().unwrap() }
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        self.folder.put(name, bytes);
    }

    fn ask(&self, arguments: &[&str]) -> Run {
        let mut command = command(&["db"]);
        command.env("XDG_CACHE_HOME", self.cache.path()).env("HOME", self.cache.path());
        run(command.arg(self.folder.0.path()).args(arguments), b"")
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.ask(&[&["--json"], arguments].concat()).ok()).unwrap()
    }

    fn cached_files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut folders = vec![self.cache.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        files
    }
}

fn names(size: usize, count: u16, name: impl Fn(usize) -> String) -> Vec<u8> {
    let mut file = vec![0; HEADER];
    file[8..10].copy_from_slice(&count.to_le_bytes());
    for number in 0..usize::from(count) {
        let mut record: Vec<_> = name(number).chars().map(|character| u8::try_from(character).unwrap()).collect();
        record.resize(size, 0);
        file.extend(record);
    }
    file
}

fn black_of_first_game() -> u16 {
    u16::from_le_bytes([WTHOR[HEADER + 2], WTHOR[HEADER + 3]])
}

#[test]
fn without_a_filter_there_is_a_summary() {
    let collection = Collection::new();
    let text = collection.ask(&[]).ok();
    assert!(text.starts_with("200 games from 1999 in 1 file; "), "{text}");
    for part in ["\nMost games\n", "\nLargest tournaments\n", "Open de Montréal "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let answer = collection.json(&[]);
    assert_eq!((&answer["games"], &answer["years"]), (&200.into(), &serde_json::json!([1999, 1999])));
    let results = &answer["results"];
    let sum = |names: [&str; 3]| names.iter().map(|name| results[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum(["wins", "draws", "losses"]), 200);
    assert_eq!(answer["list"].as_array().unwrap().len(), 0);
}

#[test]
fn games_are_found_by_player_and_listed() {
    let collection = Collection::new();
    let name = format!("Player {}", black_of_first_game());
    let number = black_of_first_game().to_string();
    let answer = collection.json(&["--player", &format!("{number} PLAYER"), "--list", "1000"]);
    let list = answer["list"].as_array().unwrap();
    assert!(!list.is_empty() && answer["games"] == list.len());
    let plays = |game: &Value, color: &str| game[color].as_str().unwrap().contains(&name);
    assert!(list.iter().all(|game| plays(game, "black") || plays(game, "white")));
    let player = &answer["player"];
    let sides = player["black"]["games"].as_u64().unwrap() + player["white"]["games"].as_u64().unwrap();
    assert!(sides >= list.len() as u64);
    assert!(player["names"].as_array().unwrap().contains(&name.clone().into()));

    let run = collection.ask(&["--player", "player", "--list", "2"]);
    ["\nThe player: Player ", "\nas Black ", "\nas White "].iter().for_each(|part| run.prints(part));
    assert_eq!(run.out.lines().filter(|line| line.starts_with("1999  ")).count(), 2, "{}", run.out);
}

#[test]
fn filters_are_combined() {
    let collection = Collection::new();
    let games = |arguments: &[&str]| collection.json(arguments)["games"].as_u64().unwrap();
    assert_eq!(games(&["--year", "1999"]), 200);
    assert_eq!(games(&["--year", "1998-2001"]), 200);
    assert_eq!(games(&["--year", "1990-1998"]), 0);
    assert_eq!(games(&["--tournament", "montreal OPEN"]), 200);
    assert_eq!(games(&["--player", "player", "--against", "stranger"]), 0);
    let tiger = games(&["--opening", "tiger"]);
    assert!((1..200).contains(&tiger));
    assert_eq!(games(&["--opening", "Tigre"]), tiger);
    assert_eq!(games(&["--position", "f5d6c3d3c4"]), tiger);
    assert_eq!(games(&["--position", "f5d6c3d3c4", "--opening", "tiger", "--year", "1999"]), tiger);
    assert_eq!(games(&["--position", "f5d6c3d3c4", "--year", "1998"]), 0);
}

#[test]
fn continuations_are_rotated_to_the_given_position() {
    let collection = Collection::new();
    let answer = collection.json(&["--position", "f5"]);
    let moves = |answer: &Value| -> Vec<(String, u64)> {
        let moves = answer["position"]["moves"].as_array().unwrap();
        let counted = |mv: &Value| (mv["move"].as_str().unwrap().to_owned(), mv["games"].as_u64().unwrap());
        moves.iter().map(counted).collect()
    };
    let from_f5 = moves(&answer);
    assert_eq!(from_f5.iter().map(|(_, games)| games).sum::<u64>(), 200);
    // Seen from c4, d6 is e3, f6 is c3 and f4 is c5.
    let turned = |mv: &str| match mv {
        "d6" => "e3",
        "f6" => "c3",
        "f4" => "c5",
        other => panic!("{other} is not a move after f5"),
    };
    let expected: Vec<_> = from_f5.iter().map(|(mv, games)| (turned(mv).to_owned(), *games)).collect();
    assert_eq!(moves(&collection.json(&["--position", "c4"])), expected);
    let board = "---------------------------OX------XXX-------------------------- O";
    assert_eq!(moves(&collection.json(&["--position", board])), from_f5);

    let text = collection.ask(&["--position", "f5d6c3d3c4", "--language", "french", "--list", "1"]).out;
    assert!(text.contains("\nWhite to move: Tigre\nmove "), "{text}");
    assert!(text.contains("\nf4 "), "{text}");
    // An opening name continues to apply to moves; a board has a name only of its own.
    let opening = |position: &str| collection.json(&["--position", position])["position"]["opening"].clone();
    assert_eq!(opening("f5d6c3d3c4f4"), "Tiger");
    assert_eq!(opening("---------------------------OX------OXX-----O-------------------- X"), "Perpendicular Opening");
    assert_eq!(opening("f5"), Value::Null);
}

#[test]
fn a_cached_index_gives_the_same_result() {
    let collection = Collection::new();
    let question = ["--position", "f5d6", "--list", "5"];
    let without = collection.ask(&[&question[..], &["--no-cache"]].concat());
    assert_eq!(collection.cached_files().len(), 0);
    let first = collection.ask(&question);
    assert_eq!(collection.cached_files().len(), 1);
    let kept = fs::read(&collection.cached_files()[0]).unwrap();
    let second = collection.ask(&question);
    assert_eq!(fs::read(&collection.cached_files()[0]).unwrap(), kept);
    assert_eq!((&first.out, &second.out), (&without.out, &without.out));
}

#[test]
fn a_changed_database_is_indexed_again() {
    let collection = Collection::new();
    assert_eq!(collection.json(&[])["games"], 200);
    let mut fewer = WTHOR[..HEADER + 10 * GAME].to_vec();
    fewer[4..8].copy_from_slice(&10_u32.to_le_bytes());
    collection.put("WTH_1999.wtb", &fewer);
    assert_eq!(collection.json(&[])["games"], 10);
    collection.put("more.GGF", b"(;GM[Othello]PB[a]PW[b]B[f5]W[d6];)");
    assert_eq!(collection.json(&[])["games"], 11);
    collection.put("WTH.TRN", &names(TOURNAMENT, 600, |number| format!("Renamed {number}")));
    assert_eq!(collection.json(&["--tournament", "renamed"])["games"], 10);
}

#[test]
fn a_damaged_index_is_rebuilt() {
    let collection = Collection::new();
    let question = ["--position", "f5d6"];
    let answer = collection.ask(&question).out;
    let path = collection.cached_files().remove(0);
    let whole = fs::read(&path).unwrap();
    let middle = whole.len() / 2;
    let mut damages = vec![Vec::new(), whole[..middle].to_vec(), b"something else".to_vec()];
    // This query reads somewhere in the second half.
    for step in 1..64 {
        let mut damaged = whole.clone();
        damaged[whole.len() * step / 64] ^= 0x40;
        damages.push(damaged);
    }
    for damaged in damages {
        fs::write(&path, &damaged).unwrap();
        assert_eq!(collection.ask(&question).ok(), answer);
    }
    fs::write(&path, b"damaged").unwrap();
    collection.ask(&[]);
    assert_eq!(fs::read(&path).unwrap(), whole);
    collection.ask(&["--rebuild"]);
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn concurrent_processes_share_the_cache() {
    let collection = Collection::new();
    let expected = collection.ask(&["--position", "f5", "--no-cache"]).out;
    for _ in 0..4 {
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert_eq!(collection.ask(&["--position", "f5"]).ok(), expected));
            }
        });
        fs::remove_file(&collection.cached_files()[0]).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_unwritable_cache_is_only_a_warning() {
    let collection = Collection::new();
    // A file instead of the folder.
    fs::write(collection.cache.path().join("outflank"), b"").unwrap();
    let run = collection.ask(&["--year", "1999", "--list", "0"]);
    assert!(run.out.starts_with("200 games"), "{}", run.out);
    assert_eq!(run.code, 0);
    if cfg!(target_os = "linux") {
        assert!(run.err.starts_with("outflank: cannot cache the index: "), "{}", run.err);
    }
}

#[test]
fn bad_games_are_reported_each_time_and_the_others_searched() {
    let collection = Collection::new();
    let mut broken = WTHOR.to_vec();
    // The third move of the first game becomes a1, and the score of the second 65.
    broken[HEADER + 8 + 2] = 11;
    broken[HEADER + GAME + 6] = 65;
    collection.put("WTH_1999.wtb", &broken);
    collection.put("bad.ggf", b"(;GM[Othello]B[f5]W[f5];)\n(;GM[Othello]TY[10];)\n(;GM[Othello]B[f5];)");
    let first = collection.ask(&[]);
    assert_eq!(first.code, 1);
    assert!(first.out.starts_with("199 games"), "{}", first.out);
    let canonical = |name: &str| collection.folder.path(name).canonicalize().unwrap();
    let place = |name: &str, rest: &str| format!("outflank: {}: {rest}", canonical(name).display());
    let errors: Vec<_> = first.err.lines().collect();
    for (line, expected) in errors.iter().zip([
        place("WTH_1999.wtb", "game 1: move 3, a1, is not legal: "),
        place("WTH_1999.wtb", "expected a score from 0 to 64, found 65 (game 2, byte 90)"),
        place("bad.ggf", "move 2, f5, is not legal: "),
        place("bad.ggf", "expected a board of size 8, found \"10\" (line 2, column "),
    ]) {
        assert!(line.starts_with(&expected), "{line}\n{expected}");
    }
    assert_eq!(errors.len(), 4, "{}", first.err);
    let second = collection.ask(&[]);
    assert_eq!((second.err, second.out, second.code), (first.err, first.out, first.code));
}

#[test]
fn bad_files_are_reported_and_the_others_searched() {
    let collection = Collection::new();
    collection.put("WTH_2000.wtb", b"nothing");
    collection.put("WTH.TRN", b"nothing either");
    let run = collection.ask(&[]);
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with("200 games"), "{}", run.out);
    run.prints("  tournament ");
    assert_eq!(run.err.lines().count(), 2, "{}", run.err);
    run.complains("WTH_2000.wtb: expected a header of 16 bytes");
}

#[test]
fn exported_games_can_be_searched_again() {
    let collection = Collection::new();
    let exported = Collection::of(&[]);
    let path = exported.folder.name("tiger.ggf");
    let answer = collection.json(&["--opening", "tiger", "--list", "300", "--ggf", &path]);
    let text = exported.folder.text("tiger.ggf");
    assert_eq!(answer["games"], text.lines().count());
    assert!(text.lines().all(|line| line.contains("DT[1999]") && line.contains("ON[")), "{text}");

    let again = exported.json(&["--list", "300"]);
    let games = |answer: &Value| {
        let fields = ["year", "black", "white", "margin", "moves", "tournament", "opening"];
        let list = answer["list"].as_array().unwrap();
        let mut games: Vec<_> = list.iter().map(|game| fields.map(|field| game[field].to_string())).collect();
        games.sort();
        games
    };
    assert_eq!(games(&again), games(&answer));
    for (arguments, error) in
        [(&path[..], "tiger.ggf: already exists"), ("/no/such/folder/out.ggf", "/no/such/folder/out.ggf")]
    {
        let run = exported.ask(&["--ggf", arguments]);
        assert_eq!(run.code, 1, "{run:?}");
        run.complains(error);
    }
    assert_eq!(exported.folder.text("tiger.ggf"), text);
}

#[test]
fn bad_arguments_are_errors() {
    let collection = Collection::new();
    for (arguments, code, error) in [
        (&["--against", "murakami"][..], 2, "--player"),
        (&["--year", "2001-1999"], 2, "expected a year such as 1999"),
        (&["--year", "last"], 2, "expected a year such as 1999"),
        (&["--no-cache", "--rebuild"], 2, "cannot be used with"),
        (&["--position", "f5d3d3"], 1, "--position: move 2, d3, is not legal"),
        (&["--position", "nonsense"], 1, "--position: expected a move"),
        (&["--position", "rules shellos\nc3"], 1, "expected a standard Othello position"),
        (&["no/such/wthor"], 1, "outflank: no such file or folder: no/such/wthor. A collection is"),
        (&["Cargo.toml"], 1, "outflank: expected a .wtb or .ggf file, found Cargo.toml"),
    ] {
        collection.ask(arguments).refused(code, error);
    }
    let run = Collection::of(&[]).ask(&[]);
    run.refused(1, "outflank: no .wtb or .ggf files in ");
    run.complains("ffothello.org");
}
