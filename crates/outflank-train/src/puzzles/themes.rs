use std::convert::Infallible;
use std::num::NonZeroUsize;

use outflank_engine::{Engine, Limits};
use outflank_rules::Position;
use outflank_study::puzzles::{self, Kind};
use outflank_study::report::Theme;

use super::opening::TABLE_MEBIBYTES;
use crate::engine::EngineWeights;
use crate::threads;

/// Openings are searched to `depth`, endgames are solved.
pub(super) fn of_all(
    puzzles: impl Iterator<Item = (Kind, Position)>,
    weights: &EngineWeights,
    depth: u8,
    threads: NonZeroUsize,
) -> Vec<Vec<Theme>> {
    let tasks: Vec<(Position, u8)> = puzzles
        .map(|(kind, position)| match kind {
            Kind::Endgame => (position, position.empty().len() as u8),
            Kind::Opening => (position, depth),
        })
        .collect();
    let new_worker = || {
        let engine = weights.engine(TABLE_MEBIBYTES);
        move |(position, depth): (Position, u8)| of(&engine, &position, depth)
    };
    let mut all = Vec::new();
    let Ok(()) = threads::in_order(threads, tasks.into_iter(), new_worker, |themes| {
        all.push(themes);
        Ok::<_, Infallible>(())
    });
    all
}

/// They depend on lines of play, so the table is cleared.
pub(super) fn of(engine: &Engine, position: &Position, depth: u8) -> Vec<Theme> {
    engine.forget();
    let lines = position.legal_moves().len() as usize;
    let analysis = engine.analyze(*position, Limits { depth: Some(depth), lines, ..Limits::default() });
    puzzles::themes(position, &analysis)
}
