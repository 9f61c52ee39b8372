//! Matches between levels, to see that each is as much stronger as it should be.
//!
//! `cargo bench -p outflank-engine --bench levels -- 1-3 3-5 --games 100` plays these pairings; without arguments it
//! plays those that a change of the levels has to keep. The games begin with XOT openings (`xot/xot_small.txt` in the
//! folder that `OUTFLANK_DATA` names, or `../shared/data`), each played twice with the colours exchanged.

#![allow(clippy::unwrap_used, missing_docs, reason = "a program for the people who work on the engine")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use outflank_engine::{Engine, Level, Limits};
use outflank_formats::plain;
use outflank_rules::{ByColor, Color, Game};

const PAIRINGS: [[u8; 2]; 3] = [[1, 3], [3, 5], [5, 8]];
const GAMES: usize = 400;
/// The most time for a move, whatever the level says.
const TIME: Duration = Duration::from_millis(20);
/// How many games are played at a time, each by engines of their own.
const THREADS: usize = 2;

/// How a match stands for the second of its players.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
}

fn main() {
    // `cargo test --all-targets` starts it too, and means to be done soon.
    if !env::args().any(|argument| argument == "--bench") {
        return;
    }
    let (pairings, games) = arguments();
    let openings = openings();
    println!("match    wins  draws  losses   score   seconds   ({games} games, for the second level)");
    for levels in pairings {
        let begun = Instant::now();
        let tally = play_match(levels, games, &openings);
        let Tally { wins, draws, losses } = tally;
        let [first, second] = levels;
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{:7} {wins:5} {draws:6} {losses:7} {:6.1}% {seconds:9.1}",
            format!("{first}-{second}"),
            tally.percent()
        );
    }
}

impl Tally {
    fn percent(self) -> f64 {
        let Tally { wins, draws, losses } = self;
        100.0 * (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(wins + draws + losses)
    }
}

fn play_match(levels: [Level; 2], games: usize, openings: &[Game]) -> Tally {
    let next = AtomicUsize::new(0);
    let play_some = || {
        let engines = [Engine::default(), Engine::default()];
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return tally;
            }
            // The second player has Black in every other game.
            let second = if number.is_multiple_of(2) { Color::White } else { Color::Black };
            let player = |color: Color| usize::from(color == second);
            engines.iter().for_each(Engine::forget);
            let opening = &openings[number / 2 % openings.len()];
            let levels = ByColor::from_fn(|color| levels[player(color)]);
            let engines = ByColor::from_fn(|color| &engines[player(color)]);
            match play(opening, levels, engines, number as u64) {
                None => tally.draws += 1,
                Some(winner) if winner == second => tally.wins += 1,
                Some(_) => tally.losses += 1,
            }
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(play_some)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).fold(Tally::default(), |sum, tally| Tally {
            wins: sum.wins + tally.wins,
            draws: sum.draws + tally.draws,
            losses: sum.losses + tally.losses,
        })
    })
}

/// Plays a game to its end and tells who wins it.
fn play(opening: &Game, levels: ByColor<Level>, engines: ByColor<&Engine>, seed: u64) -> Option<Color> {
    let mut game = opening.clone();
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    while game.outcome().is_none() {
        let position = *game.position();
        let (level, engine) = (levels[position.turn()], engines[position.turn()]);
        let analysis = engine.analyze(position, Limits { time: Some(TIME), ..level.limits(&position) });
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = level.pick(&position, &analysis, random >> 33).unwrap();
        game.play(mv.square().unwrap()).unwrap();
    }
    game.outcome().unwrap().winner()
}

/// `1-3` is a pairing, `--games` is followed by how many games each of them has.
fn arguments() -> (Vec<[Level; 2]>, usize) {
    let mut pairings = Vec::new();
    let mut games = GAMES;
    let mut arguments = env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        if argument == "--games" {
            games = arguments.next().and_then(|number| number.parse().ok()).expect("--games needs a number");
            continue;
        }
        let (first, second) = argument.split_once('-').expect("a pairing is two levels, such as 1-3");
        pairings.push([first, second].map(|level| level.parse().unwrap()));
    }
    if pairings.is_empty() {
        pairings.extend(PAIRINGS.map(|pairing| pairing.map(|level| Level::new(level).unwrap())));
    }
    (pairings, games)
}

fn openings() -> Vec<Game> {
    let data = env::var_os("OUTFLANK_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let file = data.join("xot/xot_small.txt");
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines().map(|line| plain::parse(line).unwrap().check().unwrap().game().clone()).collect()
}
