//! The commands in README, the guide and `deploy/` parse.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::fs;
use std::path::PathBuf;

use clap::Parser;
use outflank_engine::Level;

use super::Cli;
use crate::commands::guide::pages::TOPICS;

fn lines(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = fs::read_to_string(&path).unwrap().replace("\\\n", " ");
    text.lines().map(|line| line.trim().to_owned()).collect()
}

fn lists(file: &str, before: &str) -> Vec<Vec<String>> {
    let lists = lines(file).into_iter().filter_map(|line| line.strip_prefix(before).map(str::to_owned));
    lists.map(|list| serde_json::from_str(&list).unwrap()).collect()
}

fn calls(file: &str, program: &str) -> Vec<Vec<String>> {
    let calls = lines(file).into_iter().filter_map(|line| {
        let call = &line[line.find(program)? + program.len()..];
        // In a unit a percent sign is written twice, and a shell's word may end with the quote of the whole script.
        let call = call.trim_end_matches('\'').replace("%%", "%");
        Some(shlex::split(&call).unwrap_or_else(|| panic!("{file}: {line}")))
    });
    calls.collect()
}

/// Replaces variables by examples. Added options are checked on their own.
fn filled_in(words: Vec<String>) -> Vec<String> {
    let words = words.into_iter().filter(|word| word != "$OUTFLANK_OPTIONS");
    words.map(|word| word.replace("${OTHELLO_HOST:?}", "othello.example")).collect()
}

fn options(line: &str) -> Option<Vec<String>> {
    let (_, options) = line.split_once("OUTFLANK_OPTIONS=")?;
    let options = options.split('\'').next()?.replace("YOUR.SITE", "othello.example");
    let words = options.split_whitespace().map(str::to_owned);
    Some(["serve".to_owned()].into_iter().chain(words).collect())
}

fn assert_understood(file: &str, calls: Vec<Vec<String>>, expected: usize) {
    assert_eq!(calls.len(), expected, "{file}: {calls:?}");
    for call in calls {
        let words = filled_in(call);
        if let Err(error) = Cli::try_parse_from(["outflank".to_owned()].iter().chain(&words)) {
            panic!("{file}: {words:?}: {error}");
        }
    }
}

#[test]
fn units_are_understood() {
    for name in ["outflank", "outflank-worker", "outflank-backup"] {
        let file = format!("deploy/systemd/{name}.service");
        assert_understood(&file, calls(&file, "/usr/local/bin/outflank "), 1);
    }
    let file = "deploy/systemd/outflank.service";
    assert_understood(file, lines(file).iter().filter_map(|line| options(line)).collect(), 3);
}

/// As installed, the unit serves a page on which games can be created: it names no public address.
#[test]
fn the_unit_works_as_it_is() {
    let [call] = &calls("deploy/systemd/outflank.service", "/usr/local/bin/outflank ")[..] else { panic!("one call") };
    let words = filled_in(call.clone());
    let cli = Cli::try_parse_from(["outflank".to_owned()].iter().chain(&words)).unwrap();
    let Some(super::Command::Server(super::server::Command::Serve(arguments))) = cli.command else {
        panic!("{words:?}")
    };
    assert_eq!(arguments.public_url, None);
}

#[test]
fn containers_are_understood() {
    assert_understood("deploy/Dockerfile", lists("deploy/Dockerfile", "CMD "), 1);
    // The two servers share a line; the third program is the worker.
    assert_understood("deploy/compose.yaml", lists("deploy/compose.yaml", "command: "), 2);
}

#[test]
fn documented_commands_are_understood() {
    let pages = TOPICS.map(|topic| format!("docs/guide/{}.md", topic.name));
    for file in pages.iter().map(String::as_str).chain(["README.md"]) {
        let calls = documented(file);
        let count = calls.len();
        assert!(count >= 2, "{file}: {calls:?}");
        assert_understood(file, calls, count);
    }
}

fn documented(file: &str) -> Vec<Vec<String>> {
    let mut in_shell = false;
    let mut calls = Vec::new();
    for line in lines(file) {
        match line.as_str() {
            "```sh" => in_shell = true,
            "```" => in_shell = false,
            line if in_shell => calls.extend(call(line).or_else(|| options(line))),
            _ => {}
        }
    }
    calls
}

#[test]
fn the_guide_lists_the_levels() {
    let rows: Vec<String> = lines("docs/guide/play.md").into_iter().filter(|line| is_level_row(line)).collect();
    let row = |level: Level| format!("| {level} | {} | {} |", level.name(), level.description());
    assert_eq!(rows, Level::ALL.map(row));
}

fn is_level_row(line: &str) -> bool {
    line.strip_prefix("| ").and_then(|row| row.split(' ').next()).is_some_and(|first| first.parse::<Level>().is_ok())
}

fn call(line: &str) -> Option<Vec<String>> {
    let line = line.strip_prefix("runuser -u outflank -- ").unwrap_or(line);
    let words = shlex::split(line).unwrap_or_else(|| panic!("{line}"));
    let mut words = words.into_iter().skip_while(|word| word.contains('='));
    (words.next()? == "outflank").then(|| words.take_while(|word| !["&", ">", "<"].contains(&word.as_str())).collect())
}
