//! A network that learns, batch by batch, on all cores.
//!
//! A step has two halves. First the threads take parts of the batch, and find the errors and gradients there. Then they
//! take chunks of rows, add up what all parts say about each row, and move the rows. The parts and the chunks do not
//! depend on the number of threads, and sums are made in the order of the parts: neither does the result.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use outflank_engine::training::{STAGES, WIDTH, stage};

use super::adam::Adam;
use super::batches::Epoch;
use super::errors::{self, Errors};
use super::work::{CHUNK, Work};
use crate::network::{Bucket, MOST_OF_ROW, MOST_OF_WEIGHT, Network, Places, Row};
use crate::threads;

/// Everything that changes from step to step.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub(super) network: Network,
    /// The mean gradients, and the mean squared gradients.
    pub(super) first: Network,
    pub(super) second: Network,
}

impl State {
    pub(super) fn new(classes: usize, seed: u64) -> State {
        State { network: Network::new(classes, seed), first: Network::zero(classes), second: Network::zero(classes) }
    }
}

pub(super) struct Learner {
    pub(super) state: State,
    pub(super) places: Places,
    /// For each thread the sums of a chunk.
    rooms: Vec<Box<[Row; CHUNK]>>,
    works: Vec<Work>,
}

/// The rows of one chunk, and their means.
struct RowChunk<'a> {
    stage: usize,
    number: usize,
    rows: &'a mut [Row],
    first: &'a mut [Row],
    second: &'a mut [Row],
}

impl Learner {
    pub(super) fn new(seed: u64, threads: NonZeroUsize) -> Learner {
        let places = Places::new();
        let room = || vec![[0.0; WIDTH]; CHUNK].try_into().expect("the vector has CHUNK rows");
        let rooms = (0..threads.get()).map(|_| room()).collect();
        Learner { state: State::new(places.classes(), seed), places, rooms, works: Vec::new() }
    }

    pub(super) fn threads(&self) -> usize {
        self.rooms.len()
    }

    /// Learns from a batch, counted from 0. The errors are those before.
    pub(super) fn step(&mut self, epoch: &Epoch, step: usize, adam: Adam) -> Errors {
        let parts = epoch.batch(step);
        let positions: usize = parts.iter().map(|part| part.places.len()).sum();
        let weight = 1.0 / positions.max(1) as f32;
        let Learner { state, places, rooms, works } = self;
        works.resize_with(works.len().max(parts.len()), Work::new);
        let works = &mut works[..parts.len()];
        let network = &state.network;
        threads::share(rooms, parts.iter().zip(&mut *works), |_, (part, work)| {
            work.fill(part.moves, epoch.samples(part), network, places, weight);
        });
        update_rows(state, places.classes(), works, rooms, adam);
        update_buckets(state, works, adam);
        errors::all(works.iter().map(|work| &work.errors))
    }
}

fn update_rows(state: &mut State, classes: usize, works: &[Work], rooms: &mut [Box<[Row; CHUNK]>], adam: Adam) {
    let rows = chunks(&mut state.network.rows, classes);
    let means = chunks(&mut state.first.rows, classes).zip(chunks(&mut state.second.rows, classes));
    let numbers = (0..STAGES).flat_map(|stage| (0..classes.div_ceil(CHUNK)).map(move |number| (stage, number)));
    let with_size = |(((stage, number), rows), (first, second))| {
        let chunk = RowChunk { stage, number, rows, first, second };
        let size: usize = chunk.works(works).map(|work| work.count(number)).sum();
        (size, chunk)
    };
    let mut chunks: Vec<(usize, RowChunk)> = numbers.zip(rows).zip(means).map(with_size).collect();
    // The largest first: otherwise all threads may have to wait for the one that comes to it last.
    chunks.sort_by_key(|(size, _)| Reverse(*size));
    threads::share(rooms, chunks.into_iter(), |sums, (_, chunk)| chunk.update(works, sums, adam));
}

/// Cuts the rows of each stage into chunks.
fn chunks(rows: &mut [Row], classes: usize) -> impl Iterator<Item = &mut [Row]> {
    rows.chunks_mut(classes).flat_map(|rows| rows.chunks_mut(CHUNK))
}

impl RowChunk<'_> {
    /// What was found in the stage of the chunk.
    fn works<'a>(&self, works: &'a [Work]) -> impl Iterator<Item = &'a Work> + use<'a> {
        let own = self.stage;
        works.iter().filter(move |work| stage(work.moves) == own)
    }

    fn update(self, works: &[Work], sums: &mut [Row; CHUNK], adam: Adam) {
        sums.fill([0.0; WIDTH]);
        self.works(works).for_each(|work| work.add(self.number, sums));
        let means = self.first.iter_mut().zip(self.second);
        for ((row, sums), (first, second)) in self.rows.iter_mut().zip(sums).zip(means) {
            // A row that has not occurred yet stays as it is.
            if *sums == [0.0; WIDTH] && *second == [0.0; WIDTH] {
                continue;
            }
            adam.update(row, sums, first, second);
            row.iter_mut().for_each(|number| *number = number.clamp(-MOST_OF_ROW, MOST_OF_ROW));
        }
    }
}

fn update_buckets(state: &mut State, works: &[Work], adam: Adam) {
    let State { network, first, second } = state;
    let means = first.buckets.iter_mut().zip(&mut second.buckets);
    for (moves, (bucket, (first, second))) in network.buckets.iter_mut().zip(means).enumerate() {
        let mut gradient = Bucket::ZERO;
        for work in works.iter().filter(|work| work.moves == moves) {
            for (sums, slopes) in gradient.parts_mut().into_iter().zip(work.bucket.parts()) {
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
        let means = first.parts_mut().into_iter().zip(second.parts_mut());
        for ((numbers, gradient), (first, second)) in bucket.parts_mut().into_iter().zip(gradient.parts()).zip(means) {
            adam.update(numbers, gradient, first, second);
        }
        for weight in bucket.weights.as_flattened_mut() {
            *weight = weight.clamp(-MOST_OF_WEIGHT, MOST_OF_WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests;
