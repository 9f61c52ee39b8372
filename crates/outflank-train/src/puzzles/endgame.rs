//! Endgames: positions of games in which one move wins and no other does.

use std::ops::RangeInclusive;

use outflank_engine::Engine;
use outflank_rules::{Position, Square};
use outflank_study::puzzles::{Kind, Scored};

use super::difficulty::{Examiner, Missed};
use super::found::{self, CORNERS, Found, LEAST_MOVES};
use super::games::Played;
use crate::engine::Weights;
use crate::random::Random;

/// How many squares are empty.
pub(super) const EMPTIES: RangeInclusive<u32> = 6..=14;

/// An exact score is the same whatever is known, so the solver's table is kept from game to game.
const SOLVER_MEBIBYTES: usize = 16;

/// Looks for endgames.
pub(super) struct Solver {
    engine: Engine,
    examiner: Examiner,
    seed: u64,
}

impl Solver {
    pub(super) fn new(weights: &Weights, seed: u64) -> Solver {
        Solver { engine: weights.engine(SOLVER_MEBIBYTES), examiner: Examiner::new(weights), seed }
    }

    /// Looks at one position of a game: which one, the seed decides. A game gives no more than one puzzle.
    pub(super) fn look(&self, played: &Played, game: usize) -> Option<Found> {
        played.source()?;
        let empties = Random::of(self.seed, game as u64).within(EMPTIES);
        let (seen, &answer) = played.replay().before.into_iter().zip(&played.moves).nth(60 - empties as usize)?;
        if seen.board.moves().len() < LEAST_MOVES {
            return None;
        }
        let position = found::position(seen);
        let moves = self.only_win(&position)?;
        let missed = if answer == moves[0].square { Missed::NEVER } else { Missed::ALWAYS };
        let points = self.examiner.points(&position, &moves, empties as u8, missed);
        Some(Found { kind: Kind::Endgame, position, moves, points, game })
    }

    /// All moves, if one wins, no other does, and it is not plain which one that is.
    pub(super) fn only_win(&self, position: &Position) -> Option<Vec<Scored>> {
        let empties = position.empty().len() as u8;
        // Most positions are no puzzle, which two of their moves show.
        let [best, second] = found::best_moves(&self.engine, position, empties, 2)[..] else { return None };
        if best.discs() <= 0 || second.discs() > 0 || !is_a_question(position, best.into()) {
            return None;
        }
        let moves = found::all_moves(&self.engine, position, empties);
        found::is_clear(&moves).then(|| moves.into_iter().map(Scored::from).collect())
    }
}

/// Whether somebody has to think: the move does not take all discs, and is not the only corner there is to take.
fn is_a_question(position: &Position, best: Scored) -> bool {
    let corners: Vec<Square> = position.legal_moves().into_iter().filter(|&at| CORNERS.contains(at)).collect();
    let takes_all = position.flips(best.square) == position.discs()[!position.turn()];
    !takes_all && best.score < 64 && corners != [best.square]
}
