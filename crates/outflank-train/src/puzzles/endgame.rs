use std::ops::RangeInclusive;

use outflank_engine::Engine;
use outflank_rules::{Bitboard, Position, Square};
use outflank_study::puzzles::{Kind, Scored};

use super::difficulty::{DifficultyMeter, Missed};
use super::games::NamedGame;
use super::scored::{FoundPuzzle, MIN_MOVES, all_moves, best_moves, is_clear};
use crate::engine::EngineWeights;
use crate::random::Random;

pub(super) const EMPTIES: RangeInclusive<u32> = 6..=14;

/// Not cleared: an exact score does not depend on earlier searches.
const SOLVER_MEBIBYTES: usize = 16;

pub(super) struct EndgameSolver {
    engine: Engine,
    meter: DifficultyMeter,
    seed: u64,
}

impl EndgameSolver {
    pub(super) fn new(weights: &EngineWeights, seed: u64) -> EndgameSolver {
        EndgameSolver { engine: weights.engine(SOLVER_MEBIBYTES), meter: DifficultyMeter::new(weights), seed }
    }

    pub(super) fn examine(&self, played: &NamedGame, game: usize) -> Option<FoundPuzzle> {
        played.source()?;
        let empties = Random::of(self.seed, game as u64).within(EMPTIES);
        let (seen, &answer) = played.replay().before.into_iter().zip(&played.moves).nth(60 - empties as usize)?;
        if seen.board.moves().len() < MIN_MOVES {
            return None;
        }
        let position = seen.position();
        let moves = self.only_win(&position)?;
        let missed = if answer == moves[0].square { Missed::NEVER } else { Missed::ALWAYS };
        let points = self.meter.points(&position, &moves, empties as u8, missed);
        Some(FoundPuzzle { kind: Kind::Endgame, position, moves, points, game })
    }

    /// All moves, if exactly one wins and it is not obvious.
    pub(super) fn only_win(&self, position: &Position) -> Option<Vec<Scored>> {
        let empties = position.empty().len() as u8;
        // Two moves rule out most positions.
        let [best, second] = best_moves(&self.engine, position, empties, 2)[..] else { return None };
        if best.discs() <= 0 || second.discs() > 0 || is_obvious(position, best.into()) {
            return None;
        }
        let moves = all_moves(&self.engine, position, empties);
        is_clear(&moves).then(|| moves.into_iter().map(Scored::from).collect())
    }
}

fn is_obvious(position: &Position, best: Scored) -> bool {
    let corners: Vec<Square> =
        position.legal_moves().into_iter().filter(|&at| Bitboard::CORNERS.contains(at)).collect();
    let takes_all = position.flips(best.square) == position.discs()[!position.turn()];
    takes_all || best.score == 64 || corners == [best.square]
}
