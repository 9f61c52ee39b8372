//! The network of the evaluation, in floats.
//!
//! Every pattern class has a row of 32 numbers for each half of the game; the rows of all pattern placements are summed. The
//! first two sums are worth discs directly. The others, with a bias and clipped to 0..1, are the inputs of a layer of 32
//! neurons, clipped in the same way, whose weighted sum is the rest of the score. Each number of moves has its own layers.

use std::{array, slice};

use outflank_engine::training::{
    self, BUCKETS, Classes, DIRECT, Features, HIDDEN, QUAD_TABLES, SLOTS, STAGES, TABLE_SIZE, WIDTH, stage,
};
use outflank_rules::Board;

use crate::random::Random;

pub(crate) const INPUTS: usize = WIDTH - DIRECT;

/// Discs for a direct sum of 1, or for a neuron of 1 with an output weight of 1.
pub(crate) const DISCS: f32 = training::DISCS as f32;

/// Limits of the row numbers and layer weights, which the engine stores in a byte each.
pub(crate) const MAX_ROW: f32 = 0.49;
pub(crate) const MAX_WEIGHT: f32 = 1.95;

const PARTS: usize = 5;

pub(crate) type Row = [f32; WIDTH];

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network {
    pub(crate) rows: Vec<Row>,
    pub(crate) buckets: Vec<Bucket>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bucket {
    pub(crate) bias: [f32; INPUTS],
    pub(crate) weights: [[f32; HIDDEN]; INPUTS],
    pub(crate) hidden_bias: [f32; HIDDEN],
    pub(crate) out: [f32; HIDDEN],
    pub(crate) out_bias: f32,
}

pub(crate) struct Forward {
    /// Before they are clipped.
    pub(crate) inputs: [f32; INPUTS],
    pub(crate) hidden: [f32; HIDDEN],
    pub(crate) score: f32,
}

impl Network {
    pub(crate) fn new(classes: usize, seed: u64) -> Network {
        let bucket = |moves| Bucket::random(&mut Random::of(seed, moves));
        Network { rows: vec![[0.0; WIDTH]; STAGES * classes], buckets: (0..BUCKETS as u64).map(bucket).collect() }
    }

    pub(crate) fn zero(classes: usize) -> Network {
        Network { rows: vec![[0.0; WIDTH]; STAGES * classes], buckets: vec![Bucket::default(); BUCKETS] }
    }

    pub(crate) fn size(classes: usize) -> usize {
        STAGES * classes * WIDTH + BUCKETS * Bucket::default().parts().map(<[f32]>::len).iter().sum::<usize>()
    }

    /// All parameters in the order of the file: the rows, then each part of all buckets.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f32> {
        let buckets = (0..PARTS).flat_map(|part| self.buckets.iter().flat_map(move |bucket| bucket.parts()[part]));
        self.rows.as_flattened().iter().chain(buckets).copied()
    }

    pub(crate) fn write(&self, file: &mut Vec<u8>) {
        file.reserve(4 * Network::size(self.rows.len() / STAGES));
        self.numbers().for_each(|number| file.extend_from_slice(&number.to_le_bytes()));
    }

    pub(crate) fn set_numbers(&mut self, numbers: impl IntoIterator<Item = f32>) {
        let mut numbers = numbers.into_iter();
        let mut set =
            |places: &mut [f32]| places.iter_mut().zip(&mut numbers).for_each(|(place, number)| *place = number);
        set(self.rows.as_flattened_mut());
        for part in 0..PARTS {
            self.buckets.iter_mut().for_each(|bucket| set(bucket.parts_mut()[part]));
        }
    }

    pub(crate) fn rows_of(&self, moves: usize) -> &[Row] {
        let classes = self.rows.len() / STAGES;
        &self.rows[stage(moves) * classes..][..classes]
    }
}

impl Bucket {
    /// Small enough that no input and hardly any neuron is clipped: clipped ones get no gradient.
    fn random(random: &mut Random) -> Bucket {
        let spread = 0.5 / (INPUTS as f32).sqrt();
        let weights = array::from_fn(|_| array::from_fn(|_| spread * normal(random)));
        let out = array::from_fn(|_| 0.1 * normal(random));
        Bucket { bias: [0.4; INPUTS], weights, hidden_bias: [0.2; HIDDEN], out, out_bias: 0.0 }
    }

    #[inline]
    pub(crate) fn forward(&self, sums: &Row) -> Forward {
        let inputs: [f32; INPUTS] = array::from_fn(|input| sums[DIRECT + input] + self.bias[input]);
        let mut hidden = self.hidden_bias;
        for (input, weights) in inputs.iter().zip(&self.weights) {
            let input = input.clamp(0.0, 1.0);
            for (neuron, weight) in hidden.iter_mut().zip(weights) {
                *neuron += input * weight;
            }
        }
        let rest = total(array::from_fn(|neuron| hidden[neuron].clamp(0.0, 1.0) * self.out[neuron]));
        Forward { inputs, hidden, score: DISCS * (sums[0] + sums[1] + rest) + self.out_bias }
    }

    pub(crate) fn parts(&self) -> [&[f32]; PARTS] {
        [&self.bias, self.weights.as_flattened(), &self.hidden_bias, &self.out, slice::from_ref(&self.out_bias)]
    }

    pub(crate) fn parts_mut(&mut self) -> [&mut [f32]; PARTS] {
        [
            &mut self.bias,
            self.weights.as_flattened_mut(),
            &mut self.hidden_bias,
            &mut self.out,
            slice::from_mut(&mut self.out_bias),
        ]
    }
}

pub(crate) struct PatternClasses {
    tables: Box<[[u32; TABLE_SIZE]]>,
    classes: usize,
}

impl PatternClasses {
    pub(crate) fn new() -> PatternClasses {
        let classes = Classes::new();
        let of_indices: Vec<u32> = classes.of_indices().map(|class| class.unwrap_or(0)).collect();
        PatternClasses { tables: of_indices.as_chunks().0.into(), classes: classes.count() }
    }

    pub(crate) fn count(&self) -> usize {
        self.classes
    }

    #[inline]
    pub(crate) fn of(&self, board: Board) -> [u32; SLOTS] {
        let features = Features::of(board);
        let mut classes = [0; SLOTS];
        let quads = classes.as_chunks_mut::<4>().0.iter_mut().zip(features.indices().as_chunks::<4>().0);
        for ((classes, indices), table) in quads.zip(QUAD_TABLES) {
            let table = &self.tables[table];
            for (class, &index) in classes.iter_mut().zip(indices) {
                *class = table[usize::from(index)];
            }
        }
        classes
    }
}

#[inline]
pub(crate) fn sums(rows: &[Row], classes: &[u32; SLOTS]) -> Row {
    let mut sums = [0.0; WIDTH];
    for &class in classes {
        for (sum, number) in sums.iter_mut().zip(&rows[class as usize]) {
            *sum += number;
        }
    }
    sums
}

/// Pairwise sum, so that additions do not wait for each other.
#[inline]
fn total(mut numbers: [f32; HIDDEN]) -> f32 {
    let mut half = HIDDEN / 2;
    while half > 0 {
        for index in 0..half {
            numbers[index] += numbers[half + index];
        }
        half /= 2;
    }
    numbers[0]
}

fn normal(random: &mut Random) -> f32 {
    let mut uniform = || ((random.next() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64;
    let radius = (-2.0 * uniform().ln()).sqrt();
    (radius * (std::f64::consts::TAU * uniform()).cos()) as f32
}

#[cfg(test)]
pub(crate) mod tests;
