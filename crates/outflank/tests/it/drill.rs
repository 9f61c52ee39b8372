use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout};

use outflank_study::puzzles::{self, Puzzle};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::command;

struct Training {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Training {
    fn start(home: &Path, arguments: &[&str]) -> Training {
        let mut command = command(&["drill"]);
        let mut child = command.args(arguments).env("OUTFLANK_HOME", home).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Training { child, input, output }
    }

    fn type_in(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn read_until(&mut self, beginning: &str) -> String {
        let mut text = String::new();
        loop {
            let start = text.len();
            let read = self.output.read_line(&mut text).unwrap();
            assert_ne!(read, 0, "no {beginning:?} in:\n{text}");
            if text[start..].starts_with(beginning) {
                return text;
            }
        }
    }

    fn end(mut self) -> (String, String, i32) {
        drop(self.input);
        let (mut out, mut err) = (String::new(), String::new());
        self.output.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (out, err, self.child.wait().unwrap().code().unwrap())
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn drill(home: &TempDir, arguments: &[&str], lines: &str) -> (String, String, i32) {
    let mut training = Training::start(home.path(), arguments);
    // It may exit before it has read everything.
    let _ = training.input.write_all(lines.as_bytes());
    training.end()
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
    let (out, err, code) = drill(&home, &["--opening", "tiger", "--as", "black"], typed);
    assert_eq!(out, include_str!("../data/drill_openings.txt"));
    assert_eq!((err.as_str(), code), ("", 0));
}

#[test]
fn puzzles_can_be_solved_failed_and_shown() {
    let home = home();
    let mut training = Training::start(home.path(), &["--kind", "endgame", "--seed", "7"]);
    let mut asked = Vec::new();
    for round in 0..6 {
        let heading = training.read_until("Puzzle ");
        let puzzle = named_in(&heading);
        let board = training.read_until("  abcdefgh");
        assert_eq!(board.lines().count(), 9, "{board}");
        let worst = puzzle.moves.last().unwrap();
        match round {
            1 => training.type_in(&worst.square.to_string()),
            3 => training.type_in("answer"),
            _ => training.type_in(&puzzle.best().square.to_string().to_uppercase()),
        }
        let verdict = training.read_until("Streak");
        assert!(
            verdict.contains(&format!("All moves: {} {:+}", puzzle.best().square, puzzle.best().score)),
            "{verdict}"
        );
        let begins = match round {
            1 => format!("Wrong: {} ", worst.square),
            3 => format!("Answer: {} wins by ", puzzle.best().square),
            _ => format!("Right: {} wins by ", puzzle.best().square),
        };
        assert!(verdict.contains(&begins), "{verdict}");
        if round == 1 {
            assert!(verdict.contains(&format!("costs {} discs", puzzle.loss(worst.square).unwrap())), "{verdict}");
        }
        asked.push(puzzle.id);
    }
    assert_eq!(asked[5], asked[1], "a failed puzzle returns after three others");
    training.type_in("quit");
    let (_, err, code) = training.end();
    assert_eq!((err.as_str(), code), ("", 0));
    let (stats, _, _) = drill(&home, &["--stats"], "");
    assert!(stats.starts_with("Streak 2, longest 2; level 1 of 5\nPuzzles: 4 of "), "{stats}");
    assert!(stats.contains(" solved, 2 to learn, 1 due today"), "{stats}");
}

fn named_in(heading: &str) -> &'static Puzzle {
    let id = heading.lines().last().unwrap()["Puzzle ".len()..].split('.').next().unwrap();
    puzzles::find(id.parse().unwrap()).unwrap()
}

#[test]
fn an_acknowledged_result_survives_a_kill() {
    let home = home();
    for count in 1..=8 {
        let mut training = Training::start(home.path(), &["openings"]);
        training.read_until("  abcdefgh");
        training.type_in("answer");
        training.read_until("The line: ");
        training.kill();
        assert_eq!(saved(&home)["answers"], count);
    }
    let cards = saved(&home)["lessons"].as_object().unwrap().len();
    let (stats, err, _) = drill(&home, &["--stats"], "");
    assert!(stats.contains(&format!("{cards} to learn, {cards} due today")), "{stats}");
    assert_eq!(err, "");
}

#[test]
fn a_damaged_file_is_reported_and_kept() {
    let home = home();
    fs::write(home.path().join("drill.json"), "{\"format\":\"outflank-drill\",\"version\":9}").unwrap();
    let (_, err, code) = drill(&home, &["openings"], "answer\n");
    assert!(err.contains("expected progress of version 1, found version 9"), "{err}");
    assert!(err.contains("drill.json.damaged"), "{err}");
    assert_eq!(code, 0);
    let aside = fs::read_to_string(home.path().join("drill.json.damaged")).unwrap();
    assert!(aside.contains("\"version\":9"));
    assert_eq!(saved(&home)["answers"], 1);
}

#[test]
fn a_reset_keeps_the_old_file() {
    let home = home();
    drill(&home, &["openings"], "tell\n");
    let (_, err, code) = drill(&home, &["--reset"], "");
    assert!(err.contains("drill.json.old"), "{err}");
    assert_eq!(code, 0);
    assert!(!home.path().join("drill.json").exists());
    let (_, err, _) = drill(&home, &["--reset"], "");
    assert_eq!(err, "There is no progress to reset.\n");
}

#[test]
fn contradictions_and_unknown_names_are_errors() {
    let home = home();
    let error = |arguments: &[&str]| {
        let (out, err, code) = drill(&home, arguments, "");
        assert_eq!(out, "");
        (err, code)
    };
    let (err, code) = error(&["--opening", "no such opening"]);
    assert_eq!((err.as_str(), code), ("outflank: --opening: no opening matches 'no such opening'\n", 1));
    for arguments in [
        &["puzzles", "--opening", "tiger"][..],
        &["openings", "--kind", "endgame"],
        &["--difficulty", "6"],
        &["--kind", "middle"],
        &["--as", "green"],
        &["--stats", "--reset"],
    ] {
        assert_eq!(error(arguments).1, 2, "{arguments:?}");
    }
    assert!(!home.path().join("drill.json").exists());
}
