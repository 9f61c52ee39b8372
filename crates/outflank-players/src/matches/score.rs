//! The two games of an opening are not independent, so the pair is the unit: it scores 0, ½, 1, 1½ or 2, and the error comes from the
//! variance over pairs. Intervals are 95 % by Student's t-distribution.

use std::collections::HashMap;

use outflank_rules::{ByColor, Color};

use super::{BySide, MatchEnding, MatchGame, Side};
use crate::FaultKind;

#[derive(Clone, Debug, Default)]
pub struct Score {
    games: ByColor<WinDrawLoss>,
    faults: BySide<[u32; FaultKind::ALL.len()]>,
    pairs: Pairs,
    discs: Sample,
    halves: HashMap<usize, i8>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinDrawLoss {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// The number of pairs with each score, from 0 to 2 in halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    /// 95 %. `None` if the pairs have no variance yet.
    pub interval: Option<Interval>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Score {
    pub fn add(&mut self, played: &MatchGame) {
        let margin = played.margin(Side::A);
        self.games[played.color_of(Side::A)].add(margin);
        if let MatchEnding::Fault { by, kind, .. } = played.ending {
            self.faults[by][kind as usize] += 1;
        }
        match self.halves.remove(&played.pair()) {
            None => drop(self.halves.insert(played.pair(), margin)),
            Some(other) => {
                self.pairs.add(margin, other);
                self.discs.add((i16::from(margin) + i16::from(other)).into(), 1);
            }
        }
    }

    pub fn games(&self) -> WinDrawLoss {
        let ByColor { black, white } = self.games;
        WinDrawLoss {
            wins: black.wins + white.wins,
            draws: black.draws + white.draws,
            losses: black.losses + white.losses,
        }
    }

    pub fn games_as(&self, color: Color) -> WinDrawLoss {
        self.games[color]
    }

    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    pub fn discs(&self) -> Option<Estimate> {
        self.discs.estimate(2.0)
    }

    pub fn faults(&self, by: Side, kind: FaultKind) -> u32 {
        self.faults[by][kind as usize]
    }
}

impl WinDrawLoss {
    pub fn total(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub fn rate(self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.total() > 0).then(|| points / f64::from(self.total()))
    }

    fn add(&mut self, margin: i8) {
        match margin {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            ..0 => self.losses += 1,
        }
    }
}

impl Pairs {
    pub fn add(&mut self, first: i8, second: i8) {
        let halves = |margin: i8| (1 + margin.signum()) as usize;
        self.0[halves(first) + halves(second)] += 1;
    }

    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The Elo difference; infinite if one side won every game.
    pub fn elo(&self) -> Option<Estimate> {
        let Estimate { value, interval } = self.rate()?;
        let interval = interval.map(|Interval { low, high }| Interval { low: elo(low), high: elo(high) });
        Some(Estimate { value: elo(value), interval })
    }

    /// The probability that A is stronger. `None` if the pairs have no variance.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let points = self.points();
        Some(normal_below((points.mean()? - 2.0) / points.error()?))
    }

    fn rate(&self) -> Option<Estimate> {
        self.points().estimate(4.0)
    }

    fn points(&self) -> Sample {
        let mut sample = Sample::default();
        for (halves, &count) in self.0.iter().enumerate() {
            sample.add(halves as f64, count);
        }
        sample
    }
}

/// Sums for a mean and its error. All values are small integers, so the sums are exact.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: f64, times: u32) {
        let times = f64::from(times);
        self.count += times;
        self.sum += value * times;
        self.squares += value * value * times;
    }

    fn mean(&self) -> Option<f64> {
        (self.count > 0.0).then(|| self.sum / self.count)
    }

    fn error(&self) -> Option<f64> {
        let Sample { count, sum, squares } = *self;
        let scatter = squares * count - sum * sum;
        (scatter > 0.0).then(|| (scatter / (count * count * (count - 1.0))).sqrt())
    }

    fn estimate(&self, unit: f64) -> Option<Estimate> {
        let value = self.mean()? / unit;
        let interval = self.error().map(|error| {
            let error = deviations(self.count - 1.0) * error / unit;
            Interval { low: value - error, high: value + error }
        });
        Some(Estimate { value, interval })
    }
}

