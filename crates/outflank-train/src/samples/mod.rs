//! Training samples in memory, 18 bytes each.
//!
//! Blocks of one number of moves let threads read parts of a file, and joining them copies nothing.

mod read;
#[cfg(test)]
mod tests;

use outflank_engine::Score;
use outflank_engine::training::{BUCKETS, bucket};
use outflank_rules::Board;

use crate::records::ScoredPosition;
pub(crate) use read::SampleReader;

/// Small enough for many threads to share a few million positions evenly.
const MAX_BLOCK: usize = 1 << 14;

/// Positions by the number of moves made to reach them, from 0 to 59.
pub(crate) struct Samples {
    pub(crate) by_moves: Vec<MoveGroup>,
}

#[derive(Clone, Default)]
pub(crate) struct MoveGroup {
    pub(crate) training: Vec<Block>,
    pub(crate) held_out: Vec<Block>,
}

#[derive(Clone, Default)]
pub(crate) struct Block {
    boards: Vec<Board>,
    scores: Vec<Score>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Training,
    HoldOut,
}

const HELD_OUT_EVERY: u64 = 20;

impl Use {
    /// For the game, or the position outside a game, with this number, counted from 1.
    pub(crate) fn of(number: u64) -> Use {
        if number.is_multiple_of(HELD_OUT_EVERY) { Use::HoldOut } else { Use::Training }
    }
}

impl Samples {
    pub(crate) fn new() -> Samples {
        Samples { by_moves: vec![MoveGroup::default(); BUCKETS] }
    }

    pub(crate) fn push(&mut self, sample: ScoredPosition, purpose: Use) {
        let group = &mut self.by_moves[bucket(sample.board.empty().len())];
        let blocks = match purpose {
            Use::Training => &mut group.training,
            Use::HoldOut => &mut group.held_out,
        };
        match blocks.last_mut().filter(|block| block.len() < MAX_BLOCK) {
            Some(block) => block.push(sample),
            None => blocks.push(Block { boards: vec![sample.board], scores: vec![sample.score] }),
        }
    }

    pub(crate) fn append(&mut self, others: Samples) {
        for (group, others) in self.by_moves.iter_mut().zip(others.by_moves) {
            group.training.extend(others.training);
            group.held_out.extend(others.held_out);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.by_moves.iter().flat_map(|group| group.training.iter().chain(&group.held_out)).map(Block::len).sum()
    }
}

impl Block {
    pub(crate) fn len(&self) -> usize {
        self.boards.len()
    }

    pub(crate) fn get(&self, index: usize) -> ScoredPosition {
        ScoredPosition { board: self.boards[index], score: self.scores[index] }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = ScoredPosition> {
        self.boards.iter().zip(&self.scores).map(|(&board, &score)| ScoredPosition { board, score })
    }

    fn push(&mut self, sample: ScoredPosition) {
        self.boards.push(sample.board);
        self.scores.push(sample.score);
    }
}
