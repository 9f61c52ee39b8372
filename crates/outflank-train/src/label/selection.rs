use std::collections::HashSet;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Context, ensure};
use clap::{Args, value_parser};
use outflank_rules::Board;

use super::sources::SourcePosition;
use crate::random::Random;
use crate::records::Recipe;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EmptiesRange(RangeInclusive<u32>);

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

#[derive(Args, Debug)]
pub(super) struct SamplingRules {
    /// Only positions with A to B empty squares
    #[arg(long, value_name = "A-B", default_value = "1-60")]
    empties: EmptiesRange,

    /// Sample one in N positions. A position that occurs often is no more likely to be sampled
    #[arg(long, value_name = "N", default_value = "1")]
    sample: NonZeroU32,

    /// Replace this percentage of positions by the one after a move that the game did not play; a search mostly visits such
    /// worse positions
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100))]
    siblings: u8,

    /// Random seed for sampling and replacing positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl SamplingRules {
    pub(super) fn describe(&self, recipe: Recipe) -> Recipe {
        let SamplingRules { empties, sample, siblings, seed } = self;
        let recipe = recipe.with("empties", empties).with("sample", sample);
        recipe.with("siblings", siblings).with("seed", seed)
    }

    /// The board to label for a position of the sources; its side to move has a move. The random choice depends on the board
    /// alone, up to symmetry: a frequent position is no more likely to be taken than a rare one.
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

fn key(board: Board) -> u64 {
    let board = board.canonical();
    Random::of(board.player().bits(), board.opponent().bits()).next()
}

/// The boards to label, without duplicates and symmetric ones. Each takes 10 to 20 bytes of memory.
pub(super) fn unique_boards(
    rules: &SamplingRules,
    positions: impl Iterator<Item = anyhow::Result<SourcePosition>> + Send,
) -> impl Iterator<Item = anyhow::Result<Board>> + Send {
    let mut taken = HashSet::new();
    positions.filter_map(move |position| match position {
        Ok(position) => rules.draw(position).filter(|&board| taken.insert(key(board))).map(Ok),
        Err(error) => Some(Err(error)),
    })
}
