//! Static evaluation: a small network over board patterns.
//!
//! [`Features`] tracks the pattern indices incrementally; [`Evaluation`] holds the weights.

mod features;
pub(crate) mod network;
mod packed;
pub(crate) mod patterns;
#[cfg(test)]
mod tests;
pub mod training;

use std::sync::{Arc, LazyLock};

use crate::{Score, simd};

pub use features::Features;
use network::{DIRECT, OutputBucket, Row, Rows, STAGES, WIDTH, bucket, stage};
use packed::{BucketWeights, UnpackError, Weights};
use patterns::{Classes, TABLE_SIZE, TABLES};

/// The largest evaluation: a won game is worth more.
const MAX_EVAL: i32 = 64 * Score::UNITS_PER_DISC - 1;

/// The network's weights, laid out for lookups.
#[derive(Debug)]
pub struct Evaluation {
    /// Rows of all stages, table after table. Boxed: too large for a thread's stack.
    rows: Box<[Row]>,
    buckets: Box<[OutputBucket]>,
}

impl Evaluation {
    /// The weights embedded in the engine.
    pub fn embedded() -> &'static Arc<Evaluation> {
        static EMBEDDED: LazyLock<Arc<Evaluation>> = LazyLock::new(|| {
            let evaluation = Evaluation::unpack(include_bytes!("../../data/eval.bin"));
            Arc::new(evaluation.expect("a test reads the embedded file"))
        });
        &EMBEDDED
    }

    /// Reads a weights file of `outflank-train`.
    pub fn unpack(file: &[u8]) -> Result<Evaluation, UnpackError> {
        let classes = Classes::new();
        let weights = Weights::unpack(file, classes.count())?;
        Ok(Evaluation::new(&weights, &classes))
    }

    /// Expected result for the side to move in [`Score`] units, always between a lost and a won game.
    #[inline]
    pub fn score(&self, features: &Features, empties: u32) -> i32 {
        let bucket = bucket(empties);
        let layers = &self.buckets[bucket];
        let accumulator = simd::network::accumulate(layers, self.rows_of(stage(bucket)), features.indices());
        simd::network::output(layers, &accumulator).clamp(-MAX_EVAL, MAX_EVAL)
    }

    #[inline]
    fn rows_of(&self, stage: usize) -> &Rows {
        let (tables, _) = self.rows.as_chunks::<TABLE_SIZE>();
        tables[stage * TABLES..].first_chunk().expect("there are tables for every stage")
    }

    fn new(weights: &Weights, classes: &Classes) -> Evaluation {
        let mut rows = vec![Row([0; WIDTH]); STAGES * TABLES * TABLE_SIZE].into_boxed_slice();
        let stages = rows.chunks_exact_mut(TABLES * TABLE_SIZE).zip(weights.rows.chunks_exact(classes.count()));
        for (indices, rows) in stages {
            for (row, class) in indices.iter_mut().zip(classes.of_indices()) {
                if let Some(class) = *class {
                    *row = Row(rows[class as usize]);
                }
            }
        }
        Evaluation { rows, buckets: weights.buckets.iter().map(OutputBucket::of).collect() }
    }
}

impl OutputBucket {
    fn of(weights: &BucketWeights) -> OutputBucket {
        let mut bias = [0; WIDTH];
        bias[DIRECT..].copy_from_slice(&weights.bias);
        let weight =
            |input: usize, neuron: usize| input.checked_sub(DIRECT).map_or(0, |input| weights.weights[input][neuron]);
        let four = |four: usize, neuron: usize| std::array::from_fn(|at| weight(4 * four + at, neuron));
        OutputBucket {
            bias,
            weights: std::array::from_fn(|at| std::array::from_fn(|neuron| four(at, neuron))),
            hidden_bias: weights.hidden_bias,
            out: weights.out,
            out_bias: weights.out_bias,
        }
    }
}
