use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;

use outflank_rules::Color;

use crate::serve::kill::Arena;
use crate::support::server::{Server, wait_for};
use crate::support::{Run, outflank};

fn back_up(database: &Path, copy: &Path) -> Run {
    outflank(&["backup", "--database", database.to_str().unwrap(), copy.to_str().unwrap()], b"")
}

fn play_on(arena: &Arena, moves: usize) {
    let enough = arena.count() + moves;
    thread::scope(|scope| {
        for color in Color::ALL {
            scope.spawn(move || arena.play(color));
        }
        wait_for(|| (arena.count() >= enough).then_some(()));
        arena.over.store(true, Ordering::Relaxed);
    });
    arena.over.store(false, Ordering::Relaxed);
}

#[test]
fn copies_made_during_play_are_complete_and_playable() {
    let home = tempfile::tempdir().unwrap();
    let database = home.path().join("server.db");
    let server = Server::start_in(home.path(), &["--log", "warn"]);
    let arena = &Arena::at(server.address);
    let mut copies = Vec::new();
    thread::scope(|scope| {
        for color in Color::ALL {
            scope.spawn(move || arena.play(color));
        }
        for number in 0..4 {
            let enough = arena.count() + 25;
            wait_for(|| (arena.count() >= enough).then_some(()));
            let before = arena.as_of_now();
            let copy = home.path().join(format!("copy-{number}.db"));
            let run = back_up(&database, &copy);
            assert_eq!(run.code, 0, "{}", run.err);
            let expected = format!(" events to {}\n", copy.display());
            assert!(run.out.starts_with("Backed up ") && run.out.ends_with(&expected), "{}", run.out);
            copies.push((before, copy));
        }
        arena.over.store(true, Ordering::Relaxed);
    });
    drop(server);
    for (mut before, copy) in copies {
        let elsewhere = tempfile::tempdir().unwrap();
        let server = Server::start_in(elsewhere.path(), &["--log", "warn", "--database", copy.to_str().unwrap()]);
        before.address = server.address;
        before.check();
        play_on(&before, 5);
        before.check();
    }
}

#[test]
fn a_copy_includes_the_log_of_a_killed_server() {
    let home = tempfile::tempdir().unwrap();
    let (database, copy) = (home.path().join("server.db"), home.path().join("copy.db"));
    let server = Server::start_in(home.path(), &["--log", "warn"]);
    let mut arena = Arena::at(server.address);
    play_on(&arena, 10);
    drop(server);
    let left = fs::read(home.path().join("server.db-wal")).unwrap();
    assert!(!left.is_empty(), "a killed server leaves a log");
    let run = back_up(&database, &copy);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(fs::read(home.path().join("server.db-wal")).unwrap(), left, "a copy changes nothing");

    let server = Server::start_in(home.path(), &["--log", "warn", "--database", copy.to_str().unwrap()]);
    arena.address = server.address;
    arena.check();
}

#[test]
fn a_failed_backup_overwrites_nothing_and_leaves_nothing() {
    let home = tempfile::tempdir().unwrap();
    let database = home.path().join("server.db");
    drop(Server::start_in(home.path(), &[]));
    let refused = |database: &Path, copy: &Path, why: &str| back_up(database, copy).refused(1, why);
    let folder = home.path().join("copies");
    fs::create_dir(&folder).unwrap();

    let letter = home.path().join("letter.txt");
    fs::write(&letter, "Dear Ann").unwrap();
    refused(&database, &letter, "already exists");
    assert_eq!(fs::read_to_string(&letter).unwrap(), "Dear Ann");
    refused(&database, &folder, "already exists");
    refused(&database, &home.path().join("no/such/folder.db"), "No such file or directory");
    refused(&home.path().join("missing.db"), &folder.join("copy.db"), "No such file or directory");
    fs::write(&letter, "Dear Ann, this is no database. ".repeat(100)).unwrap();
    refused(&letter, &folder.join("copy.db"), "is not a database of this program");
    assert!(!home.path().join("missing.db").exists());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "a failed copy is removed");

    let run = outflank(&["backup", "--database", "postgres://ann:secret@club/games", "copy.db"], b"");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("pg_dump") && !run.err.contains("secret"), "{}", run.err);
}
