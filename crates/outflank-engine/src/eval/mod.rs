//! The evaluation: what a position is worth without looking ahead.
//!
//! A score is a sum of weights, one for each placement of a pattern, looked up by what stands on its squares. The
//! weights change with the phase of the game. [`Features`] keeps the places of the weights up to date from move to move;
//! [`Evaluation`] holds the weights. Nothing here searches or learns: `outflank-train` makes the weights.

mod features;
mod packed;
mod patterns;
#[cfg(test)]
mod tests;
pub mod training;

use std::sync::{Arc, LazyLock};

use crate::Score;

pub use features::Features;
use packed::{UnpackError, Weights};
use patterns::{Classes, QUAD_TABLES, TABLE_SIZE, TABLES};

/// How many phases a game has.
pub const PHASES: usize = 30;

/// The phase of a position with so many empty squares: two moves long, the first and the last a little longer.
#[inline]
pub const fn phase(empties: u32) -> usize {
    let moves = 60_u32.saturating_sub(empties) as usize;
    if moves / 2 < PHASES { moves / 2 } else { PHASES - 1 }
}

/// The highest score: a won game is worth more than anything that is only expected.
const MOST: i32 = 64 * Score::STEPS - 1;

/// The weights of one phase.
type Tables = [[i16; TABLE_SIZE]; TABLES];

/// The weights, laid out for looking up.
#[derive(Debug)]
pub struct Evaluation {
    bases: [i16; 65],
    /// The tables of all phases, one phase after another. A phase is too large to be built on a thread's stack.
    tables: Box<[[i16; TABLE_SIZE]]>,
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
        let tables = self.tables_of(phase(empties));
        let mut sum = i32::from(self.bases[empties.min(64) as usize]);
        // The compiler unrolls this into three instructions for each slot, none of them a check of bounds.
        for (quad, table) in QUAD_TABLES.into_iter().enumerate() {
            for slot in 4 * quad..4 * quad + 4 {
                sum += i32::from(tables[table][features.place(slot)]);
            }
        }
        sum.clamp(-MOST, MOST)
    }

    /// The weights of one phase.
    #[inline]
    fn tables_of(&self, phase: usize) -> &Tables {
        self.tables[phase * TABLES..].first_chunk().expect("there are tables for every phase")
    }

    /// Writes the weight of each class to all its places.
    fn new(weights: &Weights, classes: &Classes) -> Evaluation {
        let mut tables = vec![[0; TABLE_SIZE]; TABLES * PHASES].into_boxed_slice();
        for (tables, weights) in tables.chunks_exact_mut(TABLES).zip(&weights.phases) {
            for (place, class) in tables.as_flattened_mut().iter_mut().zip(classes.of_places()) {
                if let Some(class) = *class {
                    *place = weights[class as usize];
                }
            }
        }
        Evaluation { bases: weights.bases, tables }
    }
}