fn deviations(freedom: f64) -> f64 {
    const NORMAL: f64 = 1.959_963_984_540_054;
    const FEW: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    // Expansion in 1 / freedom: accurate to a thousandth from eleven on.
    let expanded = || {
        let [first, third, fifth, seventh] = [1, 3, 5, 7].map(|power| NORMAL.powi(power));
        first
            + (third + first) / (4.0 * freedom)
            + (5.0 * fifth + 16.0 * third + 3.0 * first) / (96.0 * freedom.powi(2))
            + (3.0 * seventh + 19.0 * fifth + 17.0 * third - 15.0 * first) / (384.0 * freedom.powi(3))
    };
    FEW.get(freedom as usize - 1).copied().unwrap_or_else(expanded)
}

pub(super) fn elo(rate: f64) -> f64 {
    match rate {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => 400.0 * (rate / (1.0 - rate)).log10(),
    }
}

pub(super) fn rate(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The normal distribution function, by Abramowitz and Stegun 7.1.26 (to 1.5e-7).
fn normal_below(deviations: f64) -> f64 {
    let x = deviations.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592]
        .into_iter()
        .fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let above = polynomial * (-x * x).exp() / 2.0;
    if deviations < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn elo_and_points_convert_both_ways() {
        close(rate(400.0), 10.0 / 11.0, 1e-12);
        close(elo(10.0 / 11.0), 400.0, 1e-9);
        close(elo(0.75), 190.848_501_887_864_96, 1e-9);
        for difference in [-300.0, -1.0, 0.0, 0.5, 120.0] {
            close(elo(rate(difference)), difference, 1e-9);
        }
    }

    #[test]
    fn normal_distribution_matches_published_tables() {
        for (deviations, below) in
            [(0.0, 0.5), (1.0, 0.841_344_75), (-1.0, 0.158_655_25), (1.96, 0.975_002_1), (3.0, 0.998_650_1)]
        {
            close(normal_below(deviations), below, 2e-7);
        }
    }

    #[test]
    fn t_distribution_matches_published_tables() {
        for (freedom, expected) in
            [(1.0, 12.706), (10.0, 2.228), (11.0, 2.201), (20.0, 2.086), (30.0, 2.042), (120.0, 1.980)]
        {
            close(deviations(freedom), expected, 6e-4);
        }
        close(deviations(1e9), 1.959_964, 1e-6);
    }

    #[test]
    fn a_match_worked_by_hand() {
        // Ten pairs: 1 lost outright, 2 at a half, 3 even, 2 at one and a half, 2 won outright.
        // Rates .0 .25 .25 .5 .5 .5 .75 .75 1 1: mean .55, squares .0+.0625*2+.25*3+.5625*2+1*2 = 4.0, less 10*.3025 = .975.
        let pairs = Pairs([1, 2, 3, 2, 2]);
        let rate = pairs.rate().unwrap();
        close(rate.value, 0.55, 1e-12);
        // The error of the mean is sqrt(.975 / 9 / 10) = .104083.
        close(rate.interval.unwrap().high - 0.55, 2.262 * 0.104_083_3, 1e-6);
        let estimate = pairs.elo().unwrap();
        close(estimate.value, 34.860_26, 1e-3);
        // (.55 - .5) / .104083 = .480384 deviations.
        close(pairs.likelihood_of_superiority().unwrap(), 0.684_52, 1e-4);
    }

    #[test]
    fn estimates_are_antisymmetric() {
        let pairs = Pairs([1, 5, 9, 7, 3]);
        let mut turned = pairs;
        turned.0.reverse();
        let (a, b) = (pairs.elo().unwrap(), turned.elo().unwrap());
        close(a.value, -b.value, 1e-9);
        close(a.interval.unwrap().low, -b.interval.unwrap().high, 1e-9);
        let superior = pairs.likelihood_of_superiority().unwrap() + turned.likelihood_of_superiority().unwrap();
        close(superior, 1.0, 1e-9);
    }

    #[test]
    fn small_samples_have_no_interval() {
        assert_eq!(Pairs::default().elo(), None);
        let even = Pairs([0, 0, 4, 0, 0]).elo().unwrap();
        assert_eq!((even.value.to_string(), even.interval), ("0".to_owned(), None));
        assert_eq!(Pairs([0, 0, 0, 0, 3]).elo().unwrap().value, f64::INFINITY);
        assert_eq!(Pairs([2, 0, 0, 0, 0]).likelihood_of_superiority(), None);
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pairs::default();
        for (first, second) in [(-64, -2), (0, -6), (10, -10), (0, 0), (2, 0), (64, 2)] {
            pairs.add(first, second);
        }
        assert_eq!(pairs, Pairs([1, 1, 2, 1, 1]));
    }
}
