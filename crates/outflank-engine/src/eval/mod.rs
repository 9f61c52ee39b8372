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

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::simd::{self, Job, Kernels};
use crate::{Score, pages};

pub use features::Features;
use network::{DIRECT, OutputBucket, Row, Rows, STAGES, WIDTH, bucket, stage};
use packed::{BucketWeights, UnpackError};
use patterns::{Classes, SPAN, TABLE_STARTS, TABLES, USED};

/// The largest evaluation: a won game is worth more.
const MAX_EVAL: i32 = 64 * Score::UNITS_PER_DISC - 1;

/// The embedded weights file.
pub(crate) static PACKED: &[u8] = include_bytes!("../../data/eval.bin");

/// The network's weights, laid out for lookups.
#[derive(Debug)]
pub struct Evaluation {
    /// [`Rows`] of all stages, which overlap where they are unused.
    rows: Vec<Row>,
    buckets: Box<[OutputBucket]>,
}

impl Evaluation {
    /// The weights embedded in the engine, unpacked by the first call.
    pub fn embedded() -> Arc<Evaluation> {
        let unpack = || {
            let evaluation = Evaluation::unpack(PACKED);
            Arc::new(evaluation.expect("a test reads the embedded file"))
        };
        Arc::clone(held().get_or_insert_with(unpack))
    }

    /// Frees the embedded weights when no engine has them any more. The next call of [`Evaluation::embedded`] unpacks them again.
    pub(crate) fn release_embedded() {
        held().take();
    }

    /// Reads a weights file of `outflank-train`.
    pub fn unpack(file: &[u8]) -> Result<Evaluation, UnpackError> {
        let classes = Classes::new();
        let mut rows = Vec::new();
        let (_, buckets) = packed::read(file, classes.count(), |at, columns| {
            // Not before the file has been checked, which takes memory for all of it.
            if rows.is_empty() {
                rows = empty_rows();
            }
            for (stage, table) in (0..STAGES).flat_map(|stage| (0..TABLES).map(move |table| (stage, table))) {
                let columns = columns.map(|column| &column[stage * classes.count()..][..classes.count()]);
                let rows = &mut rows[stage * USED + TABLE_STARTS[table]..];
                for (row, class) in rows.iter_mut().zip(classes.of_table(table)) {
                    if let Some(class) = class {
                        let values = columns.map(|column| column[class as usize] as i8);
                        row.0[at..at + packed::COLUMNS].copy_from_slice(&values);
                    }
                }
            }
        })?;
        Ok(Evaluation { rows, buckets: buckets.iter().map(OutputBucket::of).collect() })
    }

    /// Expected result for the side to move in [`Score`] units, always between a lost and a won game.
    pub fn score(&self, features: &Features, empties: u32) -> i32 {
        simd::dispatch(Scoring { evaluation: self, features, empties })
    }

    /// [`Evaluation::score`] by these kernels.
    #[inline(always)]
    pub(crate) fn score_with(&self, kernels: impl Kernels, features: &Features, empties: u32) -> i32 {
        let bucket = bucket(empties);
        let layers = &self.buckets[bucket];
        let accumulator = kernels.accumulate(layers, self.rows_of(stage(bucket)), features.indices());
        kernels.output(layers, &accumulator).clamp(-MAX_EVAL, MAX_EVAL)
    }

    #[inline]
    fn rows_of(&self, stage: usize) -> &Rows {
        self.rows[stage * USED..].first_chunk().expect("there are rows for every stage")
    }
}

struct Scoring<'e> {
    evaluation: &'e Evaluation,
    features: &'e Features,
    empties: u32,
}

impl Job for Scoring<'_> {
    type Output = i32;

    fn run<K: Kernels>(self, kernels: K) -> i32 {
        self.evaluation.score_with(kernels, self.features, self.empties)
    }
}

fn empty_rows() -> Vec<Row> {
    let count = (STAGES - 1) * USED + SPAN;
    let mut rows = Vec::with_capacity(count.max(pages::RETURNED_BYTES / size_of::<Row>()));
    pages::prefer_large(rows.spare_capacity_mut());
    rows.resize(count, Row([0; WIDTH]));
    rows
}

fn held() -> MutexGuard<'static, Option<Arc<Evaluation>>> {
    static HELD: Mutex<Option<Arc<Evaluation>>> = Mutex::new(None);
    // An option cannot be left half-updated.
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
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
