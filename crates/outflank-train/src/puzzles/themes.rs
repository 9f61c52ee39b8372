use std::convert::Infallible;
use std::num::NonZeroUsize;

use outflank_engine::{Engine, Limits};
use outflank_rules::Position;
use outflank_study::puzzles::{self, Kind};
use outflank_study::report::Theme;

use super::opening::TABLE_MEBIBYTES;
use super::selection::ChosenPuzzle;
use crate::engine::EngineWeights;
use crate::threads;

/// Openings are searched to `depth`, endgames are solved.
pub(super) fn add(chosen: &mut [ChosenPuzzle], weights: &EngineWeights, depth: u8, threads: NonZeroUsize) {
    let tasks: Vec<(Position, u8)> = chosen
        .iter()
        .map(|chosen| match chosen.found.kind {
            Kind::Endgame => (chosen.found.position, chosen.found.position.empty().len() as u8),
            Kind::Opening => (chosen.found.position, depth),
        })
        .collect();
    let new_worker = || {
        let engine = weights.engine(TABLE_MEBIBYTES);
        move |(position, depth): (Position, u8)| of(&engine, &position, depth)
    };
    let mut puzzles = chosen.iter_mut();
    let take = |themes| {
        puzzles.next().expect("each puzzle is a task").themes = themes;
        Ok::<(), Infallible>(())
    };
    let Ok(()) = threads::in_order(threads, tasks.into_iter(), new_worker, take);
}

/// They depend on lines of play, so the table is cleared.
pub(super) fn of(engine: &Engine, position: &Position, depth: u8) -> Vec<Theme> {
    engine.forget();
    let lines = position.legal_moves().len() as usize;
    let analysis = engine.analyze(*position, Limits { depth: Some(depth), lines, ..Limits::default() });
    puzzles::themes(position, &analysis)
}
