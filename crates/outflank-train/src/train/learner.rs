//! Trains the network, batch by batch, on all cores.
//!
//! First the threads compute errors and gradients for the parts of the batch. Then they take chunks of rows, sum the gradients
//! of all parts and update the rows. All sums have a fixed order, so the result does not depend on the number of threads.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use outflank_engine::training::{STAGES, WIDTH, stage};

use super::adam::Adam;
use super::batches::Epoch;
use super::errors::{self, ErrorStats};
use super::work::{CHUNK, PartGradients};
use crate::network::{Bucket, MAX_ROW, MAX_WEIGHT, Network, PatternClasses, Row};
use crate::threads;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct OptimizerState {
    pub(super) network: Network,
    pub(super) first: Network,
    pub(super) second: Network,
}

impl OptimizerState {
    pub(super) fn new(classes: usize, seed: u64) -> OptimizerState {
        OptimizerState {
            network: Network::new(classes, seed),
            first: Network::zero(classes),
            second: Network::zero(classes),
        }
    }
}

pub(super) struct Learner {
    pub(super) state: OptimizerState,
    pub(super) patterns: PatternClasses,
    sums: Vec<Box<[Row; CHUNK]>>,
    parts: Vec<PartGradients>,
}

struct RowChunk<'a> {
    stage: usize,
    number: usize,
    rows: &'a mut [Row],
    first: &'a mut [Row],
    second: &'a mut [Row],
}

impl Learner {
    pub(super) fn new(seed: u64, threads: NonZeroUsize) -> Learner {
        let patterns = PatternClasses::new();
        let chunk = || vec![[0.0; WIDTH]; CHUNK].try_into().expect("the vector has CHUNK rows");
        let sums = (0..threads.get()).map(|_| chunk()).collect();
        Learner { state: OptimizerState::new(patterns.count(), seed), patterns, sums, parts: Vec::new() }
    }

    pub(super) fn threads(&self) -> usize {
        self.sums.len()
    }

    pub(super) fn step(&mut self, epoch: &Epoch, step: usize, adam: Adam) -> ErrorStats {
        let batch = epoch.batch(step);
        let positions: usize = batch.iter().map(|part| part.range.len()).sum();
        let weight = 1.0 / positions.max(1) as f32;
        let Learner { state, patterns, sums, parts } = self;
        parts.resize_with(parts.len().max(batch.len()), PartGradients::default);
        let parts = &mut parts[..batch.len()];
        let network = &state.network;
        threads::share(sums, batch.iter().zip(&mut *parts), |_, (part, gradients)| {
            gradients.fill(part.moves, epoch.samples(part), network, patterns, weight);
        });
        update_rows(state, patterns.count(), parts, sums, adam);
        update_buckets(state, parts, adam);
        errors::total(parts.iter().map(|part| &part.errors))
    }
}

fn update_rows(
    state: &mut OptimizerState,
    classes: usize,
    parts: &[PartGradients],
    sums: &mut [Box<[Row; CHUNK]>],
    adam: Adam,
) {
    let rows = chunks(&mut state.network.rows, classes);
    let moments = chunks(&mut state.first.rows, classes).zip(chunks(&mut state.second.rows, classes));
    let numbers = (0..STAGES).flat_map(|stage| (0..classes.div_ceil(CHUNK)).map(move |number| (stage, number)));
    let with_size = |(((stage, number), rows), (first, second))| {
        let chunk = RowChunk { stage, number, rows, first, second };
        let size: usize = chunk.parts(parts).map(|part| part.count(number)).sum();
        (size, chunk)
    };
    let mut chunks: Vec<(usize, RowChunk)> = numbers.zip(rows).zip(moments).map(with_size).collect();
    // The largest first, so that no thread starts it last.
    chunks.sort_by_key(|(size, _)| Reverse(*size));
    threads::share(sums, chunks.into_iter(), |sums, (_, chunk)| chunk.update(parts, sums, adam));
}

fn chunks(rows: &mut [Row], classes: usize) -> impl Iterator<Item = &mut [Row]> {
    rows.chunks_mut(classes).flat_map(|rows| rows.chunks_mut(CHUNK))
}

impl RowChunk<'_> {
    fn parts<'a>(&self, parts: &'a [PartGradients]) -> impl Iterator<Item = &'a PartGradients> + use<'a> {
        let own = self.stage;
        parts.iter().filter(move |part| stage(part.moves) == own)
    }

    fn update(self, parts: &[PartGradients], sums: &mut [Row; CHUNK], adam: Adam) {
        sums.fill([0.0; WIDTH]);
        self.parts(parts).for_each(|part| part.add(self.number, sums));
        let moments = self.first.iter_mut().zip(self.second);
        for ((row, sums), (first, second)) in self.rows.iter_mut().zip(sums).zip(moments) {
            if *sums == [0.0; WIDTH] && *second == [0.0; WIDTH] {
                continue;
            }
            adam.update(row, sums, first, second);
            row.iter_mut().for_each(|number| *number = number.clamp(-MAX_ROW, MAX_ROW));
        }
    }
}

fn update_buckets(state: &mut OptimizerState, parts: &[PartGradients], adam: Adam) {
    let OptimizerState { network, first, second } = state;
    let moments = first.buckets.iter_mut().zip(&mut second.buckets);
    for (moves, (bucket, (first, second))) in network.buckets.iter_mut().zip(moments).enumerate() {
        let mut gradient = Bucket::default();
        for part in parts.iter().filter(|part| part.moves == moves) {
            for (sums, slopes) in gradient.parts_mut().into_iter().zip(part.bucket.parts()) {
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
        let moments = first.parts_mut().into_iter().zip(second.parts_mut());
        for ((numbers, gradient), (first, second)) in bucket.parts_mut().into_iter().zip(gradient.parts()).zip(moments)
        {
            adam.update(numbers, gradient, first, second);
        }
        for weight in bucket.weights.as_flattened_mut() {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests;
