use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::play;
use crate::support::{Running, command};

fn start_and_wait(arguments: &[&str], state: &Path, games: usize) -> Running {
    let mut command = command(&["match"]);
    let mut running = Running(command.args(arguments).stderr(Stdio::null()).spawn().unwrap());
    while fs::read_to_string(state).unwrap_or_default().lines().count() < games + 1 {
        assert!(running.0.try_wait().unwrap().is_none(), "the match ended too early");
        thread::sleep(Duration::from_millis(1));
    }
    running
}

#[test]
fn a_killed_match_resumes_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.jsonl");
    let arguments = ["engine:4", "engine:3", "--games", "40"];
    let kept = [&arguments[..], &["--state", state.to_str().unwrap()]].concat();
    drop(start_and_wait(&kept, &state, 3));
    let before = fs::read_to_string(&state).unwrap();
    let finished = before.matches('\n').count() - 1;
    assert!(finished < 40, "not killed in the middle");
    fs::write(&state, before + r#"{"number":39,"bl"#).unwrap();
    let (run, json) = play(folder.path(), &kept);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.starts_with(&format!("Resuming after {finished} games\n")), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1 + 40 - finished);
    let (whole, uninterrupted) = play(folder.path(), &arguments);
    assert_eq!((&json, run.out), (&uninterrupted, whole.out));
    assert_eq!(fs::read_to_string(&state).unwrap().lines().count(), 41);
    let (run, json) = play(folder.path(), &kept);
    assert_eq!((run.err.as_str(), &json), ("Resuming after 40 games\n", &uninterrupted));
    let longer = kept.iter().map(|&word| if word == "40" { "42" } else { word }).collect::<Vec<_>>();
    let (_, json) = play(folder.path(), &longer);
    assert_eq!(json["games"].as_array().unwrap().len(), 42);
    for (other, message) in [
        (&["engine:4", "engine:2"][..], r#"b is "engine:3" there, and "engine:2" here"#),
        (&["engine:4", "engine:3", "--seed", "2"], "seed is 1 there, and 2 here"),
        (&["engine:4", "engine:3", "--depth", "2"], "bounds is"),
    ] {
        play(folder.path(), &[other, &kept[2..]].concat()).0.refused(1, message);
    }
    let text = fs::read_to_string(&state).unwrap();
    for (from, to) in [(r#""margin":"#, r#""margin":1"#), (r#""black":"a""#, r#""black":"b""#), ("{", "[")] {
        fs::write(&state, text.replacen(from, to, usize::MAX)).unwrap();
        let (run, _) = play(folder.path(), &kept);
        assert_eq!(run.code, 1, "{from}: {}", run.err);
    }
}

#[test]
fn a_file_of_something_else_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("notes.txt");
    let arguments = ["engine:1", "engine:1", "--games", "2", "--state", state.to_str().unwrap()];
    for text in ["a line without an end", "f5d6c3\nand half a li", "{\"outflank_match\":1}\nrest"] {
        fs::write(&state, text).unwrap();
        play(folder.path(), &arguments).0.refused(1, "line 1: expected the settings of a match");
        assert_eq!(fs::read_to_string(&state).unwrap(), text);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.jsonl");
    let arguments = ["engine:3", "engine:3", "--games", "100000", "--state", state.to_str().unwrap()];
    let mut running = start_and_wait(&arguments, &state, 4);
    let pid = running.0.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let mut out = String::new();
    std::io::Read::read_to_string(&mut running.0.stdout.take().unwrap(), &mut out).unwrap();
    assert_eq!(running.0.wait().unwrap().code(), Some(0));
    assert!(out.ends_with("\nStopped early.\n"), "{out}");
    let games = fs::read_to_string(&state).unwrap().lines().count() - 1;
    assert!(out.contains(&format!("\nA          {games:>8}")), "{games} {out}");
}
