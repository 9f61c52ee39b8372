use std::collections::HashSet;

use serde_json::Value;

use crate::support::{Room, WTHOR};

fn grow(room: &Room, arguments: &str) {
    let arguments: Vec<&str> = ["book", "grow"].into_iter().chain(arguments.split(' ')).collect();
    let run = room.run(&arguments, b"");
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
}

fn done(room: &Room, arguments: &str) {
    let arguments: Vec<&str> = ["book"].into_iter().chain(arguments.split(' ')).collect();
    let run = room.run(&arguments, b"");
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
}

fn refused(room: &Room, arguments: &str, error: &str) {
    let arguments: Vec<&str> = ["book"].into_iter().chain(arguments.split(' ')).collect();
    room.run(&arguments, b"").refused(1, error);
}

fn shown(room: &Room, book: &str) -> Value {
    let mut summary: Value =
        serde_json::from_str(&room.run(&["book", "show", "--book", book, "--json"], b"").ok()).unwrap();
    summary.as_object_mut().unwrap().remove("origin").unwrap();
    summary
}

/// What a book has, without the date and the command that made it.
fn content(room: &Room, book: &str) -> (Value, Vec<u8>) {
    let file = room.read(book);
    let head = file.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(1).unwrap().0;
    let checksum = 4;
    (shown(room, book), file[head + 1 + checksum..].to_owned())
}

#[test]
fn the_embedded_book_is_shown() {
    let room = Room::new(&[]);
    let summary = room.run(&["book", "show"], b"").ok();
    assert!(
        summary.starts_with("positions  10,729\nboards     111,309 with values\ndepth      14 plies\n"),
        "{summary}"
    );
    let moves = room.run(&["book", "show", "f5"], b"").ok();
    assert!(moves.starts_with("White to move: +0.25\nmove   value  replies\nd6     +0.25  yes\n"), "{moves}");
    let json: Value = serde_json::from_str(&room.run(&["book", "show", "f5", "--json"], b"").ok()).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), 3);
    assert_eq!((&json["value"], &json["moves"][0]["value"]), (&0.25.into(), &0.25.into()));
    refused(&room, &format!("show {}X", "O".repeat(64)), "the position is not in the book");
    refused(&room, "show nonsense", "expected a move");
    refused(&room, "show --book missing.book", "missing.book: no such file");
}

#[test]
fn a_resumed_book_is_the_same_as_an_uninterrupted_one() {
    let room = Room::new(&[("games/games.wtb", WTHOR)]);
    for games in ["", " --games games"] {
        grow(&room, &format!("--out whole.book --depth 3 --positions 150 --force{games}"));
        grow(&room, &format!("--out part.book --depth 3 --positions 40 --force{games}"));
        assert!(content(&room, "part.book") != content(&room, "whole.book"));
        grow(&room, &format!("--out part.book --resume --depth 3 --positions 150 --threads 1{games}"));
        assert!(content(&room, "part.book") == content(&room, "whole.book"));
    }
}

#[test]
fn a_book_grows_from_another_one() {
    let room = Room::new(&[]);
    grow(&room, "--out small.book --depth 3 --positions 20");
    grow(&room, "--out large.book --from small.book --positions 60");
    grow(&room, "--out direct.book --depth 3 --positions 60");
    assert!(content(&room, "large.book") == content(&room, "direct.book"));
    grow(&room, "--out copy.book --from embedded --positions 1");
    assert!(shown(&room, "copy.book") == shown(&room, "embedded"));
    refused(&room, "grow --out new.book --from small.book --depth 4", "the book was searched with --depth 3");
}

#[test]
fn games_change_what_a_book_has() {
    let room = Room::new(&[("games.wtb", WTHOR)]);
    grow(&room, "--out plain.book --depth 3 --positions 150");
    grow(&room, "--out played.book --depth 3 --positions 150 --games games.wtb");
    assert!(content(&room, "plain.book").1 != content(&room, "played.book").1);
    refused(&room, "grow --out new.book --games missing.wtb", "missing.wtb: no such file");
    room.put("empty/readme.txt", b"rules shellos\nc3\n");
    refused(&room, "grow --out new.book --games empty", "no game of standard Othello found");
    assert!(!room.path("new.book").exists());
}

#[test]
fn merging_does_not_depend_on_the_order() {
    let room = Room::new(&[("games.wtb", WTHOR)]);
    grow(&room, "--out a.book --depth 3 --positions 60");
    grow(&room, "--out b.book --depth 3 --positions 60 --games games.wtb");
    grow(&room, "--out deep.book --depth 5 --positions 5");
    done(&room, "merge a.book a.book --out aa.book");
    assert!(content(&room, "aa.book") == content(&room, "a.book"));
    done(&room, "merge a.book b.book --out ab.book");
    done(&room, "merge b.book a.book --out ba.book");
    assert!(content(&room, "ab.book") == content(&room, "ba.book"));
    let positions = |book| shown(&room, book)["positions"].as_u64().unwrap();
    assert!(positions("ab.book") > positions("a.book").max(positions("b.book")));
    let depths = "deep.book: searched to depth 5, not 3; only books of the same depth can be merged\n";
    let run = room.run(&["book", "merge", "a.book", "deep.book", "--out", "new.book"], b"");
    assert_eq!((run.code, room.path("new.book").exists()), (1, false));
    run.complains(depths);
}

