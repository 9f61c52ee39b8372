//! Openings: positions near the start in which one move is clearly best.
//!
//! Several games must have reached the position, neither side may be winning, and the book and a search must agree on the
//! best move, each with a lead of [`MIN_GAP`] discs. The scores are those of the search, because the book searches bad moves
//! less deeply. Openings are not solved: the answer is the engine's opinion.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use outflank_engine::{Book, Engine, Score};
use outflank_rules::{Board, Position, Square};
use outflank_study::puzzles::{Kind, Scored};

use super::difficulty::{DifficultyMeter, Missed};
use super::games::NamedGame;
use super::scored::{FoundPuzzle, MIN_GAP, MIN_MOVES, SearchedMove, all_moves, best_moves, is_clear};
use crate::engine::EngineWeights;
use crate::random::Random;

pub(super) const PLACEMENTS: RangeInclusive<usize> = 6..=16;

const MIN_GAMES: u32 = 3;

const MAX_LEAD: i8 = 6;

/// Cleared before each position, so that scores do not depend on earlier searches.
pub(super) const TABLE_MEBIBYTES: usize = 64;

pub(super) struct BookPosition {
    position: Position,
    best: Square,
    missed: Missed,
    game: usize,
}

/// Finds positions of the games. The seed decides which game is named as the source of a position.
pub(super) fn book_positions(games: &[NamedGame], seed: u64) -> Vec<BookPosition> {
    let mut visits: HashMap<Board, Visits> = HashMap::new();
    for (played, game) in games.iter().zip(0..) {
        visit(played, game, &mut Random::of(seed, game as u64), &mut visits);
    }
    let mut visits: Vec<Visits> = visits.into_values().filter(|visits| visits.games >= MIN_GAMES).collect();
    visits.sort_unstable_by_key(|visits| visits.number);
    visits.iter().filter_map(book_position).collect()
}

struct Visits {
    number: usize,
    source: Option<(usize, Position)>,
    named: u32,
    games: u32,
    answers: HashMap<Square, u32>,
}

fn visit(played: &NamedGame, game: usize, random: &mut Random, visits: &mut HashMap<Board, Visits>) {
    let is_named = played.source().is_some();
    let before = played.replay().before.into_iter().zip(&played.moves);
    for (seen, &answer) in before.skip(*PLACEMENTS.start()).take(PLACEMENTS.count()) {
        let number = visits.len();
        let (canonical, answer) = seen.board.canonical_move(answer);
        let new = || Visits { number, source: None, named: 0, games: 0, answers: HashMap::new() };
        let here = visits.entry(canonical).or_insert_with(new);
        here.games += 1;
        here.named += u32::from(is_named);
        // Reservoir sampling: each game is equally likely.
        if is_named && random.below(here.named) == 0 {
            here.source = Some((game, seen.position()));
        }
        *here.answers.entry(answer).or_default() += 1;
    }
}

fn book_position(visits: &Visits) -> Option<BookPosition> {
    let (game, position) = visits.source?;
    let moves = Book::embedded().moves(&position);
    let [best, second, ..] = moves[..] else { return None };
    let gap = best.value.units() - second.value.units();
    let is_open = best.value.units().abs() <= Score::from_discs(MAX_LEAD).units();
    if (moves.len() as u32) < MIN_MOVES || gap < Score::from_discs(MIN_GAP).units() || !is_open {
        return None;
    }
    let (_, answer) = position.board()?.canonical_move(best.square);
    let right = visits.answers.get(&answer).copied().unwrap_or(0);
    Some(BookPosition { position, best: best.square, missed: Missed::of(visits.games - right, visits.games), game })
}

pub(super) struct OpeningChecker {
    engine: Engine,
    meter: DifficultyMeter,
    depth: u8,
}

impl OpeningChecker {
    pub(super) fn new(weights: &EngineWeights, depth: u8) -> OpeningChecker {
        OpeningChecker { engine: weights.engine(TABLE_MEBIBYTES), meter: DifficultyMeter::new(weights), depth }
    }

    /// The puzzle, if a search agrees with the book.
    pub(super) fn examine(&self, position: &BookPosition) -> Option<FoundPuzzle> {
        let &BookPosition { position, best: book, missed, game } = position;
        let agrees = |moves: &[SearchedMove]| {
            let is_open = |best: &SearchedMove| best.square == book && best.discs().abs() <= MAX_LEAD;
            is_clear(moves) && moves.first().is_some_and(is_open)
        };
        self.engine.forget();
        // Two moves rule out most positions.
        if !agrees(&best_moves(&self.engine, &position, self.depth, 2)) {
            return None;
        }
        let moves = all_moves(&self.engine, &position, self.depth);
        if !agrees(&moves) {
            return None;
        }
        let moves: Vec<Scored> = moves.into_iter().map(Scored::from).collect();
        let points = self.meter.points(&position, &moves, self.depth, missed);
        Some(FoundPuzzle { kind: Kind::Opening, position, moves, points, game })
    }
}
