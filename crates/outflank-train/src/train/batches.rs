//! Which positions a step learns from.
//!
//! Every number of moves has a random order of its own, which changes from epoch to epoch, and a batch takes the same
//! part of each: it is made up as all positions are. A batch comes in parts of one number of moves each.

use std::ops::Range;

use outflank_engine::training::BUCKETS;

use super::shuffle::Shuffle;
use crate::random::Random;
use crate::samples::{Block, Group, Sample};

/// The most positions of a part.
pub(super) const PART: usize = 1 << 10;

/// All batches of the epochs.
pub(super) struct Batches<'a> {
    pools: Vec<Pool<'a>>,
    steps: usize,
    seed: u64,
}

/// The positions of one number of moves.
struct Pool<'a> {
    blocks: &'a [Block],
    /// How many positions lie before the end of each block.
    ends: Vec<usize>,
}

/// The batches of one epoch.
pub(super) struct Epoch<'a> {
    batches: &'a Batches<'a>,
    orders: Vec<Shuffle>,
}

/// Some positions of one number of moves: places in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) moves: usize,
    pub(super) places: Range<usize>,
}

impl<'a> Batches<'a> {
    /// Batches of so many positions, or a few less.
    pub(super) fn new(groups: &'a [Group], size: usize, seed: u64) -> Batches<'a> {
        let pools: Vec<Pool> = groups.iter().map(|group| Pool::new(&group.learnt)).collect();
        let positions: usize = pools.iter().map(Pool::len).sum();
        Batches { pools, steps: positions.div_ceil(size.max(1)), seed }
    }

    /// How many batches an epoch has.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// An epoch, counted from 0.
    pub(super) fn epoch(&'a self, epoch: usize) -> Epoch<'a> {
        // The numbers below are those that the buckets begin with.
        let mut random = Random::of(self.seed, (BUCKETS + epoch) as u64);
        Epoch { batches: self, orders: self.pools.iter().map(|pool| Shuffle::new(pool.len(), &mut random)).collect() }
    }
}

impl Epoch<'_> {
    /// A batch, counted from 0.
    pub(super) fn batch(&self, step: usize) -> Vec<Part> {
        let Batches { pools, steps, .. } = self.batches;
        let mut parts = Vec::new();
        for (pool, moves) in pools.iter().zip(0..) {
            let [start, end] = [step, step + 1].map(|step| pool.len() * step / steps);
            // Parts of nearly the same size, so that many threads can share them evenly.
            let count = (end - start).div_ceil(PART);
            let cut = |part| start + (end - start) * part / count;
            parts.extend((0..count).map(|part| Part { moves, places: cut(part)..cut(part + 1) }));
        }
        parts
    }

    /// The positions of a part.
    pub(super) fn samples(&self, part: &Part) -> impl Iterator<Item = Sample> {
        let (pool, order) = (&self.batches.pools[part.moves], &self.orders[part.moves]);
        part.places.clone().map(|place| pool.get(order.at(place)))
    }
}

impl Pool<'_> {
    fn new(blocks: &[Block]) -> Pool<'_> {
        let ends = blocks.iter().scan(0, |end, block| {
            *end += block.len();
            Some(*end)
        });
        Pool { blocks, ends: ends.collect() }
    }

    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn get(&self, index: usize) -> Sample {
        let block = self.ends.partition_point(|&end| end <= index);
        let start = if block == 0 { 0 } else { self.ends[block - 1] };
        self.blocks[block].get(index - start)
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::Score;
    use outflank_rules::{Bitboard, Board};

    use super::*;
    use crate::samples::{Samples, Use};

    /// Positions with many or few empty squares, whose scores are their numbers.
    fn samples(count: i32) -> Samples {
        let mut samples = Samples::new();
        for number in 0..count {
            let discs = u64::MAX >> if number % 10 == 0 { 50 } else { 20 };
            let board = Board::new(Bitboard::from_bits(discs), Bitboard::EMPTY).expect("disjoint");
            samples.push(Sample { board, score: Score::from_units(number) }, Use::Learn);
        }
        samples
    }

    #[test]
    fn an_epoch_has_every_position_once_and_each_time_in_another_order() {
        let samples = samples(2000);
        let batches = Batches::new(&samples.by_moves, 300, 1);
        assert_eq!(batches.steps(), 7);
        let epoch = |number| -> Vec<Vec<i32>> {
            let epoch = batches.epoch(number);
            let scores = |part: &Part| epoch.samples(part).map(|sample| sample.score.units()).collect::<Vec<_>>();
            (0..7).map(|step| epoch.batch(step).iter().flat_map(scores).collect()).collect()
        };
        let [first, second] = [epoch(0), epoch(1)];
        assert_ne!(first, second);
        for epoch in [first, second] {
            for batch in &epoch {
                assert!((280..=300).contains(&batch.len()));
                // Both numbers of moves have their share.
                let many = batch.iter().filter(|&score| score % 10 == 0).count();
                assert!((28..=30).contains(&many), "{many}");
            }
            let mut all = epoch.concat();
            all.sort();
            assert!(all.into_iter().eq(0..2000));
        }
    }

    #[test]
    fn parts_are_not_too_large() {
        let samples = samples(2040);
        let batches = Batches::new(&samples.by_moves, 1 << 17, 1);
        let parts = batches.epoch(0).batch(0);
        let part = |moves, places| Part { moves, places };
        assert_eq!(parts, [part(10, 0..204), part(40, 0..918), part(40, 918..1836)]);
    }
}
