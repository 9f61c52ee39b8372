//! The positions to learn from, and where they come from.
//!
//! A position takes 18 bytes. They lie in blocks of one number of moves each, so that a file can be read in many places
//! at once and nothing is copied when its parts come together.

mod read;
#[cfg(test)]
mod tests;

use outflank_engine::Score;
use outflank_engine::training::{BUCKETS, bucket};
use outflank_rules::Board;

pub(crate) use read::Reader;

/// The most positions of a block: small enough for many threads to share a few million evenly.
const MOST: usize = 1 << 14;

/// A position and what it turned out to be worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) board: Board,
    pub(crate) score: Score,
}

/// Positions by the number of moves made to reach them, from 0 to 59.
pub(crate) struct Samples {
    pub(crate) by_moves: Vec<Group>,
}

/// The positions of one number of moves; some are kept apart and only tested on.
#[derive(Clone, Default)]
pub(crate) struct Group {
    pub(crate) learnt: Vec<Block>,
    pub(crate) held_out: Vec<Block>,
}

/// Some positions of one number of moves.
#[derive(Clone, Default)]
pub(crate) struct Block {
    boards: Vec<Board>,
    scores: Vec<Score>,
}

/// What a position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Learn,
    HoldOut,
}

/// One game in so many is held out.
const HELD_OUT: u64 = 20;

impl Use {
    /// What the positions of a game are for, or a position that belongs to none; they are counted from 1.
    pub(crate) fn of(number: u64) -> Use {
        if number.is_multiple_of(HELD_OUT) { Use::HoldOut } else { Use::Learn }
    }
}

impl Samples {
    pub(crate) fn new() -> Samples {
        Samples { by_moves: vec![Group::default(); BUCKETS] }
    }

    pub(crate) fn push(&mut self, sample: Sample, purpose: Use) {
        let group = &mut self.by_moves[bucket(sample.board.empty().len())];
        let blocks = match purpose {
            Use::Learn => &mut group.learnt,
            Use::HoldOut => &mut group.held_out,
        };
        match blocks.last_mut().filter(|block| block.len() < MOST) {
            Some(block) => block.push(sample),
            None => blocks.push(Block { boards: vec![sample.board], scores: vec![sample.score] }),
        }
    }

    /// Takes in all of the others.
    pub(crate) fn append(&mut self, others: Samples) {
        for (group, others) in self.by_moves.iter_mut().zip(others.by_moves) {
            group.learnt.extend(others.learnt);
            group.held_out.extend(others.held_out);
        }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.by_moves.iter().flat_map(|group| group.learnt.iter().chain(&group.held_out)).map(Block::len).sum()
    }
}

impl Block {
    pub(crate) fn len(&self) -> usize {
        self.boards.len()
    }

    /// A position, counted from 0.
    pub(crate) fn get(&self, index: usize) -> Sample {
        Sample { board: self.boards[index], score: self.scores[index] }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Sample> {
        self.boards.iter().zip(&self.scores).map(|(&board, &score)| Sample { board, score })
    }

    fn push(&mut self, sample: Sample) {
        self.boards.push(sample.board);
        self.scores.push(sample.score);
    }
}
