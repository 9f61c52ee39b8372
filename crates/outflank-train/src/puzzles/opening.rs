//! Openings: positions near the start in which one move is better than all others.
//!
//! A position is taken if several games came to it, if neither side is winning, and if the book and a search of all moves agree on the best
//! one; each of them by at least [`LEAST_GAP`] discs. The scores are those of the search, because the book looks less far at moves that it
//! thinks bad. None of these positions is solved, so the answers are the engine's opinion.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use outflank_engine::{Book, Engine, Score};
use outflank_rules::{Board, Position, Square, Symmetry};
use outflank_study::puzzles::{Kind, Scored};

use super::difficulty::{Examiner, Missed};
use super::found::{self, Found, LEAST_GAP, LEAST_MOVES, Worth};
use super::games::Played;
use crate::engine::Weights;
use crate::random::Random;

/// How many discs were placed before the position.
pub(super) const PLACEMENTS: RangeInclusive<usize> = 6..=16;

/// How many games must have come to a position: lines that are not played need no puzzle.
const LEAST_GAMES: u32 = 3;

/// Maximum lead in discs after the best move: in a decided game the best move matters little.
const MOST_AHEAD: i8 = 6;

/// The table is emptied before each position, so that scores do not depend on what was searched before.
const TABLE_MEBIBYTES: usize = 64;

/// A position of the book that may make a puzzle.
pub(super) struct Candidate {
    position: Position,
    /// What the book thinks best.
    best: Square,
    missed: Missed,
    game: usize,
}

/// Finds the positions of games of which the book says that one move is best. Of the games that came to a position, the seed decides which
/// one is told of.
pub(super) fn candidates(games: &[Played], seed: u64) -> Vec<Candidate> {
    let mut visits: HashMap<Board, Visits> = HashMap::new();
    for (played, game) in games.iter().zip(0..) {
        visit(played, game, &mut Random::of(seed, game as u64), &mut visits);
    }
    let mut visits: Vec<(Board, Visits)> =
        visits.into_iter().filter(|(_, visits)| visits.games >= LEAST_GAMES).collect();
    visits.sort_unstable_by_key(|(_, visits)| visits.number);
    visits.iter().filter_map(|(board, visits)| candidate(*board, visits)).collect()
}

/// The games that came to a position, however they had turned it.
struct Visits {
    /// How many positions were visited before.
    number: usize,
    /// One of the games that name their players, with the position as it stood there.
    told: Option<(usize, Position)>,
    /// How many games name their players.
    named: u32,
    games: u32,
    /// What was played, on the least of the symmetric boards.
    answers: HashMap<Square, u32>,
}

fn visit(played: &Played, game: usize, random: &mut Random, visits: &mut HashMap<Board, Visits>) {
    let is_named = played.source().is_some();
    let before = played.replay().before.into_iter().zip(&played.moves);
    for (seen, &answer) in before.skip(*PLACEMENTS.start()).take(PLACEMENTS.count()) {
        let number = visits.len();
        let least = seen.board.canonical();
        let new = || Visits { number, told: None, named: 0, games: 0, answers: HashMap::new() };
        let here = visits.entry(least).or_insert_with(new);
        here.games += 1;
        here.named += u32::from(is_named);
        // So each of them is as likely as the others.
        if is_named && random.below(here.named) == 0 {
            here.told = Some((game, found::position(seen)));
        }
        *here.answers.entry(to_least(seen.board, least).square(answer)).or_default() += 1;
    }
}

/// How a board is turned to become the least of those that are symmetric to it.
fn to_least(board: Board, least: Board) -> Symmetry {
    Symmetry::ALL.into_iter().find(|symmetry| symmetry.board(board) == least).unwrap_or(Symmetry::Identity)
}

fn candidate(least: Board, visits: &Visits) -> Option<Candidate> {
    let (game, position) = visits.told?;
    let moves = Book::embedded().moves(&position);
    let [best, second, ..] = moves[..] else { return None };
    let gap = best.value.units() - second.value.units();
    let is_open = best.value.units().abs() <= Score::from_discs(MOST_AHEAD).units();
    if (moves.len() as u32) < LEAST_MOVES || gap < Score::from_discs(LEAST_GAP).units() || !is_open {
        return None;
    }
    let turned = to_least(position.board()?, least).square(best.square);
    let right = visits.answers.get(&turned).copied().unwrap_or(0);
    Some(Candidate { position, best: best.square, missed: Missed::of(visits.games - right, visits.games), game })
}

/// Judges openings.
pub(super) struct Judge {
    engine: Engine,
    examiner: Examiner,
    depth: u8,
}

impl Judge {
    pub(super) fn new(weights: &Weights, depth: u8) -> Judge {
        Judge { engine: weights.engine(TABLE_MEBIBYTES), examiner: Examiner::new(weights), depth }
    }

    /// The puzzle, if a search agrees with the book.
    pub(super) fn look(&self, candidate: &Candidate) -> Option<Found> {
        let &Candidate { position, best: book, missed, game } = candidate;
        let agrees = |moves: &[Worth]| {
            let is_open = |best: &Worth| best.square == book && best.discs().abs() <= MOST_AHEAD;
            found::is_clear(moves) && moves.first().is_some_and(is_open)
        };
        self.engine.forget();
        // Most of those on which the search does not agree are known after two of their moves.
        if !agrees(&found::best_moves(&self.engine, &position, self.depth, 2)) {
            return None;
        }
        let moves = found::all_moves(&self.engine, &position, self.depth);
        if !agrees(&moves) {
            return None;
        }
        let moves: Vec<Scored> = moves.into_iter().map(Scored::from).collect();
        let points = self.examiner.points(&position, &moves, self.depth, missed);
        Some(Found { kind: Kind::Opening, position, moves, points, game })
    }
}
