//! Reports of tournament games agree with the WTHOR database.
//!
//! For each game the database has Black's discs on the board, and with perfect play from 24 empty squares on. From there, Black's losses less
//! White's are twice the difference.

use std::fmt;
use std::fs;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use outflank_engine::{Engine, Options};
use outflank_formats::wthor::{GameRecord, Games};
use outflank_rules::{Color, Game};
use outflank_study::report::{Judged, Report};

use crate::samples::{EXCERPT, reviewed, shallow, wthor_files};

const DEPTH: u8 = 24;

/// Solving one takes some seconds in a development build.
const SAMPLE: usize = 10;

/// The number of games of the whole database to check.
const GAMES: &str = "OUTFLANK_EXACT_GAMES";

struct Played {
    name: String,
    record: GameRecord,
    game: Game,
}

struct Comparison {
    lost: f32,
    expected: f32,
    are_all_exact: bool,
    time: Duration,
}

impl Comparison {
    fn agrees(&self) -> bool {
        self.are_all_exact && self.lost == self.expected
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison { lost, expected, are_all_exact, .. } = self;
        write!(f, "Black lost {lost} more than White, the database says {expected}; all exact: {are_all_exact}")
    }
}

/// Without games that have no position with [`DEPTH`] empty squares.
fn played_out(name: &str, bytes: &[u8]) -> Vec<Played> {
    let file = Games::parse(bytes).expect("the file can be read");
    assert_eq!(file.depth, DEPTH, "{name}");
    let games = file.games.iter().zip(1..).filter_map(|(&record, number)| {
        let game = record.replay().expect("its moves are legal");
        let is_long = game.plies().iter().any(|ply| ply.before.empty().len() == u32::from(DEPTH));
        (game.outcome().is_some() && is_long).then(|| Played { name: format!("{name}#{number}"), record, game })
    });
    games.collect()
}

fn compare(played: &Played, engine: &Engine) -> Comparison {
    let started = Instant::now();
    let game = &played.game;
    engine.forget();
    // A shared table is faster than a clean state, and exact values are the same.
    let review = reviewed(game, shallow().solving(DEPTH), |search| engine.analyze(*search.position(), search.limits()));
    let report = Report::of(game, &review);
    assert_eq!(report.moves.len(), game.placements().count(), "every move is judged");

    let empties = |judged: &Judged| game.plies()[judged.judgement.ply - 1].before.empty().len();
    let late: Vec<_> = report.moves.iter().filter(|judged| empties(judged) <= u32::from(DEPTH)).collect();
    let lost_by = |color| -> f32 {
        late.iter().filter(|judged| judged.judgement.by == color).map(|judged| judged.judgement.loss()).sum()
    };
    Comparison {
        lost: lost_by(Color::Black) - lost_by(Color::White),
        expected: 2.0 * (f32::from(played.record.theoretical) - f32::from(played.record.score)),
        are_all_exact: late.iter().all(|judged| judged.judgement.is_exact)
            && report.exact_from.is_some_and(|ply| late.first().is_some_and(|judged| ply <= judged.judgement.ply)),
        time: started.elapsed(),
    }
}

fn disagreeing(games: &[Played]) -> (Vec<String>, Duration) {
    let found = Mutex::new((Vec::new(), Duration::ZERO));
    let waiting = Mutex::new(games.iter());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let engine = Engine::new(Options { threads: 1, table_mebibytes: 64 });
                loop {
                    let next = waiting.lock().expect("no thread panicked").next();
                    let Some(played) = next else { break };
                    let comparison = compare(played, &engine);
                    let mut found = found.lock().expect("no thread panicked");
                    found.1 += comparison.time;
                    if !comparison.agrees() {
                        found.0.push(format!("{}: {comparison}", played.name));
                    }
                }
            });
        }
    });
    found.into_inner().expect("no thread panicked")
}

#[test]
fn losses_agree_with_the_database() {
    let games = played_out("wthor_200.wtb", EXCERPT);
    let sample: Vec<_> = games.into_iter().step_by(19).take(SAMPLE).collect();
    assert_eq!(sample.len(), SAMPLE);
    let (wrong, _) = disagreeing(&sample);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `OUTFLANK_EXACT_GAMES=200 cargo test --release -p outflank-study --test it exactness -- --nocapture`
#[test]
fn losses_of_many_more_games_agree() {
    let Some(count) = std::env::var(GAMES).ok() else {
        println!("skipped: {GAMES} does not say how many games to check");
        return;
    };
    let count: usize = count.parse().expect("it is a number of games");
    let Some(folder) = crate::collections::folder("wthor") else { return };
    let games: Vec<_> = wthor_files(&folder)
        .iter()
        .flat_map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy();
            played_out(&name, &fs::read(path).expect("the file can be read"))
        })
        .collect();
    assert!(games.len() >= count, "there are only {} games", games.len());
    let every = games.len() / count.max(1);
    let sample: Vec<_> = games.into_iter().step_by(every).take(count).collect();
    let started = Instant::now();
    let (wrong, time) = disagreeing(&sample);
    println!(
        "{} of {} games agree; {:.1} s, {:.2} s a game on one core",
        sample.len() - wrong.len(),
        sample.len(),
        started.elapsed().as_secs_f64(),
        time.as_secs_f64() / sample.len() as f64
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
