//! The network that the evaluation is: what is learnt, and the score of a position by it.
//!
//! Every class of places has a row of 32 numbers, another one in each half of the game. The rows of all placements of
//! patterns are added up. The first two sums are worth discs as they are. The others, with a bias and clipped to the
//! range from 0 to 1, are the inputs of a layer of 32 neurons, clipped in the same way, and these make the rest of the
//! score. Each number of moves has layers of its own.

mod places;

use std::{array, slice};

use outflank_engine::training::{self, BUCKETS, DIRECT, HIDDEN, SLOTS, STAGES, WIDTH, stage};

use crate::random::Random;

pub(crate) use places::Places;

/// How many of the sums are inputs of the layer.
pub(crate) const INPUTS: usize = WIDTH - DIRECT;

/// What a direct sum of 1 is worth in discs, and a neuron of 1 with a weight of 1.
pub(crate) const DISCS: f32 = training::DISCS as f32;

/// How large a number of a row and a weight of the layer may get: the engine stores them in a byte each.
pub(crate) const MOST_OF_ROW: f32 = 0.49;
pub(crate) const MOST_OF_WEIGHT: f32 = 1.95;

/// How many kinds of numbers a bucket has.
const PARTS: usize = 5;

/// What is learnt for one class of places in one stage.
pub(crate) type Row = [f32; WIDTH];

/// Everything that is learnt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network {
    /// The rows of the first stage by class, then those of the second.
    pub(crate) rows: Vec<Row>,
    /// The layers for each number of moves.
    pub(crate) buckets: Vec<Bucket>,
}

/// The layers for one number of moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bucket {
    /// What is added to each sum that is an input.
    pub(crate) bias: [f32; INPUTS],
    /// For each input the weight that it has in each neuron.
    pub(crate) weights: [[f32; HIDDEN]; INPUTS],
    /// What is added to each neuron.
    pub(crate) hidden_bias: [f32; HIDDEN],
    /// The weight of each neuron in the score.
    pub(crate) out: [f32; HIDDEN],
    /// What is added to the score, in discs.
    pub(crate) out_bias: f32,
}

/// What a bucket makes of the sums of the rows.
pub(crate) struct Forward {
    /// Before they are clipped.
    pub(crate) inputs: [f32; INPUTS],
    pub(crate) hidden: [f32; HIDDEN],
    /// In discs.
    pub(crate) score: f32,
}

impl Network {
    /// A network that knows nothing: no pattern is worth anything, and the layers are random.
    pub(crate) fn new(classes: usize, seed: u64) -> Network {
        let bucket = |moves| Bucket::random(&mut Random::of(seed, moves));
        Network { rows: vec![[0.0; WIDTH]; STAGES * classes], buckets: (0..BUCKETS as u64).map(bucket).collect() }
    }

    /// All numbers that are zero.
    pub(crate) fn zero(classes: usize) -> Network {
        Network { rows: vec![[0.0; WIDTH]; STAGES * classes], buckets: vec![Bucket::ZERO; BUCKETS] }
    }

    /// How many numbers a network of so many classes has.
    pub(crate) fn size(classes: usize) -> usize {
        STAGES * classes * WIDTH + BUCKETS * Bucket::ZERO.parts().map(<[f32]>::len).iter().sum::<usize>()
    }

    /// All numbers in the order in which they are stored: the rows, then the buckets' numbers of each kind for all numbers
    /// of moves.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f32> {
        let buckets = (0..PARTS).flat_map(|part| self.buckets.iter().flat_map(move |bucket| bucket.parts()[part]));
        self.rows.as_flattened().iter().chain(buckets).copied()
    }

    /// Adds all numbers to a file, little-endian.
    pub(crate) fn write(&self, file: &mut Vec<u8>) {
        file.reserve(4 * Network::size(self.rows.len() / STAGES));
        self.numbers().for_each(|number| file.extend_from_slice(&number.to_le_bytes()));
    }

    /// Takes numbers that are stored in that order; those that have none stay as they are.
    pub(crate) fn set_numbers(&mut self, numbers: impl IntoIterator<Item = f32>) {
        let mut numbers = numbers.into_iter();
        let mut set =
            |places: &mut [f32]| places.iter_mut().zip(&mut numbers).for_each(|(place, number)| *place = number);
        set(self.rows.as_flattened_mut());
        for part in 0..PARTS {
            self.buckets.iter_mut().for_each(|bucket| set(bucket.parts_mut()[part]));
        }
    }

    /// The rows of one number of moves, by class.
    pub(crate) fn rows_of(&self, moves: usize) -> &[Row] {
        let classes = self.rows.len() / STAGES;
        &self.rows[stage(moves) * classes..][..classes]
    }
}

impl Bucket {
    pub(crate) const ZERO: Bucket = Bucket {
        bias: [0.0; INPUTS],
        weights: [[0.0; HIDDEN]; INPUTS],
        hidden_bias: [0.0; HIDDEN],
        out: [0.0; HIDDEN],
        out_bias: 0.0,
    };

    /// Small enough that no input and hardly a neuron is clipped: what is clipped does not learn.
    fn random(random: &mut Random) -> Bucket {
        let spread = 0.5 / (INPUTS as f32).sqrt();
        let weights = array::from_fn(|_| array::from_fn(|_| spread * normal(random)));
        let out = array::from_fn(|_| 0.1 * normal(random));
        Bucket { bias: [0.4; INPUTS], weights, hidden_bias: [0.2; HIDDEN], out, out_bias: 0.0 }
    }

    /// Scores a position by the sums of its rows.
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

    /// The numbers of each kind, in the order in which they are stored.
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

/// The sums of some rows.
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

/// Adds up in pairs, so that an addition need not wait for the last one.
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

/// A number of the normal distribution, by Box and Muller.
fn normal(random: &mut Random) -> f32 {
    // Above 0 and below 1.
    let mut uniform = || ((random.next() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64;
    let radius = (-2.0 * uniform().ln()).sqrt();
    (radius * (std::f64::consts::TAU * uniform()).cos()) as f32
}

#[cfg(test)]
pub(crate) mod tests;
