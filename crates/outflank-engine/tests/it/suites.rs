use std::fs;

use outflank_engine::{Engine, Limits, Options, Score};
use outflank_formats::obf::{self, Problem};
use outflank_rules::{Move, Position, Rules};

/// FFO 1 to 19, as published with Edax.
const FFO: &str = include_str!("../data/ffo_1_19.obf");

fn position(problem: &Problem) -> Position {
    Position::new(Rules::Standard, problem.setup).unwrap()
}

fn solve(engine: &Engine, problem: &Problem) {
    let analysis = engine.analyze(position(problem), Limits::default());
    assert!(analysis.exact, "{problem}");
    let best = problem.scores.iter().map(|(_, score)| *score).max().unwrap();
    assert_eq!(analysis.lines[0].score, Score::from_discs(best), "{problem}");
    // The line reaches the end of the game with the score it promises.
    let start = position(problem);
    let end = analysis.lines[0].pv.iter().fold(start, |position, &mv| position.play(mv).unwrap());
    let outflank_rules::Status::Over(outcome) = end.status() else { panic!("the line of {problem} does not end") };
    assert_eq!(outcome.margin(start.turn()), best, "{problem}");
}

#[test]
fn every_move_of_ffo_1_to_19_has_its_score() {
    let engine = Engine::default();
    for problem in obf::parse(FFO).map(Result::unwrap) {
        solve(&engine, &problem);
        let limits = Limits { lines: problem.scores.len(), ..Limits::default() };
        let analysis = engine.analyze(position(&problem), limits);
        assert_eq!(analysis.lines.len(), problem.scores.len(), "{problem}");
        for (mv, score) in &problem.scores {
            let line = analysis.lines.iter().find(|line| line.pv.first() == Some(mv)).unwrap();
            assert_eq!(line.score, Score::from_discs(*score), "{mv} in {problem}");
        }
        assert!(analysis.lines.is_sorted_by(|a, b| a.score >= b.score), "{problem}");
    }
}

fn published(folder: &str, file: &str) -> Vec<Problem> {
    let Some(folder) = crate::collections::folder(folder) else { return Vec::new() };
    let text = fs::read_to_string(folder.join(file)).unwrap();
    obf::parse(&text).map(Result::unwrap).collect()
}

#[test]
fn ffo_20_to_39_and_a_part_of_hard_20_are_solved() {
    let engine = Engine::new(Options { threads: 2, table_mebibytes: 128 });
    let hard = published("endgame", "hard-20.obf");
    for problem in published("ffo", "fforum-20-39.obf").iter().chain(hard.iter().step_by(12)) {
        solve(&engine, problem);
    }
}

#[test]
fn passes_and_finished_games_are_searched() {
    let analyze = |board: &str| {
        let problem = obf::parse(board).next().unwrap().unwrap();
        Engine::default().analyze(position(&problem), Limits::default())
    };
    // White must pass; Black takes everything.
    let stuck = analyze("XO-------------------------------------------------------------- O;");
    assert_eq!((stuck.lines[0].pv[0], stuck.lines[0].score), (Move::Pass, Score::from_discs(-64)));
    let over = analyze("X--------------------------------------------------------------- O;");
    assert!(over.lines.is_empty() && over.exact);
}
