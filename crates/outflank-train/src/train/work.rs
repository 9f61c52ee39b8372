//! Errors and gradients of a part of a batch.
//!
//! The gradient of a row is the sum over its occurrences in the batch. Rows are grouped in chunks, and the occurrences in a
//! part are sorted by chunk, so that threads sum different chunks in parallel and always in the same order.

use outflank_engine::training::SLOTS;

use super::backward::Backward;
use super::batches::PART;
use super::errors::ErrorStats;
use crate::network::{self, Bucket, Network, PatternClasses, Row};
use crate::records::ScoredPosition;

pub(super) const CHUNK: usize = 1 << 10;

#[derive(Default)]
pub(super) struct PartGradients {
    pub(super) moves: usize,
    pub(super) errors: ErrorStats,
    pub(super) bucket: Bucket,
    slopes: Vec<Row>,
    /// Row within its chunk times [`PART`] plus position, sorted by chunk.
    occurrences: Vec<u32>,
    /// Where the occurrences of each chunk end.
    ends: Vec<u32>,
    classes: Vec<[u32; SLOTS]>,
}

impl PartGradients {
    /// Computes the gradients of at most [`PART`] positions of one number of moves. `weight` scales a squared error in the loss.
    pub(super) fn fill(
        &mut self,
        moves: usize,
        samples: impl Iterator<Item = ScoredPosition>,
        network: &Network,
        patterns: &PatternClasses,
        weight: f32,
    ) {
        self.moves = moves;
        self.errors = ErrorStats::default();
        self.bucket = Bucket::default();
        self.slopes.clear();
        self.classes.clear();
        let (rows, bucket) = (network.rows_of(moves), &network.buckets[moves]);
        let backward = Backward::new(bucket);
        for ScoredPosition { board, score } in samples {
            let classes = patterns.of(board);
            let forward = bucket.forward(&network::sums(rows, &classes));
            self.errors.score(forward.score, score);
            let slope = 2.0 * weight * (forward.score - score.discs());
            self.slopes.push(backward.add(&forward, slope, &mut self.bucket));
            self.classes.push(classes);
        }
        self.sort(patterns.count().div_ceil(CHUNK));
    }

    /// Counting sort by chunk, stable in the order of the positions.
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

    pub(super) fn count(&self, chunk: usize) -> usize {
        self.of_chunk(chunk).len()
    }

    /// Adds the gradients of all positions to the rows of a chunk.
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
