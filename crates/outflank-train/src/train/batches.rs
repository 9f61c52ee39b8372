//! Batches of training positions.
//!
//! Every epoch shuffles the positions of each number of moves. A batch takes the same share of each, as parts.

use std::ops::Range;

use outflank_engine::training::BUCKETS;

use super::shuffle::Shuffle;
use crate::random::Random;
use crate::records::ScoredPosition;
use crate::samples::{Block, MoveGroup};

pub(super) const PART: usize = 1 << 10;

pub(super) struct Batches<'a> {
    pools: Vec<Pool<'a>>,
    steps: usize,
    seed: u64,
}

struct Pool<'a> {
    blocks: &'a [Block],
    ends: Vec<usize>,
}

pub(super) struct Epoch<'a> {
    batches: &'a Batches<'a>,
    orders: Vec<Shuffle>,
}

/// A range of the shuffled positions of one number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BatchPart {
    pub(super) moves: usize,
    pub(super) range: Range<usize>,
}

impl<'a> Batches<'a> {
    pub(super) fn new(groups: &'a [MoveGroup], size: usize, seed: u64) -> Batches<'a> {
        let pools: Vec<Pool> = groups.iter().map(|group| Pool::new(&group.training)).collect();
        let positions: usize = pools.iter().map(Pool::len).sum();
        Batches { pools, steps: positions.div_ceil(size.max(1)), seed }
    }

    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    pub(super) fn epoch(&'a self, epoch: usize) -> Epoch<'a> {
        // Numbers below BUCKETS seed the buckets of the network.
        let mut random = Random::of(self.seed, (BUCKETS + epoch) as u64);
        Epoch { batches: self, orders: self.pools.iter().map(|pool| Shuffle::new(pool.len(), &mut random)).collect() }
    }
}

impl Epoch<'_> {
    pub(super) fn batch(&self, step: usize) -> Vec<BatchPart> {
        let Batches { pools, steps, .. } = self.batches;
        let mut parts = Vec::new();
        for (pool, moves) in pools.iter().zip(0..) {
            let [start, end] = [step, step + 1].map(|step| pool.len() * step / steps);
            let count = (end - start).div_ceil(PART);
            let cut = |part| start + (end - start) * part / count;
            parts.extend((0..count).map(|part| BatchPart { moves, range: cut(part)..cut(part + 1) }));
        }
        parts
    }

    pub(super) fn samples(&self, part: &BatchPart) -> impl Iterator<Item = ScoredPosition> {
        let (pool, order) = (&self.batches.pools[part.moves], &self.orders[part.moves]);
        part.range.clone().map(|index| pool.get(order.at(index)))
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

    fn get(&self, index: usize) -> ScoredPosition {
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

    fn samples(count: i32) -> Samples {
        let mut samples = Samples::new();
        for number in 0..count {
            let discs = u64::MAX >> if number % 10 == 0 { 50 } else { 20 };
            let board = Board::new(Bitboard::from_bits(discs), Bitboard::EMPTY).expect("disjoint");
            samples.push(ScoredPosition { board, score: Score::from_units(number) }, Use::Training);
        }
        samples
    }

    #[test]
    fn an_epoch_has_every_position_once_in_a_new_order() {
        let samples = samples(2000);
        let batches = Batches::new(&samples.by_moves, 300, 1);
        assert_eq!(batches.steps(), 7);
        let epoch = |number| -> Vec<Vec<i32>> {
            let epoch = batches.epoch(number);
            let scores = |part: &BatchPart| epoch.samples(part).map(|sample| sample.score.units()).collect::<Vec<_>>();
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
    fn parts_are_bounded() {
        let samples = samples(2040);
        let batches = Batches::new(&samples.by_moves, 1 << 17, 1);
        let parts = batches.epoch(0).batch(0);
        let part = |moves, range| BatchPart { moves, range };
        assert_eq!(parts, [part(10, 0..204), part(40, 0..918), part(40, 918..1836)]);
    }
}
