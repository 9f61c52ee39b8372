//! From the error of a score back to everything that the score was made of.

use std::array;

use outflank_engine::training::{DIRECT, UNITS, WIDTH};

use crate::network::{DISCS, Forward, Head, INPUTS, Row};

/// A head, laid out for going backwards.
pub(super) struct Backward<'a> {
    head: &'a Head,
    /// The weights of each unit, laid out like a row: so the sums backwards are made eight at a time, as those forwards.
    weights: [Row; UNITS],
}

impl<'a> Backward<'a> {
    pub(super) fn new(head: &'a Head) -> Backward<'a> {
        let weight = |unit: usize, at: usize| at.checked_sub(DIRECT).map_or(0.0, |input| head.weights[input][unit]);
        Backward { head, weights: array::from_fn(|unit| array::from_fn(|at| weight(unit, at))) }
    }

    /// For a position whose loss grows by `slope` with each disc of the score: adds to the gradient of the head, and gives
    /// that of each of the rows.
    #[inline]
    pub(super) fn add(&self, forward: &Forward, slope: f32, gradient: &mut Head) -> Row {
        let Forward { inputs, units, .. } = forward;
        let scaled = DISCS * slope;
        gradient.out_bias += slope;
        let mut unit_slopes = [0.0; UNITS];
        for unit in 0..UNITS {
            gradient.out[unit] += scaled * units[unit].clamp(0.0, 1.0);
            unit_slopes[unit] = unless_clipped(units[unit], scaled * self.head.out[unit]);
            gradient.unit_bias[unit] += unit_slopes[unit];
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

/// A number that was clipped passes nothing on.
#[inline]
fn unless_clipped(number: f32, slope: f32) -> f32 {
    if (0.0..=1.0).contains(&number) { slope } else { 0.0 }
}
