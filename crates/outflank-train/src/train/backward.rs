use std::array;

use outflank_engine::training::{DIRECT, HIDDEN, WIDTH};

use crate::network::{Bucket, DISCS, Forward, INPUTS, Row};

pub(super) struct Backward<'a> {
    bucket: &'a Bucket,
    /// Transposed, so that the sums vectorize like those of the forward pass.
    weights: [Row; HIDDEN],
}

impl<'a> Backward<'a> {
    pub(super) fn new(bucket: &'a Bucket) -> Backward<'a> {
        let weight =
            |neuron: usize, at: usize| at.checked_sub(DIRECT).map_or(0.0, |input| bucket.weights[input][neuron]);
        Backward { bucket, weights: array::from_fn(|neuron| array::from_fn(|at| weight(neuron, at))) }
    }

    /// Adds to the gradient of the bucket, and returns that of each row. `slope` is the derivative of the loss by the score.
    #[inline]
    pub(super) fn add(&self, forward: &Forward, slope: f32, gradient: &mut Bucket) -> Row {
        let Forward { inputs, hidden, .. } = forward;
        let scaled = DISCS * slope;
        gradient.out_bias += slope;
        let mut unit_slopes = [0.0; HIDDEN];
        for neuron in 0..HIDDEN {
            gradient.out[neuron] += scaled * hidden[neuron].clamp(0.0, 1.0);
            unit_slopes[neuron] = unless_clipped(hidden[neuron], scaled * self.bucket.out[neuron]);
            gradient.hidden_bias[neuron] += unit_slopes[neuron];
        }
        for (input, weights) in inputs.iter().zip(&mut gradient.weights) {
            let input = input.clamp(0.0, 1.0);
            for (weight, unit_slope) in weights.iter_mut().zip(&unit_slopes) {
                *weight += input * unit_slope;
            }
        }
        let mut slopes = [0.0; WIDTH];
        for (unit_slope, weights) in unit_slopes.iter().zip(&self.weights) {
            for (slope, weight) in slopes.iter_mut().zip(weights) {
                *slope += unit_slope * weight;
            }
        }
        slopes[..DIRECT].fill(scaled);
        for input in 0..INPUTS {
            slopes[DIRECT + input] = unless_clipped(inputs[input], slopes[DIRECT + input]);
            gradient.bias[input] += slopes[DIRECT + input];
        }
        slopes
    }
}

#[inline]
fn unless_clipped(number: f32, slope: f32) -> f32 {
    if (0.0..=1.0).contains(&number) { slope } else { 0.0 }
}