#[test]
fn an_exported_book_is_imported_with_the_same_values() {
    let room = Room::new(&[("games.wtb", WTHOR)]);
    grow(&room, "--out a.book --depth 3 --positions 120 --games games.wtb");
    done(&room, "export --book a.book --to outflank --out copy.book");
    done(&room, "import copy.book --out again.book");
    assert!(room.read("again.book") == room.read("a.book"));

    done(&room, "export --book a.book --out edax.txt");
    done(&room, "import edax.txt --out edax.book --depth 3");
    done(&room, "export --book edax.book --out again.txt");
    // Of moves of the same value another one may be named.
    let values = |name| -> Vec<String> {
        let text = room.text(name);
        let fields = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        fields.map(|fields| format!("{} {} {}", fields[0], fields[1], fields[3])).collect()
    };
    assert_eq!(values("again.txt"), values("edax.txt"));
    let positions = |book| shown(&room, book)["positions"].as_u64();
    assert_eq!(positions("edax.book"), positions("a.book"));
}

#[test]
fn wrong_books_are_refused_and_nothing_is_written() {
    let start = "---------------------------OX------XO--------------------------- X";
    let room = Room::new(&[
        ("not.book", b"a game"),
        ("cut.book", b"outflank book 1\n2026-11-20, 1 positions: cut\n"),
        ("bad.txt", format!("{start},14,D3,0\n{start},14,A1,0\n").as_bytes()),
        ("other.txt", b"\n"),
    ]);
    let before = room.names();
    refused(&room, "show --book not.book", "not.book: line 1: expected \"outflank book 1\"");
    refused(&room, "show --book cut.book", "cut.book: damaged book: wrong checksum");
    refused(&room, "merge cut.book --out new.book", "cut.book: damaged book");
    refused(&room, "export --book cut.book --out new.txt", "cut.book: damaged book");
    refused(&room, "grow --resume --out cut.book", "cut.book: damaged book");
    refused(&room, "grow --resume --out missing.book", "missing.book: no such file");
    refused(&room, "import cut.book --out new.book", "cut.book: damaged book");
    refused(
        &room,
        "import bad.txt --out new.book",
        "bad.txt: line 2: expected a legal move, PA for a pass or -- for none; correct or delete the line",
    );
    refused(&room, "import not.book --out new.book", "not.book: line 1: expected BOARD,LEVEL,MOVE,SCORE");
    refused(&room, "import other.txt --out new.book", "the initial position is missing");
    assert_eq!(room.names(), before);
}

#[test]
fn existing_files_are_replaced_only_with_force() {
    let room = Room::new(&[("taken", b"mine")]);
    grow(&room, "--out a.book --depth 2 --positions 5");
    for command in ["grow", "merge a.book", "export --book a.book", "import a.book"] {
        refused(&room, &format!("{command} --out taken"), "taken: already exists; use --force to overwrite it");
        refused(&room, &format!("{command} --out no/folder"), "no/folder: ");
        assert_eq!(room.read("taken"), b"mine");
    }
    done(&room, "import a.book --out taken --force");
    assert!(room.read("taken") == room.read("a.book"));
}

#[test]
fn the_engine_plays_from_a_book_of_your_own() {
    let room = Room::new(&[("bad.book", b"nonsense")]);
    grow(&room, "--out empty.book --depth 2 --positions 0");
    grow(&room, "--out a.book --depth 2 --positions 5");
    let play = |options: &str| {
        let arguments = format!("play --plain --black engine:10 --depth 1 {options}");
        room.run(&arguments.split(' ').collect::<Vec<_>>(), b"")
    };
    // The four first moves have the same value: a book takes any of them, a search always the same.
    let games = |book: &str| -> HashSet<String> {
        (1..=8).map(|seed| play(&format!("--book {book} --seed {seed}")).out).collect()
    };
    assert_eq!(games("empty.book").len(), 1);
    assert!(games("a.book").len() > 1);
    play("--book bad.book").complains("bad.book: line 1: expected \"outflank book 1\"");
    play("--book missing.book").complains("missing.book: no such file");
    play("--book a.book --no-book").refused(2, "cannot be used with");
}

#[cfg(unix)]
mod interrupted {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::{Pid, Signal, kill_process};

    use super::*;
    use crate::support::{Running, command};

    /// Starts an endless run, and stops it once the file is there.
    fn stopped(room: &Room, signal: Signal) -> std::process::ExitStatus {
        let mut command = command(&["book", "grow", "--out", "a.book", "--depth", "3"]);
        let mut running = Running(command.current_dir(room.0.path()).spawn().unwrap());
        while !room.path("a.book").exists() {
            std::thread::yield_now();
        }
        kill_process(Pid::from_child(&running.0), signal).unwrap();
        running.0.wait().unwrap()
    }

    #[test]
    fn ctrl_c_saves_what_there_is() {
        let room = Room::new(&[]);
        assert_eq!(stopped(&room, Signal::INT).code(), Some(130));
        let positions = shown(&room, "a.book")["positions"].as_u64().unwrap() as usize;
        let more = positions + 50;
        grow(&room, &format!("--out a.book --resume --positions {more}"));
        grow(&room, &format!("--out b.book --depth 3 --positions {more}"));
        assert!(content(&room, "a.book") == content(&room, "b.book"));
    }

    #[test]
    fn a_killed_run_leaves_a_readable_book() {
        let room = Room::new(&[]);
        assert_eq!(stopped(&room, Signal::KILL).signal(), Some(Signal::KILL.as_raw()));
        grow(&room, "--out a.book --resume --positions 50");
        grow(&room, "--out b.book --depth 3 --positions 50");
        assert!(content(&room, "a.book") == content(&room, "b.book"));
    }
}
