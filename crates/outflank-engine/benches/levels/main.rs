//! Matches of the levels against reference players and against the level below.
//!
//! ```sh
//! cargo xtask bench levels                         # levels 1 to 8: every reference player, and the level below
//! cargo xtask bench levels -- 1-novice 3-2         # only these rows
//! cargo xtask bench levels -- 10-9 --games 40 --threads 1 --results 10-9.txt
//! ```
//!
//! A row is `FIRST-SECOND`, each a level number, `random`, `greedy` or `novice`; the score is the first player's.
//! Levels search to their own limits, so a game between levels 9 and 10 takes a minute or more. `--results` appends
//! finished games to a file and skips those it already has, so that a long run can be resumed.
//!
//! Games against reference players start from the initial position and vary by chance. Levels play each other from XOT
//! openings (`xot/xot_small.txt` in `OUTFLANK_DATA` or `../shared/data`), each twice with colours swapped. The opening
//! book is off. A row's games are the same in every run, unless a level runs out of time.

#![allow(clippy::unwrap_used, reason = "a benchmark panics on failure")]

mod player;
mod results;
mod row;

use std::num::NonZero;
use std::path::PathBuf;
use std::{env, thread};

use outflank_engine::Level;

use self::player::Player;
use self::results::Results;
use self::row::Row;

const GAMES: usize = 200;
/// Levels played by default. The others take hours.
const QUICK_LEVELS: usize = 8;

struct Arguments {
    rows: Vec<Row>,
    games: usize,
    threads: usize,
    results: Option<PathBuf>,
}

fn main() {
    // `cargo test --all-targets` runs this too, and expects it to be quick.
    if !env::args().any(|argument| argument == "--bench") {
        return;
    }
    let Arguments { rows, games, threads, results } = arguments();
    let results = Results::open(results.as_deref());
    println!("| match | games | wins | draws | losses | score | 95 % interval | seconds |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for row in rows {
        let (tally, time) = row.play(games, threads, &results);
        let [low, high] = tally.interval();
        println!(
            "| {row} | {} | {} | {} | {} | {:.1} % | {low:.1} to {high:.1} % | {:.1} |",
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            tally.percent(),
            time.as_secs_f64()
        );
    }
}

fn arguments() -> Arguments {
    let mut rows = Vec::new();
    let mut games = GAMES;
    let mut threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut results = None;
    let mut arguments = env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        let mut number =
            || arguments.next().and_then(|number| number.parse().ok()).expect("this option needs a number");
        match argument.as_str() {
            "--games" => games = number(),
            "--threads" => threads = number(),
            "--results" => results = Some(arguments.next().expect("--results needs a file").into()),
            row => rows.push(row.parse().expect("a row is two players, such as 3-2 or 1-random")),
        }
    }
    if rows.is_empty() {
        rows = usual_rows();
    }
    Arguments { rows, games, threads, results }
}

fn usual_rows() -> Vec<Row> {
    let levels = &Level::ALL[..QUICK_LEVELS];
    let against = |opponent| levels.iter().map(move |&level| Row::new(Player::Level(level), opponent));
    let ladder = levels.windows(2).map(|pair| Row::new(Player::Level(pair[1]), Player::Level(pair[0])));
    [Player::Random, Player::Greedy, Player::Novice].into_iter().flat_map(against).chain(ladder).collect()
}
