use crate::support::{Room, outflank};
#[cfg(target_os = "linux")]
use crate::support::{command, run};

const SAMPLE_IN: &str = include_str!("../../../outflank-formats/tests/data/judge/sample.in");
const SAMPLE_OUT: &str = include_str!("../../../outflank-formats/tests/data/judge/sample.out");

#[test]
fn judge_reads_a_file_and_standard_input() {
    let room = Room::new(&[("games.txt", SAMPLE_IN.as_bytes())]);
    for (file, input) in [(None, SAMPLE_IN), (Some("-"), SAMPLE_IN), (Some("games.txt"), "")] {
        let arguments: Vec<_> = ["judge"].into_iter().chain(file).collect();
        assert_eq!(room.run(&arguments, input.as_bytes()).ok(), SAMPLE_OUT);
    }
}

#[test]
fn judge_writes_complete_responses_before_an_error() {
    let room = Room::new(&[("games.txt", SAMPLE_IN.replace("M25", "M11").as_bytes())]);
    let run = room.run(&["judge", "games.txt"], b"");
    let complete = SAMPLE_OUT.split_once("Black -  3").unwrap().0;
    assert_eq!((run.out.as_str(), run.code), (complete, 1));
    let error = "line 25, column 2: expected a legal move: a1 already has a white disc\n";
    assert_eq!(run.err, format!("outflank: games.txt: {error}"));
    let piped = outflank(&["judge"], b"one\n");
    piped.refused(1, "outflank: standard input: line 1, column 1: expected the number of games");
    outflank(&["judge", "no such file"], b"").refused(1, "outflank: no such file: ");
}

#[cfg(target_os = "linux")]
#[test]
fn a_write_error_is_reported() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let judged = run(command(&["judge"]).stdout(full()), SAMPLE_IN.as_bytes());
    judged.refused(1, "outflank: standard output: No space left on device (os error 28)\n");
    assert_eq!(run(command(&["judge"]).stderr(full()), b"one\n").code, 1);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    run(command(&["judge"]).stdout(writer), SAMPLE_IN.as_bytes()).ok();
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
    let room = Room::new(&[]);
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
        (&["analyze"], "<RECORD|FILE>"),
        (&["analyze", "f5", "--level", "11"], "a number from 1 (a first game) to 10"),
        (&["analyze", "f5", "--level", "3", "--time", "2"], "cannot be used with"),
        (&["analyze", "f5", "--time", "0"], "greater than zero"),
        (&["analyze", "f5", "--exact", "0"], "0 is not in 1..=60"),
        (&["analyze", "f5", "--json", "--summary"], "cannot be used with"),
        (&["analyze", "f5", "--json", "--html", "-"], "only one of --json, --html, --svg and --ggf"),
        (&["analyze", "f5", "--svg", "-", "--html", "-"], "only one of --json, --html, --svg and --ggf"),
        (&["analyze", "f5", "--full", "--summary"], "cannot be used with"),
        (&["convert", "a.ggf"], "<OUT>"),
        (&["convert", "a.ggf", "-"], "--to"),
        (&["convert", "a.ggf", "b.doc"], ".sgf"),
        (&["convert", "a.ggf", "-", "--to", "doc"], "logbook"),
        (&["convert", "a.ggf", "-", "--to", "wthor"], "names"),
        (&["convert", "a.ggf", ".", "--to", "ggf"], "folder"),
        (&["drill", "puzzles", "--opening", "tiger"], "for openings, not puzzles"),
        (&["drill", "openings", "--kind", "endgame"], "for puzzles, not openings"),
        (&["drill", "--difficulty", "6"], "6 is not in 1..=5"),
        (&["drill", "--kind", "middle"], "endgame"),
        (&["drill", "--as", "green"], "black, white"),
        (&["drill", "--stats", "--reset"], "cannot be used with"),
        (&["engine"], "<PROTOCOL>"),
        (&["engine", "uci"], "gtp, nboard"),
        (&["engine", "gtp", "--level", "11"], "a number from 1 (a first game) to 10"),
        (&["play", "--warn"], "--warn needs an engine as the opponent"),
        (&["play", "--warn", "--black", "human", "--white", "human"], "--warn needs an engine as the opponent"),
        (&["play", "--warn", "--black", "engine:1", "--white", "engine:1"], "--warn needs an engine as the opponent"),
        (&["play", "--level", "1", "--warn", "0"], "expected a number of discs from 1 to 64"),
        (&["play", "--level", "1", "--warn", "65"], "expected a number of discs from 1 to 64"),
        (&["play", "--level", "1", "--warn", "some"], "expected a number of discs from 1 to 64"),
    ] {
        room.run(arguments, b"").refused(2, hint);
    }
    assert!(room.names().is_empty(), "{:?}", room.names());
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
        ".SH \"ON THE FULL-SCREEN BOARD\"\n",
        ".SH \"EXIT STATUS\"\n",
    ] {
        assert!(man.contains(section), "man {section}");
    }
    for key in ["Enter Space", "a1 .. h8", "q Ctrl\\-C", "find an action by name"] {
        assert!(man.contains(key), "man {key}");
    }
    assert!(man.contains("<SECONDS>") && !man.contains("(1)"), "{man}");
}
