//! Kingma and Ba's Adam: each number moves by its mean gradient, measured by how large its gradients usually are.

use std::f64::consts::PI;

/// How much of the mean gradient, and of the mean squared gradient, a step keeps.
const FIRST: f32 = 0.9;
const SECOND: f32 = 0.99;

/// Keeps a division by a mean of zero from happening.
const EPSILON: f32 = 1e-8;

/// Means that have faded below this are zero: they move nothing, and a processor is slow with smaller numbers.
const FADED: f32 = 1e-30;

/// Over so many steps the rate rises to what it should be.
const WARM_UP: u64 = 50;

/// How a run learns: the rate rises for a few steps, and falls to zero with the cosine of half a circle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub(super) rate: f32,
    /// How many steps all epochs have together.
    pub(super) steps: u64,
}

impl Schedule {
    /// What to do in a step, counted from 0.
    pub(super) fn at(&self, step: u64) -> Adam {
        let warm_up = ((step + 1) as f64 / WARM_UP as f64).min(1.0);
        let cosine = 0.5 + 0.5 * (PI * step as f64 / self.steps as f64).cos();
        // The means begin at zero. This takes out how far the first steps leave them behind.
        let part_of = |kept: f32| 1.0 - f64::from(kept).powf((step + 1) as f64);
        Adam {
            rate: (f64::from(self.rate) * warm_up * cosine / part_of(FIRST)) as f32,
            scale: part_of(SECOND).sqrt().recip() as f32,
        }
    }
}

/// A step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adam {
    rate: f32,
    /// What the root of the mean squared gradient is multiplied by.
    scale: f32,
}

impl Adam {
    /// Moves some numbers against their gradient, and takes it into its mean and the mean of its square.
    #[inline]
    pub(super) fn update(&self, numbers: &mut [f32], gradient: &[f32], first: &mut [f32], second: &mut [f32]) {
        let means = first.iter_mut().zip(second);
        for ((number, &gradient), (first, second)) in numbers.iter_mut().zip(gradient).zip(means) {
            *first = unless_faded(FIRST * *first + (1.0 - FIRST) * gradient);
            *second = unless_faded(SECOND * *second + (1.0 - SECOND) * gradient * gradient);
            *number -= self.rate * *first / (self.scale * second.sqrt() + EPSILON);
        }
    }
}

#[inline]
fn unless_faded(mean: f32) -> f32 {
    if mean.abs() < FADED { 0.0 } else { mean }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step goes as far as the rate says, whatever the gradient is.
    #[test]
    fn the_first_step_has_the_length_of_the_rate() {
        let adam = Schedule { rate: 0.5, steps: 1000 }.at(0);
        let mut numbers = [1.0, 1.0, 1.0];
        adam.update(&mut numbers, &[1e-3, -20.0, 0.0], &mut [0.0; 3], &mut [0.0; 3]);
        for (number, expected) in numbers.into_iter().zip([0.99, 1.01, 1.0]) {
            assert!((number - expected).abs() < 1e-4, "{numbers:?}");
        }
    }

    /// The definition, in doubles and without what is left out for speed.
    #[test]
    fn many_steps_are_those_of_the_definition() {
        let schedule = Schedule { rate: 2e-3, steps: 300 };
        let (mut number, mut first, mut second) = ([0.3_f32], [0.0], [0.0]);
        let (mut expected, mut mean, mut square) = (0.3_f64, 0.0_f64, 0.0_f64);
        for step in 0..300_u32 {
            let gradient = if step < 150 { f64::from(step * 7919 % 101) / 50.0 - 0.7 } else { 0.0 };
            schedule.at(step.into()).update(&mut number, &[gradient as f32], &mut first, &mut second);
            mean = 0.9 * mean + 0.1 * gradient;
            square = 0.99 * square + 0.01 * gradient * gradient;
            let time = step as i32 + 1;
            let warm_up = (f64::from(time) / 50.0).min(1.0);
            let rate = 2e-3 * warm_up * (1.0 + (PI * f64::from(step) / 300.0).cos()) / 2.0;
            let (mean, square) = (mean / (1.0 - 0.9_f64.powi(time)), square / (1.0 - 0.99_f64.powi(time)));
            expected -= rate * mean / (square.sqrt() + 1e-8);
        }
        assert!((f64::from(number[0]) - expected).abs() < 1e-4, "{} instead of {expected}", number[0]);
    }

    #[test]
    fn the_rate_rises_and_falls_to_zero() {
        let schedule = Schedule { rate: 1.0, steps: 1000 };
        let rate = |step| schedule.at(step).rate;
        assert!(rate(10) < 0.5 && rate(60) > 0.95);
        assert!((rate(500) - 0.5).abs() < 1e-3);
        assert!(rate(999) < 1e-4);
    }
}
