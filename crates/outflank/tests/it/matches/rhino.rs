//! Matches against gtp-rhino, where it is installed.

use std::fs;
use std::path::PathBuf;

use super::{check_games, play};

/// Where the Debian package puts it, or anywhere else that commands are found.
fn rhino() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut places =
        std::env::split_paths(&folders).chain(["/usr/games".into()]).map(|folder| folder.join("gtp-rhino"));
    let found = places.find(|place| place.is_file());
    if found.is_none() {
        println!("skipped: gtp-rhino is not installed");
    }
    found
}

#[test]
fn the_engine_plays_a_match_against_rhino() {
    let Some(rhino) = rhino() else { return };
    let folder = tempfile::tempdir().unwrap();
    let machine = format!("gtp:{}", rhino.display());
    let (run, json) = play(folder.path(), &["engine:3", &machine, "--games", "20"]);
    assert_eq!((run.code, json["result"]["games"].as_u64()), (0, Some(20)), "{}", run.err);
    assert!(run.out.contains("B: gtp:") && run.out.contains("GRhino"), "{}", run.out);
    let games = json["games"].as_array().unwrap();
    assert!(games.iter().all(|game| game["ending"] == "board"), "{}", run.err);
    check_games(&json);
}

#[test]
fn rhino_that_dies_in_the_middle_loses_that_game() {
    let Some(rhino) = rhino() else { return };
    let folder = tempfile::tempdir().unwrap();
    // It hears nothing any more after so many lines, and leaves; the next one lives as long.
    let script = folder.path().join("mortal");
    let lines = "left=100; while [ $left -gt 0 ] && read -r line; do echo \"$line\"; left=$((left - 1)); done";
    fs::write(&script, format!("({lines}) | '{}'\n", rhino.display())).unwrap();
    let machine = format!("gtp:sh '{}'", script.display());
    let (run, json) = play(folder.path(), &["engine:1", &machine, "--games", "6"]);
    assert_eq!((run.code, json["result"]["games"].as_u64()), (0, Some(6)), "{}", run.err);
    let games = json["games"].as_array().unwrap();
    let crashed: Vec<_> = games.iter().filter(|game| game["ending"] == "crash").collect();
    assert!(!crashed.is_empty() && crashed.len() < 6, "{}", run.err);
    assert!(crashed.iter().all(|game| game["by"] == "b" && game["margin"] == 64 && game["moves"] != ""));
    check_games(&json);
}
