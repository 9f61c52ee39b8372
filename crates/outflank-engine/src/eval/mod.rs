//! The evaluation: what a position is worth without looking ahead.
//!
//! A small network looks at patterns: what stands on certain squares together. [`Features`] keeps the places of the
//! patterns' rows up to date from move to move; [`Evaluation`] holds the rows and the layers behind them. Nothing here
//! searches or learns: `outflank-train` makes the weights.

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
use network::{DIRECT, Head, Row, Rows, STAGES, WIDTH, moves, stage};
use packed::{HeadWeights, UnpackError, Weights};
use patterns::{Classes, TABLE_SIZE, TABLES};

/// The highest score: a won game is worth more than anything that is only expected.
const MOST: i32 = 64 * Score::STEPS - 1;

/// The weights, laid out for looking up.
#[derive(Debug)]
pub struct Evaluation {
    /// The rows of all stages, one table after another. A table is too large to be built on a thread's stack.
    rows: Box<[Row]>,
    /// The layers for each number of moves.
    heads: Box<[Head]>,
}

impl Evaluation {
    /// The weights that come with the engine.
    pub fn embedded() -> &'static Arc<Evaluation> {
        static EMBEDDED: LazyLock<Arc<Evaluation>> = LazyLock::new(|| {
            let evaluation = Evaluation::unpack(include_bytes!("../../data/eval.bin"));
            Arc::new(evaluation.expect("a test reads the embedded file"))
        });
        &EMBEDDED
    }

    /// Reads the weights from a file of `outflank-train`.
    pub fn unpack(file: &[u8]) -> Result<Evaluation, UnpackError> {
        let classes = Classes::new();
        let weights = Weights::unpack(file, classes.count())?;
        Ok(Evaluation::new(&weights, &classes))
    }

    /// The expected result for the side to move in steps of [`Score::STEPS`]; always between a lost and a won game.
    #[inline]
    pub fn score(&self, features: &Features, empties: u32) -> i32 {
        let moves = moves(empties);
        let head = &self.heads[moves];
        let sums = simd::network::sums(head, self.rows_of(stage(moves)), features.places());
        simd::network::head(head, &sums).clamp(-MOST, MOST)
    }

    /// The rows of one stage.
    #[inline]
    fn rows_of(&self, stage: usize) -> &Rows {
        let (tables, _) = self.rows.as_chunks::<TABLE_SIZE>();
        tables[stage * TABLES..].first_chunk().expect("there are tables for every stage")
    }

    /// Writes the row of each class to all its places.
    fn new(weights: &Weights, classes: &Classes) -> Evaluation {
        let mut rows = vec![Row([0; WIDTH]); STAGES * TABLES * TABLE_SIZE].into_boxed_slice();
        let stages = rows.chunks_exact_mut(TABLES * TABLE_SIZE).zip(weights.rows.chunks_exact(classes.count()));
        for (places, rows) in stages {
            for (place, class) in places.iter_mut().zip(classes.of_places()) {
                if let Some(class) = *class {
                    *place = Row(rows[class as usize]);
                }
            }
        }
        Evaluation { rows, heads: weights.heads.iter().map(Head::of).collect() }
    }
}

impl Head {
    /// The weights in the order that the kernels want.
    fn of(weights: &HeadWeights) -> Head {
        let mut bias = [0; WIDTH];
        bias[DIRECT..].copy_from_slice(&weights.bias);
        let weight =
            |input: usize, unit: usize| input.checked_sub(DIRECT).map_or(0, |input| weights.weights[input][unit]);
        let four = |four: usize, unit: usize| std::array::from_fn(|at| weight(4 * four + at, unit));
        Head {
            bias,
            weights: std::array::from_fn(|at| std::array::from_fn(|unit| four(at, unit))),
            unit_bias: weights.unit_bias,
            out: weights.out,
            out_bias: weights.out_bias,
        }
    }
}
