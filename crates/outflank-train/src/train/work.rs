//! What a thread finds out about a part of a batch.
//!
//! The gradient of a row is the sum over all its occurrences in the batch. So that many threads can make these sums at
//! once and always in the same order, rows are taken in buckets, and the occurrences in a part are sorted by bucket.

use outflank_engine::training::SLOTS;

use super::backward::Backward;
use super::batches::PART;
use super::errors::Errors;
use crate::network::{self, Head, Network, Places, Row};
use crate::samples::Sample;

/// How many rows a bucket has: their sums stay in the nearest caches.
pub(super) const BUCKET: usize = 1 << 10;

/// The errors and gradients of a part of a batch.
pub(super) struct Work {
    pub(super) moves: usize,
    pub(super) errors: Errors,
    /// The gradient of the head.
    pub(super) head: Head,
    /// The gradient of all rows of each position.
    slopes: Vec<Row>,
    /// The number of a row within its bucket times [`PART`] and the number of the position, bucket by bucket.
    occurrences: Vec<u32>,
    /// Where the occurrences of each bucket end.
    ends: Vec<u32>,
    /// The classes of each position.
    classes: Vec<[u32; SLOTS]>,
}

impl Work {
    pub(super) fn new() -> Work {
        Work {
            moves: 0,
            errors: Errors::default(),
            head: Head::ZERO,
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
        self.head = Head::ZERO;
        self.slopes.clear();
        self.classes.clear();
        let (rows, head) = (network.rows_of(moves), &network.heads[moves]);
        let backward = Backward::new(head);
        for Sample { board, score } in samples {
            let classes = places.of(board);
            let forward = head.forward(&network::sums(rows, &classes));
            self.errors.score(forward.score, score);
            let slope = 2.0 * weight * (forward.score - score.discs());
            self.slopes.push(backward.add(&forward, slope, &mut self.head));
            self.classes.push(classes);
        }
        self.sort(places.classes().div_ceil(BUCKET));
    }

    /// Sorts the occurrences by bucket; those of a bucket stay in the order of the positions.
    fn sort(&mut self, buckets: usize) {
        self.ends.clear();
        self.ends.resize(buckets, 0);
        for &class in self.classes.as_flattened() {
            self.ends[class as usize / BUCKET] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
        }
        self.occurrences.resize(SLOTS * self.classes.len(), 0);
        for (classes, position) in self.classes.iter().zip(0..) {
            for &class in classes {
                let next = &mut self.ends[class as usize / BUCKET];
                self.occurrences[*next as usize] = (class % BUCKET as u32) * PART as u32 + position;
                *next += 1;
            }
        }
    }

    /// How often rows of a bucket occur.
    pub(super) fn count(&self, bucket: usize) -> usize {
        self.of_bucket(bucket).len()
    }

    /// Adds the gradient of each position to the rows of a bucket that it needs.
    pub(super) fn add(&self, bucket: usize, sums: &mut [Row; BUCKET]) {
        for &occurrence in self.of_bucket(bucket) {
            let (row, position) = (occurrence as usize / PART, occurrence as usize % PART);
            for (sum, slope) in sums[row % BUCKET].iter_mut().zip(&self.slopes[position]) {
                *sum += slope;
            }
        }
    }

    fn of_bucket(&self, bucket: usize) -> &[u32] {
        let start = if bucket == 0 { 0 } else { self.ends[bucket - 1] };
        &self.occurrences[start as usize..self.ends[bucket] as usize]
    }
}

#[cfg(test)]
mod tests;
