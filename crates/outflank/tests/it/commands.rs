use std::fs;
#[cfg(target_os = "linux")]
use std::io::Write;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use crate::support::outflank;

const SAMPLE_IN: &str = include_str!("../../../outflank-formats/tests/data/judge/sample.in");
const SAMPLE_OUT: &str = include_str!("../../../outflank-formats/tests/data/judge/sample.out");

#[test]
fn judge_reads_a_file_and_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    fs::write(&file, SAMPLE_IN).unwrap();
    for run in [
        outflank(&["judge"], SAMPLE_IN.as_bytes()),
        outflank(&["judge", "-"], SAMPLE_IN.as_bytes()),
        outflank(&["judge", file.to_str().unwrap()], b""),
    ] {
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), (SAMPLE_OUT, "", 0));
    }
}

#[test]
fn judge_writes_complete_responses_before_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    fs::write(&file, SAMPLE_IN.replace("M25", "M11")).unwrap();
    let run = outflank(&["judge", file.to_str().unwrap()], b"");
    let complete = SAMPLE_OUT.split_once("Black -  3").unwrap().0;
    assert_eq!((run.out.as_str(), run.code), (complete, 1));
    let error = "line 25, column 2: expected a legal move: a1 already has a white disc\n";
    assert_eq!(run.err, format!("outflank: {}: {error}", file.display()));
    let piped = outflank(&["judge"], b"one\n");
    assert_eq!((piped.out.as_str(), piped.code), ("", 1));
    assert!(piped.err.starts_with("outflank: standard input: line 1, column 1: expected the number of games"));
}

#[test]
fn judge_names_a_missing_file() {
    let run = outflank(&["judge", "no such file"], b"");
    assert_eq!((run.out.as_str(), run.code), ("", 1));
    assert!(run.err.starts_with("outflank: no such file: "), "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_write_error_is_reported() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let judge = |input: &[u8], out: Stdio, err: Stdio| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .arg("judge")
            .stdin(Stdio::piped())
            .stdout(out)
            .stderr(err)
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, error) = judge(SAMPLE_IN.as_bytes(), full().into(), Stdio::piped());
    assert_eq!((code, error.as_str()), (Some(1), "outflank: standard output: No space left on device (os error 28)\n"));
    assert_eq!(judge(b"one\n", Stdio::null(), full().into()).0, Some(1));
    // A reader that quits early is not an error.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(judge(SAMPLE_IN.as_bytes(), writer.into(), Stdio::piped()), (Some(0), String::new()));
}

#[test]
fn perft_counts_by_rules_and_convention() {
    let count = |arguments: &[&str]| outflank(&[&["perft"], arguments].concat(), b"").out;
    assert_eq!(count(&["8"]), "390216\n");
    assert_eq!(count(&["10", "--convention", "oeis"]), "24571056\n");
    assert_eq!(count(&["9", "--convention", "pass-free"]), "3005320\n");
    assert_eq!(count(&["6", "--rules", "orthogonal"]), "296\n");
    assert_eq!(count(&["3", "--rules", "shellos"]), "3008\n");
    assert_eq!(count(&["3", "--divide"]), "d3 14\nc4 14\nf5 14\ne6 14\n56\n");
    assert_eq!(count(&["0"]), "1\n");
}

#[test]
fn wrong_usage_is_2_and_names_the_alternatives() {
    for (arguments, hint) in [
        (&["perft"][..], "<DEPTH>"),
        (&["perft", "-1"], "-1"),
        (&["perft", "4", "--rules", "chess"], "shellos"),
        (&["play", "--symbols", "AB"], "BW"),
        (
            &["play", "--black", "robot"],
            "expected human, engine, engine:LEVEL such as engine:3, gtp:COMMAND or nboard:COMMAND",
        ),
        (&["play", "--white", "engine:11"], "a number from 1 (a first game) to 10"),
        (&["play", "--white", "engine:4", "--level", "3"], "every engine has a level of its own"),
        (&["play", "--depth", "3"], "both players are human"),
        (&["play", "--level", "3", "--threads", "257"], "257 is not in 1..=256"),
        (&["play", "--level", "3", "--nodes", "0"], "0 is not in 1.."),
        (&["match", "engine:1"], "<B>"),
        (&["match", "human", "engine:1"], "expected engine, engine:LEVEL"),
        (&["match", "engine:1", "engine:1", "--sprt", "5,5"], "the smaller first, such as 0,10"),
        (&["match", "engine:1", "engine:1", "--clock", "soon"], "such as 60+1"),
        (&["match", "engine:1", "engine:1", "--openings", "xot", "--rules", "shellos"], "needs the standard rules"),
        (&["solve"], "<FILE|POSITION>"),
        (&["solve", "f5", "--threads", "0"], "0 is not in 1..=256"),
        (&["solve", "f5", "--table", "1048577"], "1048577 is not in 1..=1048576"),
        (&["solve", "f5", "--lines", "0"], "0 is not in 1..=64"),
        (&["dance"], "dance"),
    ] {
        let run = outflank(arguments, b"");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(hint), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn the_version_includes_the_commit() {
    let run = outflank(&["--version"], b"");
    assert!(run.out.starts_with(concat!("outflank ", env!("CARGO_PKG_VERSION"))), "{}", run.out);
    let git = std::process::Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    if let Ok(commit) = git.as_ref().map(|git| str::from_utf8(&git.stdout).unwrap().trim()) {
        assert!(run.out.contains(commit), "{}", run.out);
    }
}

#[test]
fn completions_and_the_manual_include_every_command() {
    let man = outflank(&["man"], b"").out;
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = outflank(&["completions", shell], b"").out;
        for command in ["play", "learn", "solve", "bench", "judge", "perft", "completions", "man"] {
            assert!(script.contains(command), "{shell} {command}");
            assert!(man.contains(command), "man {command}");
        }
    }
    for option in ["symbols", "level", "winner", "convention", "divide"] {
        assert!(man.contains(option), "man {option}");
    }
    for section in [
        ".SH SYNOPSIS\n",
        ".SH \"OUTFLANK SOLVE\"\n",
        ".SH \"AT THE PROMPT\"\n",
        ".SH \"IN THE LESSON\"\n",
        ".SH \"EXIT STATUS\"\n",
    ] {
        assert!(man.contains(section), "man {section}");
    }
    assert!(man.contains("<SECONDS>") && !man.contains("(1)"), "{man}");
}
