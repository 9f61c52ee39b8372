//! The Adam optimizer (Kingma and Ba), with a warm-up and a cosine schedule.

use std::f64::consts::PI;

/// Decay rates of the first and second moments.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.99;

const EPSILON: f32 = 1e-8;

/// Smaller moments become zero, because arithmetic on subnormal numbers is slow.
const MIN_MOMENT: f32 = 1e-30;

/// Steps in which the rate rises to its initial value.
const WARM_UP: u64 = 50;

#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub(super) rate: f32,
    pub(super) steps: u64,
}

impl Schedule {
    pub(super) fn at(&self, step: u64) -> Adam {
        let warm_up = ((step + 1) as f64 / WARM_UP as f64).min(1.0);
        let cosine = 0.5 + 0.5 * (PI * step as f64 / self.steps as f64).cos();
        // Bias correction: the moments start at zero.
        let correction = |beta: f32| 1.0 - f64::from(beta).powf((step + 1) as f64);
        Adam {
            rate: (f64::from(self.rate) * warm_up * cosine / correction(BETA_1)) as f32,
            scale: correction(BETA_2).sqrt().recip() as f32,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Adam {
    rate: f32,
    scale: f32,
}

impl Adam {
    #[inline]
    pub(super) fn update(&self, numbers: &mut [f32], gradient: &[f32], first: &mut [f32], second: &mut [f32]) {
        let moments = first.iter_mut().zip(second);
        for ((number, &gradient), (first, second)) in numbers.iter_mut().zip(gradient).zip(moments) {
            *first = flush_small(BETA_1 * *first + (1.0 - BETA_1) * gradient);
            *second = flush_small(BETA_2 * *second + (1.0 - BETA_2) * gradient * gradient);
            *number -= self.rate * *first / (self.scale * second.sqrt() + EPSILON);
        }
    }
}

#[inline]
fn flush_small(moment: f32) -> f32 {
    if moment.abs() < MIN_MOMENT { 0.0 } else { moment }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_the_rate_whatever_the_gradient() {
        let adam = Schedule { rate: 0.5, steps: 1000 }.at(0);
        let mut numbers = [1.0, 1.0, 1.0];
        adam.update(&mut numbers, &[1e-3, -20.0, 0.0], &mut [0.0; 3], &mut [0.0; 3]);
        for (number, expected) in numbers.into_iter().zip([0.99, 1.01, 1.0]) {
            assert!((number - expected).abs() < 1e-4, "{numbers:?}");
        }
    }

    #[test]
    fn steps_follow_the_definition() {
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
