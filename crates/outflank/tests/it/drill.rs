use std::fs;
use std::process::Command;

use outflank_study::puzzles::{self, Puzzle};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Dialogue, Run, command, run};

fn training(home: &TempDir, arguments: &[&str]) -> Command {
    let mut command = command(&["drill"]);
    command.args(arguments).env("OUTFLANK_HOME", home.path());
    command
}

fn drill(home: &TempDir, arguments: &[&str], lines: &str) -> Run {
    run(&mut training(home, arguments), lines.as_bytes())
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn saved(home: &TempDir) -> Value {
    serde_json::from_str(&fs::read_to_string(home.path().join("drill.json")).unwrap()).unwrap()
}

#[test]
fn a_session_with_openings_matches_its_recording() {
    let home = home();
    let typed = "help\nmoves\nf5\nx9\na1\nc4\nc4\nf6\nf5\nquit\n";
    let out = drill(&home, &["--opening", "tiger", "--as", "black"], typed).ok();
    assert_eq!(out, include_str!("../data/drill_openings.txt"));
}

#[test]
fn puzzles_can_be_solved_failed_and_shown() {
    let home = home();
    let mut training = Dialogue::start(&mut training(&home, &["--kind", "endgame", "--seed", "7"]));
    let mut asked = Vec::new();
    for round in 0..6 {
        let heading = training.read_until("Puzzle ");
        let puzzle = named_in(&heading);
        let board = training.read_until("  abcdefgh");
        assert_eq!(board.lines().rev().take_while(|line| !line.starts_with("Moves: ")).count(), 9, "{board}");
        let worst = puzzle.moves.last().unwrap();
        match round {
            1 => training.send(&worst.square.to_string()),
            3 => training.send("answer"),
            _ => training.send(&puzzle.best().square.to_string().to_uppercase()),
        }
        let verdict = training.read_until("Streak");
        let best = puzzle.best();
        assert!(verdict.contains(&format!("All moves: {} {:+}", best.square, best.score)), "{verdict}");
        let begins = match round {
            1 => format!("Wrong: {} ", worst.square),
            3 => format!("Answer: {} wins by ", best.square),
            _ => format!("Right: {} wins by ", best.square),
        };
        assert!(verdict.contains(&begins), "{verdict}");
        training.send("");
        if round == 1 {
            assert!(verdict.contains(&format!("costs {} discs", puzzle.loss(worst.square).unwrap())), "{verdict}");
        }
        asked.push(puzzle.id);
    }
    assert_eq!(asked[5], asked[1], "a failed puzzle returns after three others");
    training.read_until("Puzzle ");
    training.send("quit");
    training.rest();
    let stats = drill(&home, &["--stats"], "").ok();
    assert!(stats.starts_with("Streak 2, longest 2; level 1 of 5\nPuzzles: 4 of "), "{stats}");
    assert!(stats.contains(" solved, 2 to learn, 1 due today"), "{stats}");
    assert!(stats.contains("Last four weeks: 4 right, 2 wrong, 1 day in a row\n"), "{stats}");
}

#[test]
fn an_endgame_is_played_out_after_the_answer() {
    let home = home();
    let arguments = ["--kind", "endgame", "--seed", "7"];
    let puzzle = named_in(drill(&home, &arguments, "quit\n").ok().lines().next().unwrap());
    let (best, worst) = (puzzle.best(), puzzle.moves.last().unwrap().square);
    let typed = format!("{worst}\nx\nline\nplay\nundo\n{worst}\nundo\n{}\nline\nnext\nquit\n", best.square);
    let out = drill(&home, &arguments, &typed).ok();
    let result = format!(" wins by {}, the best possible result.", best.score);
    let mut rest = out.as_str();
    for expected in [
        &format!("Moves: {}\n", puzzle.history.iter().map(ToString::to_string).collect::<String>()),
        "Wrong: ",
        "Expected Enter, play, line or help.\n",
        &format!("Best line: {} ", best.square),
        &result,
        "There is no move to take back.\n",
        &format!("{worst} lets "),
        &format!("; {} still wins by {}. Type undo to take it back.\n", best.square, best.score),
        &format!("{} is the only move that wins, by {}.\n", best.square, best.score),
        " plays ",
        "Best line: ",
        &result,
        "Puzzle ",
    ] {
        let (_, after) = rest.split_once(expected).unwrap_or_else(|| panic!("no {expected:?} in:\n{rest}"));
        rest = after;
    }
    assert_eq!(saved(&home)["answers"], 1, "playing it out is no second answer");
}

fn named_in(heading: &str) -> &'static Puzzle {
    let id = heading.lines().last().unwrap()["Puzzle ".len()..].split('.').next().unwrap();
    puzzles::find(id.parse().unwrap()).unwrap()
}

#[test]
fn an_acknowledged_result_survives_a_kill() {
    let home = home();
    for count in 1..=8 {
        let mut training = Dialogue::start(&mut training(&home, &["openings"]));
        training.read_until("  abcdefgh");
        training.send("answer");
        training.read_until("The line: ");
        drop(training);
        assert_eq!(saved(&home)["answers"], count);
    }
    let cards = saved(&home)["lessons"].as_object().unwrap().len();
    let stats = drill(&home, &["--stats"], "").ok();
    assert!(stats.contains(&format!("{cards} to learn, {cards} due today")), "{stats}");
}

#[test]
fn a_damaged_file_is_reported_and_kept() {
    let home = home();
    fs::write(home.path().join("drill.json"), "{\"format\":\"outflank-drill\",\"version\":9}").unwrap();
    let run = drill(&home, &["openings"], "answer\n");
    run.complains("expected progress of version 1, found version 9");
    run.complains("drill.json.damaged");
    assert_eq!(run.code, 0);
    let aside = fs::read_to_string(home.path().join("drill.json.damaged")).unwrap();
    assert!(aside.contains("\"version\":9"));
    assert_eq!(saved(&home)["answers"], 1);
}

#[test]
fn a_reset_keeps_the_old_file() {
    let home = home();
    drill(&home, &["openings"], "tell\n");
    let run = drill(&home, &["--reset"], "");
    run.complains("drill.json.old");
    assert_eq!(run.code, 0);
    assert!(!home.path().join("drill.json").exists());
    assert_eq!(drill(&home, &["--reset"], "").err, "There is no progress to reset.\n");
}

#[test]
fn an_unknown_opening_is_an_error() {
    let home = home();
    let run = drill(&home, &["--opening", "no such opening"], "");
    run.refused(1, "outflank: --opening: no opening matches 'no such opening'\n");
    assert!(!home.path().join("drill.json").exists());
}
