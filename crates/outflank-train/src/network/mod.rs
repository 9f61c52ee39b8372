//! The network that the evaluation is: what is learnt, and the score of a position by it.
//!
//! Every class of places has a row of 32 numbers, another one in each half of the game. The rows of all placements of
//! patterns are added up. The first two sums are worth discs as they are. The others, with a bias and clipped to the
//! range from 0 to 1, are the inputs of a layer of 32 units, clipped in the same way, and these make the rest of the
//! score. Each number of moves has layers of its own.

mod places;

use std::{array, slice};

use outflank_engine::training::{self, DIRECT, HEADS, SLOTS, STAGES, UNITS, WIDTH, stage};

use crate::random::Random;

pub(crate) use places::Places;

/// How many of the sums are inputs of the layer.
pub(crate) const INPUTS: usize = WIDTH - DIRECT;

/// What a direct sum of 1 is worth in discs, and a unit of 1 with a weight of 1.
pub(crate) const DISCS: f32 = training::DISCS as f32;

/// How large a number of a row and a weight of the layer may get: the engine stores them in a byte each.
pub(crate) const MOST_OF_ROW: f32 = 0.49;
pub(crate) const MOST_OF_WEIGHT: f32 = 1.95;

/// How many kinds of numbers a head has.
const PARTS: usize = 5;

/// What is learnt for one class of places in one stage.
pub(crate) type Row = [f32; WIDTH];

/// Everything that is learnt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network {
    /// The rows of the first stage by class, then those of the second.
    pub(crate) rows: Vec<Row>,
    /// The layers for each number of moves.
    pub(crate) heads: Vec<Head>,
}

/// The layers for one number of moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Head {
    /// What is added to each sum that is an input.
    pub(crate) bias: [f32; INPUTS],
    /// For each input the weight that it has in each unit.
    pub(crate) weights: [[f32; UNITS]; INPUTS],
    /// What is added to each unit.
    pub(crate) unit_bias: [f32; UNITS],
    /// The weight of each unit in the score.
    pub(crate) out: [f32; UNITS],
    /// What is added to the score, in discs.
    pub(crate) out_bias: f32,
}

/// What a head makes of the sums of the rows.
pub(crate) struct Forward {
    /// Before they are clipped.
    pub(crate) inputs: [f32; INPUTS],
    pub(crate) units: [f32; UNITS],
    /// In discs.
    pub(crate) score: f32,
}

impl Network {
    /// A network that knows nothing: no pattern is worth anything, and the layers are random.
    pub(crate) fn new(classes: usize, seed: u64) -> Network {
        let head = |moves| Head::random(&mut Random::of(seed, moves));
        Network { rows: vec![[0.0; WIDTH]; STAGES * classes], heads: (0..HEADS as u64).map(head).collect() }
    }

    /// All numbers that are zero.
    pub(crate) fn zero(classes: usize) -> Network {
        Network { rows: vec![[0.0; WIDTH]; STAGES * classes], heads: vec![Head::ZERO; HEADS] }
    }

    /// How many numbers a network of so many classes has.
    pub(crate) fn size(classes: usize) -> usize {
        STAGES * classes * WIDTH + HEADS * Head::ZERO.parts().map(<[f32]>::len).iter().sum::<usize>()
    }

    /// All numbers in the order in which they are stored: the rows, then the heads' numbers of each kind for all numbers
    /// of moves.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f32> {
        let heads = (0..PARTS).flat_map(|part| self.heads.iter().flat_map(move |head| head.parts()[part]));
        self.rows.as_flattened().iter().chain(heads).copied()
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
            self.heads.iter_mut().for_each(|head| set(head.parts_mut()[part]));
        }
    }

    /// The rows of one number of moves, by class.
    pub(crate) fn rows_of(&self, moves: usize) -> &[Row] {
        let classes = self.rows.len() / STAGES;
        &self.rows[stage(moves) * classes..][..classes]
    }
}

impl Head {
    pub(crate) const ZERO: Head = Head {
        bias: [0.0; INPUTS],
        weights: [[0.0; UNITS]; INPUTS],
        unit_bias: [0.0; UNITS],
        out: [0.0; UNITS],
        out_bias: 0.0,
    };

    /// Small enough that no input and hardly a unit is clipped: what is clipped does not learn.
    fn random(random: &mut Random) -> Head {
        let spread = 0.5 / (INPUTS as f32).sqrt();
        let weights = array::from_fn(|_| array::from_fn(|_| spread * normal(random)));
        let out = array::from_fn(|_| 0.1 * normal(random));
        Head { bias: [0.4; INPUTS], weights, unit_bias: [0.2; UNITS], out, out_bias: 0.0 }
    }

    /// Scores a position by the sums of its rows.
    #[inline]
    pub(crate) fn forward(&self, sums: &Row) -> Forward {
        let inputs: [f32; INPUTS] = array::from_fn(|input| sums[DIRECT + input] + self.bias[input]);
        let mut units = self.unit_bias;
        for (input, weights) in inputs.iter().zip(&self.weights) {
            let input = input.clamp(0.0, 1.0);
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += input * weight;
            }
        }
        let rest = total(array::from_fn(|unit| units[unit].clamp(0.0, 1.0) * self.out[unit]));
        Forward { inputs, units, score: DISCS * (sums[0] + sums[1] + rest) + self.out_bias }
    }

    /// The numbers of each kind, in the order in which they are stored.
    pub(crate) fn parts(&self) -> [&[f32]; PARTS] {
        [&self.bias, self.weights.as_flattened(), &self.unit_bias, &self.out, slice::from_ref(&self.out_bias)]
    }

    pub(crate) fn parts_mut(&mut self) -> [&mut [f32]; PARTS] {
        [
            &mut self.bias,
            self.weights.as_flattened_mut(),
            &mut self.unit_bias,
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
fn total(mut numbers: [f32; UNITS]) -> f32 {
    let mut half = UNITS / 2;
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
