//! What a thread finds out about a part of a batch.
//!
//! The gradient of a row is the sum over all its occurrences in the batch. So that many threads can make these sums at
//! once and always in the same order, rows are taken in chunks, and the occurrences in a part are sorted by chunk.

use outflank_engine::training::SLOTS;

use super::backward::Backward;
use super::batches::PART;
use super::errors::Errors;
use crate::network::{self, Bucket, Network, Places, Row};
use crate::samples::Sample;

/// Rows per chunk: their sums stay in the nearest caches.
pub(super) const CHUNK: usize = 1 << 10;

/// The errors and gradients of a part of a batch.
pub(super) struct Work {
    pub(super) moves: usize,
    pub(super) errors: Errors,
    /// The gradient of the bucket.
    pub(super) bucket: Bucket,
    /// The gradient of all rows of each position.
    slopes: Vec<Row>,
    /// The number of a row within its chunk times [`PART`] and the number of the position, chunk by chunk.
    occurrences: Vec<u32>,
    /// Where the occurrences of each chunk end.
    ends: Vec<u32>,
    /// The classes of each position.
    classes: Vec<[u32; SLOTS]>,
}

impl Work {
    pub(super) fn new() -> Work {
        Work {
            moves: 0,
            errors: Errors::default(),
            bucket: Bucket::ZERO,
            slopes: Vec::new(),
            occurrences: Vec::new(),
            ends: Vec::new(),
            classes: Vec::new(),
        }
    }

    /// Goes forwards and backwards through positions of one number of moves, at most [`PART`] of them. `weight` is that
    /// of each squared error in the loss.
    pub(super) fn fill(
        &mut self,
        moves: usize,
        samples: impl Iterator<Item = Sample>,
        network: &Network,
        places: &Places,
        weight: f32,
    ) {
        self.moves = moves;
        self.errors = Errors::default();
        self.bucket = Bucket::ZERO;
        self.slopes.clear();
        self.classes.clear();
        let (rows, bucket) = (network.rows_of(moves), &network.buckets[moves]);
        let backward = Backward::new(bucket);
        for Sample { board, score } in samples {
            let classes = places.of(board);
            let forward = bucket.forward(&network::sums(rows, &classes));
            self.errors.score(forward.score, score);
            let slope = 2.0 * weight * (forward.score - score.discs());
            self.slopes.push(backward.add(&forward, slope, &mut self.bucket));
            self.classes.push(classes);
        }
        self.sort(places.classes().div_ceil(CHUNK));
    }

    /// Sorts the occurrences by chunk; those of a chunk stay in the order of the positions.
    fn sort(&mut self, chunks: usize) {
        self.ends.clear();
        self.ends.resize(chunks, 0);
        for &class in self.classes.as_flattened() {
            self.ends[class as usize / CHUNK] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
        }
        self.occurrences.resize(SLOTS * self.classes.len(), 0);
        for (classes, position) in self.classes.iter().zip(0..) {
            for &class in classes {
                let next = &mut self.ends[class as usize / CHUNK];
                self.occurrences[*next as usize] = (class % CHUNK as u32) * PART as u32 + position;
                *next += 1;
            }
        }
    }

    /// How often rows of a chunk occur.
    pub(super) fn count(&self, chunk: usize) -> usize {
        self.of_chunk(chunk).len()
    }

    /// Adds the gradient of each position to the rows of a chunk that it needs.
    pub(super) fn add(&self, chunk: usize, sums: &mut [Row; CHUNK]) {
        for &occurrence in self.of_chunk(chunk) {
            let (row, position) = (occurrence as usize / PART, occurrence as usize % PART);
            for (sum, slope) in sums[row % CHUNK].iter_mut().zip(&self.slopes[position]) {
                *sum += slope;
            }
        }
    }

    fn of_chunk(&self, chunk: usize) -> &[u32] {
        let start = if chunk == 0 { 0 } else { self.ends[chunk - 1] };
        &self.occurrences[start as usize..self.ends[chunk] as usize]
    }
}

#[cfg(test)]
mod tests;
