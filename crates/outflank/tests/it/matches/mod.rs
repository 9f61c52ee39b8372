mod keeping;
#[cfg(unix)]
mod rhino;
#[cfg(unix)]
mod scripts;

use std::fs;
use std::path::Path;

use crate::support::{Run, outflank};
use outflank_formats::{Transcript, ggf, transcript};
use outflank_rules::{Color, Position, Rules};
use serde_json::Value;

fn play(folder: &Path, arguments: &[&str]) -> (Run, Value) {
    let file = folder.join("result.json");
    let run = outflank(&[&["match"], arguments, &["--json", file.to_str().unwrap()]].concat(), b"");
    let json = fs::read(&file).map(|text| serde_json::from_slice(&text).unwrap()).unwrap_or_default();
    (run, json)
}

fn check_games(json: &Value) {
    for game in json["games"].as_array().unwrap() {
        let moves: Transcript = game["moves"].as_str().unwrap().parse().unwrap();
        let played = moves.replay(Position::initial(Rules::Standard)).unwrap();
        let color = if game["black"] == "a" { Color::Black } else { Color::White };
        match played.outcome() {
            Some(outcome) => {
                assert_eq!((&game["ending"], &game["margin"]), (&"board".into(), &outcome.margin(color).into()))
            }
            None => assert_ne!(game["ending"], "board", "{game}"),
        }
    }
}

#[test]
fn two_levels_of_the_engine_play_a_short_match() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.ggf");
    let arguments = ["engine:1", "engine:2", "--games", "7", "--seed", "3", "--ggf", games.to_str().unwrap()];
    let (run, json) = play(folder.path(), &arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.err.lines().count(), 8);
    assert!(run.out.starts_with("A: engine:1 (outflank 1)\nB: engine:2 (outflank 2)\n\n"), "{}", run.out);
    let result = &json["result"];
    let count = |value: &Value| value.as_u64().unwrap();
    assert_eq!(count(&result["wins"]) + count(&result["draws"]) + count(&result["losses"]), 8);
    assert_eq!((count(&json["as_black"]["games"]), count(&json["as_white"]["games"])), (4, 4));
    let row = format!(
        "A                 8{:>7}{:>7}{:>8}{:>8.1} %\n",
        count(&result["wins"]),
        count(&result["draws"]),
        count(&result["losses"]),
        result["score"].as_f64().unwrap() * 100.0
    );
    assert!(run.out.contains(&row), "{row}{}", run.out);
    assert_eq!(json["pairs"].as_array().unwrap().iter().map(count).sum::<u64>(), 4);
    let list = json["games"].as_array().unwrap();
    assert_eq!((list.len(), &json["finish"]), (8, &Value::from("complete")));
    check_games(&json);
    let opening = |index: usize| &list[index]["moves"].as_str().unwrap()[..16];
    assert!(opening(0) == opening(1) && opening(2) == opening(3) && opening(0) != opening(2));
    let margins: i64 = list.iter().map(|game| game["margin"].as_i64().unwrap()).sum();
    assert_eq!(json["discs"]["value"].as_f64().unwrap(), margins as f64 / 8.0);
    let text = fs::read_to_string(&games).unwrap();
    let records: Vec<_> = ggf::parse(&text).map(|unchecked| unchecked.unwrap().check().unwrap()).collect();
    assert_eq!(records.len(), 8);
    for (record, game) in records.iter().zip(list) {
        assert_eq!(transcript::write(record.game()), game["moves"].as_str().unwrap());
        assert!(record.plies().any(|(_, note)| note.eval.is_some() && note.time.is_some()));
    }
    let (_, again) =
        play(folder.path(), &["engine:1", "engine:2", "--games", "8", "--seed", "3", "--concurrency", "3"]);
    assert_eq!(again["games"], json["games"]);
}

