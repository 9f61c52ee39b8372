#[path = "../../../outflank-formats/tests/it/collections.rs"]
mod collections;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use outflank_formats::wthor::Games;
use outflank_rules::{Board, Square};
use outflank_study::theory::{Continuations, MIN_GAMES, Played, Table};
use tempfile::TempDir;

use super::*;
use crate::arguments::{parsed, try_parsed};
use crate::wthor::tests::file;

const EXCERPT: &[u8] = include_bytes!("../../../outflank-formats/tests/data/wthor_200.wtb");

fn excerpt_of(year: u16) -> Vec<u8> {
    Games { year, ..Games::parse(EXCERPT).unwrap() }.write().unwrap()
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("WTH_1999.wtb"), excerpt_of(1999)).unwrap();
    fs::write(folder.path().join("WTH_2000.wtb"), excerpt_of(2000)).unwrap();
    folder
}

fn made(folder: &Path, name: &str) -> Vec<u8> {
    let out = folder.join(name);
    let arguments: TheoryArguments = parsed(&format!("{} --out {}", folder.display(), out.display()));
    run(&arguments).unwrap();
    fs::read(out).unwrap()
}

#[test]
fn the_same_games_give_the_same_file() {
    let folder = folder();
    let first = made(folder.path(), "first");
    assert_eq!(first, made(folder.path(), "second"));
    let (origin, _) = Table::unpack(&first).unwrap();
    let expected = "outflank-train theory; made from wthor=400:";
    assert!(origin.starts_with(expected), "{origin}");
    assert!(origin.ends_with("; games from 1999 to 2000; moves of at least 20 games"), "{origin}");
}

#[test]
fn the_whole_database_gives_the_embedded_file() {
    let Some(wthor) = collections::folder("wthor") else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("theory");
    run(&parsed(&format!("{} --out {}", wthor.display(), out.display()))).unwrap();
    assert!(fs::read(out).unwrap() == include_bytes!("../../../outflank-study/data/theory.bin"));
}

#[test]
fn every_move_is_counted() {
    let (_, table) = Table::unpack(&made(folder().path(), "theory")).unwrap();
    let mut counts: HashMap<(Board, Square), u32> = HashMap::new();
    for game in Games::parse(EXCERPT).unwrap().games {
        for ply in game.replay().unwrap().plies() {
            if let Some(square) = ply.mv.square() {
                *counts.entry(ply.before.board().unwrap().canonical_move(square)).or_default() += 1;
            }
        }
    }
    let mut found = HashMap::new();
    for (board, Continuations { moves, others }) in table.positions() {
        let here: u32 = counts.iter().filter(|((known, _), _)| *known == board).map(|(_, games)| 2 * games).sum();
        assert_eq!(others + moves.iter().map(|(_, played)| played.games).sum::<u32>(), here);
        found.extend(moves.iter().map(|&(square, played)| ((board, square), played)));
    }
    counts.retain(|_, games| 2 * *games >= MIN_GAMES);
    let expected = counts.into_iter().map(|(mv, games)| (mv, Played { games: 2 * games, since_2000: games }));
    assert_eq!(found, expected.collect());
    assert!(found.len() > 20, "{}", found.len());
}

#[test]
fn openings_are_listed_with_their_games() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, year: u16, moves: &[u8]| {
        let mut bytes = file(moves);
        bytes[10..12].copy_from_slice(&year.to_le_bytes());
        fs::write(folder.path().join(name), bytes).unwrap();
    };
    // The tiger twice, once with a move more, and f5 d6 c4.
    write("1.wtb", 1990, &[56, 64, 33, 34, 43]);
    write("2.wtb", 2010, &[56, 64, 33, 34, 43, 46]);
    write("3.wtb", 2011, &[56, 64, 43]);
    let report = openings::report(&TheoryGames::read(&[folder.path().to_owned()]).unwrap());
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "opening\tline\tgames\tsince 2000\trarest move\tits games since 2000");
    assert!(lines.contains(&"Tiger\tf5d6c3d3c4\t2\t1\t3. c3\t1"), "{report}");
    assert!(lines.contains(&"Perpendicular Opening\tf5d6\t3\t2\t1. f5\t2"));
    assert!(lines.contains(&"Parallel Opening\tf5f4\t0\t0\t2. f4\t0"));
    assert!(lines.iter().all(|line| line.split('\t').count() == 6));
}

#[test]
fn a_file_is_only_overwritten_with_force() {
    let folder = folder();
    let out = folder.path().join("theory");
    fs::write(&out, "mine").unwrap();
    let line = format!("{} --out {}", folder.path().display(), out.display());
    let error = run(&parsed(&line)).unwrap_err().to_string();
    assert!(error.ends_with("the file exists; --force overwrites it"), "{error}");
    run(&parsed(&format!("{line} --force"))).unwrap();
    assert!(Table::unpack(&fs::read(out).unwrap()).is_ok());
}

#[test]
fn a_file_or_the_openings_are_requested() {
    assert!(try_parsed::<TheoryArguments>("games --openings").is_ok());
    for line in ["games", "games --out file --openings", "--out file"] {
        assert!(try_parsed::<TheoryArguments>(line).is_err(), "{line}");
    }
}
