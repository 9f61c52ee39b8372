//! Texts from others must not control a terminal or become code in written files.
mod corpus;
mod files;
#[cfg(feature = "serve")]
mod log;

use std::fs;
use std::path::Path;

use crate::support::{Run, outflank};
use corpus::{Hostile, all};

fn for_terminals() -> impl Iterator<Item = Hostile> {
    all().into_iter().filter(|hostile| hostile.bytes.iter().any(|byte| !(b' '..=b'~').contains(byte)))
}

#[track_caller]
fn assert_harmless(text: &str, what: &str) {
    let obeyed = text.char_indices().find(|(_, letter)| letter.is_control() && !matches!(letter, '\n' | '\t'));
    if let Some((at, letter)) = obeyed {
        let start = text[..at].char_indices().rev().nth(60).map_or(0, |(start, _)| start);
        let around: String = text[start..].chars().take(120).collect();
        panic!("{what}: {letter:?} in {around:?}");
    }
}

#[track_caller]
fn run(arguments: &[&str], input: &[u8], what: &str) -> Run {
    let run = outflank(arguments, input);
    assert_harmless(&run.out, &format!("standard output of {what}"));
    assert_harmless(&run.err, &format!("standard error of {what}"));
    assert!(!run.err.contains("panicked"), "{what}: {}", run.err);
    run
}

fn collection() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (number, hostile) in all().iter().enumerate() {
        for (ending, record) in hostile.records() {
            fs::write(folder.path().join(hostile.file_name(number, ending)), record).unwrap();
        }
    }
    folder
}

fn paths(folder: &Path) -> Vec<String> {
    let mut paths: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
    paths.sort();
    paths
}

#[test]
fn output_about_hostile_records_is_harmless() {
    let folder = collection();
    let paths = paths(folder.path());
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let db = ["db", folder.path().to_str().unwrap(), "--no-cache"];
    let listing: [&[&str]; 4] =
        [&["--list", "10000"], &["--list", "10000", "--json"], &["--player", "red"], &["--tournament", "red"]];
    let searches = listing.map(|more| [&db[..], more].concat());
    let analyses =
        ["--full", "--summary", "--json"].map(|form| [&["analyze", "--level", "1", form], &paths[..]].concat());
    for arguments in searches.into_iter().chain(analyses) {
        let what = format!("{} {:?}", arguments[0], &arguments[2..5]);
        let run = run(&arguments, b"", &what);
        assert!(run.out.contains("31mred"), "{what}: only the control characters are removed");
        assert!(!run.out.contains(['\u{202e}', '\u{2067}', '\u{200f}']), "{what}: bidirectional override");
    }
    for format in ["ggf", "sgf", "pgn", "lines"] {
        let run =
            run(&[&["convert"], &paths[..], &["-", "--to", format]].concat(), b"", &format!("convert --to {format}"));
        assert!(run.out.lines().count() > 200, "{format}: {}", run.err);
    }
}

#[test]
fn arguments_are_echoed_harmlessly() {
    for hostile in for_terminals() {
        let text: String = hostile.argument().chars().take(2000).collect();
        for arguments in [
            &["analyze", "--level", "1", "--", &text][..],
            &["solve", "--", &text],
            &["convert", "--", &text, "-"],
            &["db", "--no-cache", "--", &text],
            &["play", "--plain", "--from", &text],
            &["play", "--plain", "--black", &text],
            &["play", "--plain", "--rules", &text],
            &["judge", "--", &text],
            &["perft", "--", &text],
            &[&text],
            &["--", &text],
            &[&format!("--{text}")],
        ] {
            run(arguments, b"", &format!("{}: {arguments:?}", hostile.tries));
        }
    }
}

#[test]
fn piped_input_is_echoed_harmlessly() {
    for hostile in for_terminals() {
        let lines = |before: &str| {
            [before.as_bytes(), &hostile.bytes, b"\n", before.as_bytes(), b" ", &hostile.bytes, b"\nquit\n"].concat()
        };
        run(&["judge"], &hostile.bytes, &format!("judge: {}", hostile.tries));
        run(&["solve", "-"], &hostile.bytes, &format!("solve: {}", hostile.tries));
        run(&["play", "--plain"], &lines(""), &format!("play: {}", hostile.tries));
    }
}

#[test]
fn protocol_input_is_echoed_harmlessly() {
    for (protocol, before, last, answer) in [
        ("gtp", "play black", "known_command quit", "= true"),
        ("gtp", "", "known_command quit", "= true"),
        ("nboard", "nboard 2\nset game", "ping 7", "pong 7"),
    ] {
        let mut session = Vec::new();
        for hostile in for_terminals() {
            for space in ["", " "] {
                session.extend([before.as_bytes(), space.as_bytes(), &hostile.bytes, b"\n"].concat());
            }
        }
        session.extend([last.as_bytes(), b"\nquit\n"].concat());
        let run = run(&["engine", protocol], &session, &format!("{protocol} {before:?}"));
        assert!(run.out.contains(answer), "{protocol} {before:?} ends with {:?}", run.out.lines().last());
    }
}

#[test]
fn external_engines_are_echoed_harmlessly() {
    let folder = tempfile::tempdir().unwrap();
    let (text, script) = (folder.path().join("text"), folder.path().join("script"));
    let program = format!(
        "while read -r command argument; do
    case $command in
        name) printf '= '; cat '{said}'; printf '\\n\\n' ;;
        version) printf '= '; cat '{said}'; printf '\\n\\n' ;;
        list_commands) printf '= name\\nversion\\nlist_commands\\nboardsize\\nclear_board\\nplay\\ngenmove\\nquit\\n\\n' ;;
        quit) printf '=\\n\\n'; exit 0 ;;
        genmove) cat '{said}' >&2; printf '? '; cat '{said}'; printf '\\n\\n' ;;
        *) printf '=\\n\\n' ;;
    esac
done
",
        said = text.display()
    );
    fs::write(&script, program).unwrap();
    let machine = format!("gtp:sh '{}'", script.display());
    for hostile in for_terminals().filter(|hostile| hostile.bytes.len() < 1000) {
        fs::write(&text, &hostile.bytes).unwrap();
        let patient = ["--patience", "5", "--games", "2", "--openings", "none"];
        run(&[&["match", "engine:1", &machine][..], &patient].concat(), b"", &format!("match: {}", hostile.tries));
        run(&["play", "--plain", "--black", &machine], b"quit\n", &format!("play: {}", hostile.tries));
    }
}