#[test]
fn a_match_has_openings_rules_and_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    fs::write(&file, "f5d6c3d3c4\n\n1. f5 f6 2. e6 f4 % a comment\n").unwrap();
    let openings = file.to_str().unwrap();
    let (run, json) =
        play(folder.path(), &["engine:1,depth=1", "engine", "--games", "4", "--openings", openings, "--nodes", "100"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let moves: Vec<_> = json["games"].as_array().unwrap().iter().map(|game| game["moves"].as_str().unwrap()).collect();
    assert_eq!(moves.iter().filter(|moves| moves.starts_with("f5d6c3d3c4")).count(), 2, "{moves:?}");
    assert_eq!(moves.iter().filter(|moves| moves.starts_with("f5f6e6f4")).count(), 2, "{moves:?}");
    assert_eq!(json["b"]["name"], "outflank 5");
    let (run, json) =
        play(folder.path(), &["engine:1", "engine:2", "--games", "2", "--rules", "shellos", "--clock", "5+0.1"]);
    assert_eq!((run.code, &json["rules"], &json["clock"]), (0, &"shellos".into(), &"5+0.1".into()), "{}", run.err);
    let board = "8 ---------------------------O*------*O--------------------------- *";
    fs::write(&file, format!("(;GM[Othello]BO[{board}]B[F5]W[D6];)")).unwrap();
    let (run, json) = play(folder.path(), &["engine:1", "engine:1", "--games", "2", "--openings", openings]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(json["games"][0]["moves"].as_str().unwrap().starts_with("f5d6"), "{json}");
    for (text, message) in [
        ("f5\nf5f5\n", "openings.txt: move 2, f5, is not legal"),
        ("\n", "no openings found"),
        ("d3 what", "line 1"),
        ("d3\nd3e3f3c3b3f4f5d6d7", "line 2: the game is over after these moves"),
        ("(;GM[Outflank-shellos]B[F5];)", "found one for shellos"),
    ] {
        fs::write(&file, text).unwrap();
        let run = outflank(&["match", "engine:1", "engine:1", "--openings", openings], b"");
        run.refused(1, message);
        run.complains("openings.txt");
    }
}

#[test]
fn an_sprt_between_unequal_players_ends_early() {
    let folder = tempfile::tempdir().unwrap();
    let (run, json) = play(folder.path(), &["engine:6", "engine:1", "--games", "1000", "--sprt", "0,50"]);
    assert_eq!((run.code, &json["finish"]), (0, &"accepted".into()), "{}", run.err);
    assert!(json["games"].as_array().unwrap().len() < 200);
    assert!(json["sprt"]["ratio"].as_f64() >= json["sprt"]["bound"].as_f64());
    run.prints("\nSPRT: the larger Elo difference is accepted.\n");
}

#[test]
fn a_player_that_cannot_be_started_is_an_error() {
    for machine in ["gtp:/nowhere/to/be found", "nboard:/nowhere"] {
        outflank(&["match", "engine:1", machine, "--games", "2"], b"").refused(1, "could not be started");
    }
    outflank(&["play", "--black", "gtp:/nowhere"], b"").refused(1, "/nowhere could not be started");
}

fn itself(protocol: &str, options: &str) -> String {
    format!("{protocol}:'{}' engine {protocol} --seed 1 {options}", env!("CARGO_BIN_EXE_outflank"))
}

#[test]
fn the_engine_plays_itself_through_gtp_and_nboard() {
    let folder = tempfile::tempdir().unwrap();
    for (machine, more) in [
        (itself("gtp", "--level 2"), &[][..]),
        (itself("gtp", "--level 2"), &["--clock", "20+0.1"]),
        (itself("gtp", "--level 2"), &["--time", "0.01"]),
        (itself("gtp", "--level 1"), &["--rules", "shellos"]),
        (itself("gtp", "--level 1"), &["--rules", "orthogonal"]),
        (itself("nboard", "--level 2"), &[]),
        (itself("nboard", ""), &["--depth", "2", "--clock", "20"]),
    ] {
        let (run, json) = play(folder.path(), &[&["engine:2", &machine, "--games", "4"], more].concat());
        assert_eq!((run.code, json["result"]["games"].as_u64()), (0, Some(4)), "{machine} {more:?}: {}", run.err);
        let games = json["games"].as_array().unwrap();
        assert!(games.iter().all(|game| game["ending"] == "board"), "{machine} {more:?}: {}", run.err);
        let found = json["b"]["name"].as_str().unwrap();
        assert!(found.to_lowercase().starts_with("outflank"), "{found}");
    }
    let run = outflank(&["match", "engine:1", &itself("nboard", ""), "--rules", "thirty"], b"");
    run.refused(1, "does not play thirty");
}

#[test]
fn external_engines_follow_undo_and_redo() {
    for protocol in ["gtp", "nboard"] {
        let machine = itself(protocol, "--level 3");
        let run = outflank(&["play", "--white", &machine], b"f5\nundo\nd3\nundo\nredo\nundo\nf5\nquit\n");
        assert_eq!(run.code, 0, "{}", run.err);
        let answers: Vec<_> = run.out.lines().filter_map(|line| line.strip_prefix("Player 'O' move: ")).collect();
        assert_eq!(answers.len(), 3, "{}", run.out);
        assert!(["d6", "f4", "f6"].contains(&answers[0]) && ["c3", "c5", "e3"].contains(&answers[1]), "{}", run.out);
        assert!(!run.out.contains("Invalid move"), "{}", run.out);
    }
}
