use std::fs;

use super::{check_games, play};
use crate::support::rhino;

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
fn rhino_forfeits_games_in_which_it_dies() {
    let Some(rhino) = rhino() else { return };
    let folder = tempfile::tempdir().unwrap();
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
