use std::fs;
use std::path::Path;
use std::time::Duration;

use super::{Allowance, Rate, SITE_SHARE};
use crate::config::Limits;
use crate::engine::{MAX_PER_CALLER, MAX_QUEUED};
use crate::jobs::{MAX_OPEN, MAX_PER_CLIENT, MAX_PER_SITE};

const HEAD: &str = "| what | one client | one IPv6 site | one server |\n| --- | --- | --- | --- |\n";

fn table(limits: &Limits) -> String {
    let rated = |what, Allowance { client, total }: Allowance| {
        row(what, [client, client.times(SITE_SHARE), total].map(in_words))
    };
    let counted =
        |what, client: usize, total: String| row(what, [number(client), number(client * SITE_SHARE as usize), total]);
    let or_option = format!("{}, or `--connections`", number(limits.connections));
    let queued = format!("{} in the queue", number(MAX_QUEUED));
    assert_eq!(MAX_PER_SITE, MAX_PER_CLIENT * SITE_SHARE as usize);
    let rows = [
        counted("open connections", limits.connections_per_address, or_option),
        rated("requests", limits.requests),
        rated("new games", limits.games),
        counted("running games with an engine seat", limits.engine_games_per_address, number(limits.engine_games)),
        rated("moves and other commands in games", limits.moves),
        rated("takebacks", limits.takebacks),
        rated("new invitation links and links for other devices", limits.links),
        rated("chat messages", limits.chat),
        rated("study, analysis, puzzles and report orders", limits.study),
        counted("analyses and reviews at a time", MAX_PER_CALLER, queued),
        counted("open reports", MAX_PER_CLIENT, number(MAX_OPEN)),
        rated("records and pictures", limits.exports),
        rated("PNG and GIF pictures that are not in the cache", limits.pictures),
    ];
    HEAD.to_owned() + &rows.concat()
}

fn row(what: &str, columns: [String; 3]) -> String {
    format!("| {what} | {} |\n", columns.join(" | "))
}

fn in_words(rate: Rate) -> String {
    const SECOND: Duration = Duration::from_secs(1);
    let then = match rate.every {
        SECOND => "one per second".to_owned(),
        every if every > SECOND => format!("one every {} s", every.as_secs_f64()),
        every => format!("{} per second", number((1.0 / every.as_secs_f64()).round() as usize)),
    };
    format!("{} at once, then {then}", number(rate.burst as usize))
}

fn number(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

#[test]
fn no_site_can_use_up_a_server() {
    let limits = Limits::default();
    for allowance in [
        limits.requests,
        limits.games,
        limits.moves,
        limits.takebacks,
        limits.links,
        limits.chat,
        limits.study,
        limits.exports,
        limits.pictures,
    ] {
        let (site, total) = (allowance.client.times(SITE_SHARE), allowance.total);
        assert!(2 * site.burst <= total.burst && site.every >= 2 * total.every, "{allowance:?}");
    }
    let share = SITE_SHARE as usize;
    assert!(2 * share * limits.connections_per_address <= limits.connections);
    assert!(2 * share * limits.engine_games_per_address <= limits.engine_games);
    assert!(2 * share * MAX_PER_CALLER <= MAX_QUEUED && 2 * MAX_PER_SITE <= MAX_OPEN);
}

#[test]
fn the_guide_has_the_limits_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/hosting.md");
    let guide = fs::read_to_string(path).unwrap();
    let table = table(&Limits::default());
    assert!(guide.contains(&table), "docs/guide/hosting.md needs this table:\n{table}");
}
