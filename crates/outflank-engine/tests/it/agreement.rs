//! Solves the same positions with one and two threads, empty and full tables, tiny and large ones. Every search must find the scores in
//! `data/agreement.txt`. Every eighth position is solved, or all of them if `OUTFLANK_ALL` is set.

use outflank_engine::simd::{self, InstructionSet};
use outflank_engine::{Engine, Goal, Limits, Options, Score};
use outflank_formats::wthor::Games;
use outflank_rules::{Game, Position, Square, Status};

const GAMES: &[u8] = include_bytes!("../../../outflank-formats/tests/data/wthor_200.wtb");
const SCORES: &str = include_str!("../data/agreement.txt");

/// Positions with 14 to 18 empties: those of each game, and some that are one other move away.
fn positions() -> Vec<Position> {
    let games = Games::parse(GAMES).unwrap().games;
    let games: Vec<Game> = games.iter().map(|game| game.replay().unwrap()).collect();
    let mut positions = Vec::new();
    for (number, game) in games.iter().enumerate() {
        for ply in game.plies() {
            let Status::Place(squares) = ply.before.status() else { continue };
            let empties = ply.before.empty().len();
            if (14..=18).contains(&empties) {
                positions.push(ply.before);
            }
            for other in squares.into_iter().skip(number % 3).step_by(3).take(2) {
                let beside = after(&ply.before, other);
                let is_new = ply.mv.square() != Some(other) && matches!(beside.status(), Status::Place(_));
                if (15..=19).contains(&empties) && is_new {
                    positions.push(beside);
                }
            }
        }
    }
    positions.truncate(2_000);
    positions
}

fn after(position: &Position, square: Square) -> Position {
    position.play(square.into()).unwrap()
}

fn sample() -> impl Iterator<Item = (usize, Position)> {
    let every = if std::env::var_os("OUTFLANK_ALL").is_some() { 1 } else { 8 };
    positions().into_iter().enumerate().step_by(every)
}

fn recorded() -> Vec<Score> {
    SCORES.lines().map(|line| Score::from_discs(line.parse().unwrap())).collect()
}

fn solve_all(threads: usize, table_mebibytes: usize, forget: bool) {
    let engine = Engine::new(Options { threads, table_mebibytes });
    let recorded = recorded();
    for (number, position) in sample() {
        if forget {
            engine.forget();
        }
        let analysis = engine.analyze(position, Limits::default());
        assert!(analysis.exact);
        assert_eq!(analysis.lines[0].score, recorded[number], "position {number}: {position:?}");
    }
}

#[test]
fn every_position_has_a_recorded_score() {
    assert_eq!((positions().len(), recorded().len()), (recorded().len(), positions().len()));
    assert!(recorded().len() > 1_500);
}

#[test]
fn one_thread_with_an_empty_table() {
    solve_all(1, 16, true);
}

#[test]
fn one_thread_with_a_full_table() {
    solve_all(1, 64, false);
}

#[test]
fn two_threads_with_a_tiny_table() {
    solve_all(2, 1, false);
}

#[test]
fn two_threads_with_a_large_table() {
    solve_all(2, 1024, false);
}

#[test]
fn every_instruction_set() {
    for number in 0..InstructionSet::available().count() {
        simd::choose(number as u8);
        solve_all(1, 16, true);
    }
}

#[test]
fn winner_search_agrees_with_the_score() {
    let engine = Engine::default();
    let recorded = recorded();
    for (number, position) in sample() {
        let limits = Limits { goal: Goal::Winner, ..Limits::default() };
        let analysis = engine.analyze(position, limits);
        let sign = |score: Score| score.cmp(&Score::default());
        assert_eq!(sign(analysis.lines[0].score), sign(recorded[number]), "position {number}: {position:?}");
    }
}

#[test]
fn single_threaded_search_is_deterministic() {
    let limits = Limits { depth: Some(8), ..Limits::default() };
    for (_, position) in sample().step_by(20) {
        let [once, again] = [0; 2].map(|_| Engine::default().analyze(position, limits));
        assert_eq!((once.nodes, once.lines), (again.nodes, again.lines));
    }
}
