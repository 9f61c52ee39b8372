//! Which positions are taken.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::str::FromStr;

use outflank_rules::Board;

use super::sources::Candidate;
use crate::cli::LabelArguments;
use crate::header::Provenance;
use crate::random::Random;

/// How many squares may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Empties(RangeInclusive<u32>);

impl FromStr for Empties {
    type Err = ParseEmptiesError;

    /// Reads for instance `20-40`, or `20` alone.
    fn from_str(text: &str) -> Result<Empties, ParseEmptiesError> {
        let number = |text: &str| match text.parse() {
            Ok(number @ 1..=60) => Ok(number),
            _ => Err(ParseEmptiesError),
        };
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to) = (number(from)?, number(to)?);
        if from <= to { Ok(Empties(from..=to)) } else { Err(ParseEmptiesError) }
    }
}

impl fmt::Display for Empties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0.start(), self.0.end())
    }
}

/// A text is no range of empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParseEmptiesError;

impl fmt::Display for ParseEmptiesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected two numbers from 1 to 60, the smaller one first, for instance 20-40")
    }
}

impl Error for ParseEmptiesError {}

/// What decides which positions of the sources are taken.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) empties: Empties,
    /// One in so many.
    pub(super) sample: NonZeroU32,
    /// How many in a hundred are replaced by a sibling of what followed in the game.
    pub(super) siblings: u8,
    pub(super) seed: u64,
}

impl Choice {
    pub(super) fn new(arguments: &LabelArguments) -> Choice {
        let &LabelArguments { ref empties, sample, siblings, seed, .. } = arguments;
        Choice { empties: empties.clone(), sample, siblings, seed }
    }

    pub(super) fn describe(&self, provenance: Provenance) -> Provenance {
        let Choice { empties, sample, siblings, seed } = self;
        let provenance = provenance.with("empties", empties).with("sample", sample);
        provenance.with("siblings", siblings).with("seed", seed)
    }

    /// What is taken for a candidate, if anything: a board on which the side to move has a move.
    ///
    /// Chance depends on the board alone, seen from whichever side, so that a position that occurs in every other game is as
    /// likely to be taken as one that occurs once.
    fn taken(&self, Candidate { board, played }: Candidate) -> Option<Board> {
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

/// The board as the side sees it that has a move: the side to move, or after a pass the other. `None` at the end of a game.
fn with_a_move(board: Board) -> Option<Board> {
    [board, board.pass()].into_iter().find(|board| !board.moves().is_empty())
}

/// A number for a board and those that are symmetric to it. Two other boards share one with a chance of one in 2^64.
fn key(board: Board) -> u64 {
    let board = board.canonical();
    Random::of(board.player().bits(), board.opponent().bits()).next()
}

/// The positions that are taken, each of them once; of symmetric ones only the first. Memory grows with their number, by
/// 10 to 20 bytes for each.
pub(super) struct Selection<I> {
    choice: Choice,
    candidates: I,
    /// The keys of what was taken.
    taken: HashSet<u64>,
}

impl<I: Iterator<Item = anyhow::Result<Candidate>>> Selection<I> {
    pub(super) fn new(choice: Choice, candidates: I) -> Selection<I> {
        Selection { choice, candidates, taken: HashSet::new() }
    }
}

impl<I: Iterator<Item = anyhow::Result<Candidate>>> Iterator for Selection<I> {
    type Item = anyhow::Result<Board>;

    fn next(&mut self) -> Option<anyhow::Result<Board>> {
        loop {
            let candidate = match self.candidates.next()? {
                Ok(candidate) => candidate,
                Err(error) => return Some(Err(error)),
            };
            match self.choice.taken(candidate) {
                Some(board) if self.taken.insert(key(board)) => return Some(Ok(board)),
                _ => {}
            }
        }
    }
}
