use std::collections::HashSet;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Context, ensure};
use outflank_rules::Board;

use super::sources::SourcePosition;
use crate::cli::LabelArguments;
use crate::random::Random;
use crate::records::Recipe;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EmptiesRange(RangeInclusive<u32>);

impl FromStr for EmptiesRange {
    type Err = anyhow::Error;

    /// Parses `20-40`, or `20` alone.
    fn from_str(text: &str) -> anyhow::Result<EmptiesRange> {
        const EXPECTED: &str = "expected two numbers from 1 to 60, the smaller one first, such as 20-40";
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to) = (from.parse().context(EXPECTED)?, to.parse().context(EXPECTED)?);
        ensure!(1 <= from && from <= to && to <= 60, EXPECTED);
        Ok(EmptiesRange(from..=to))
    }
}

impl fmt::Display for EmptiesRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0.start(), self.0.end())
    }
}

#[derive(Clone, Debug)]
pub(super) struct SamplingRules {
    pub(super) empties: EmptiesRange,
    pub(super) sample: NonZeroU32,
    /// Percentage replaced by a sibling of the next position in the game.
    pub(super) siblings: u8,
    pub(super) seed: u64,
}

impl SamplingRules {
    pub(super) fn new(arguments: &LabelArguments) -> SamplingRules {
        let &LabelArguments { ref empties, sample, siblings, seed, .. } = arguments;
        SamplingRules { empties: empties.clone(), sample, siblings, seed }
    }

    pub(super) fn describe(&self, recipe: Recipe) -> Recipe {
        let SamplingRules { empties, sample, siblings, seed } = self;
        let recipe = recipe.with("empties", empties).with("sample", sample);
        recipe.with("siblings", siblings).with("seed", seed)
    }

    /// The board to label for a position of the sources; its side to move has a move.
    ///
    /// The random choice depends on the board alone, up to symmetry, so that a frequent position is as likely to be taken as
    /// a rare one.
    fn draw(&self, SourcePosition { board, played }: SourcePosition) -> Option<Board> {
        let mut random = Random::of(self.seed, key(board));
        if random.below(self.sample.get()) != 0 {
            return None;
        }
        let mut taken = board;
        if random.percent(self.siblings.into()) {
            let mut others = board.moves();
            if let Some(square) = played {
                others = others.without(square);
            }
            if !others.is_empty() {
                let sibling = with_a_move(board.play_unchecked(random.one_of(others)));
                taken = sibling.unwrap_or(board);
            }
        }
        let taken = with_a_move(taken)?;
        self.empties.0.contains(&taken.empty().len()).then_some(taken)
    }
}

/// The board, after a pass if the side to move has no move. `None` at the end of a game.
fn with_a_move(board: Board) -> Option<Board> {
    [board, board.pass()].into_iter().find(|board| !board.moves().is_empty())
}

/// A 64-bit hash that symmetric boards share.
fn key(board: Board) -> u64 {
    let board = board.canonical();
    Random::of(board.player().bits(), board.opponent().bits()).next()
}

/// The boards to label, without duplicates and symmetric ones. Each takes 10 to 20 bytes of memory.
pub(super) struct UniqueBoards<I> {
    rules: SamplingRules,
    positions: I,
    taken: HashSet<u64>,
}

impl<I: Iterator<Item = anyhow::Result<SourcePosition>>> UniqueBoards<I> {
    pub(super) fn new(rules: SamplingRules, positions: I) -> UniqueBoards<I> {
        UniqueBoards { rules, positions, taken: HashSet::new() }
    }
}

impl<I: Iterator<Item = anyhow::Result<SourcePosition>>> Iterator for UniqueBoards<I> {
    type Item = anyhow::Result<Board>;

    fn next(&mut self) -> Option<anyhow::Result<Board>> {
        loop {
            match self.positions.next()?.map(|position| self.rules.draw(position)) {
                Ok(Some(board)) if self.taken.insert(key(board)) => return Some(Ok(board)),
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
