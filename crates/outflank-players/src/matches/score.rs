//! What the results of a match say about the players' strength.
//!
//! An opening is played twice with colours changed, and the two games share whatever the opening gives to one side. So the
//! pair is the unit: its score is one of five (0, ½, 1, 1½, 2), and errors come from how the scores of pairs scatter. All
//! intervals are at 95 %, by Student's distribution, which is wide where there are few pairs.

use std::collections::HashMap;

use outflank_rules::Color;

use super::{BySide, Ending, Played, Side};
use crate::FaultKind;

/// The games of a match so far, seen by [`Side::A`].
#[derive(Clone, Debug, Default)]
pub struct Score {
    as_black: Results,
    as_white: Results,
    faults: BySide<[u32; FaultKind::ALL.len()]>,
    pairs: Pairs,
    /// The sums of the margins of the games of whole pairs.
    discs: Sample,
    /// The margin of the game that is over, for each pair of which the other is not.
    halves: HashMap<usize, i8>,
}

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// How many were won.
    pub wins: u32,
    /// How many were drawn.
    pub draws: u32,
    /// How many were lost.
    pub losses: u32,
}

/// How many pairs ended with each score, from 0 to 2 in halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

/// A value that was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value itself.
    pub value: f64,
    /// Where it lies with 95 %. `None` if the pairs do not scatter, as there are too few of them.
    pub interval: Option<Interval>,
}

/// From where to where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Score {
    /// Takes in a game.
    pub fn add(&mut self, played: &Played) {
        let margin = played.margin(Side::A);
        match played.black {
            Side::A => self.as_black.add(margin),
            Side::B => self.as_white.add(margin),
        }
        if let Ending::Fault { by, kind, .. } = played.ending {
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

    /// All games.
    pub fn games(&self) -> Results {
        let Results { wins, draws, losses } = self.as_black;
        let others = self.as_white;
        Results { wins: wins + others.wins, draws: draws + others.draws, losses: losses + others.losses }
    }

    /// The games in which A had this colour.
    pub fn games_as(&self, color: Color) -> Results {
        match color {
            Color::Black => self.as_black,
            Color::White => self.as_white,
        }
    }

    /// The pairs of which both games are over.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// By how many discs A won the average game; from whole pairs.
    pub fn discs(&self) -> Option<Estimate> {
        self.discs.estimate(2.0)
    }

    /// How many games this side lost in this way.
    pub fn faults(&self, by: Side, kind: FaultKind) -> u32 {
        self.faults[by][kind as usize]
    }
}

impl Results {
    /// How many games there are.
    pub fn total(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points for each game, from 0 to 1; a draw is half a point. `None` without games.
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
    /// Counts the pair whose games were won by these margins.
    pub fn add(&mut self, first: i8, second: i8) {
        // A game is 0, 1 or 2 halves.
        let halves = |margin: i8| (1 + margin.signum()) as usize;
        self.0[halves(first) + halves(second)] += 1;
    }

    /// How many pairs there are.
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The difference in Elo, from the average score of the pairs; the interval comes from how they scatter. Infinite
    /// if every game was won or every game lost. `None` without pairs.
    pub fn elo(&self) -> Option<Estimate> {
        let Estimate { value, interval } = self.rate()?;
        let interval = interval.map(|Interval { low, high }| Interval { low: elo(low), high: elo(high) });
        Some(Estimate { value: elo(value), interval })
    }

    /// How likely it is that A is the stronger one, from 0 to 1. `None` if the pairs do not scatter.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let points = self.points();
        Some(normal_below((points.mean()? - 2.0) / points.error()?))
    }

    /// Points for each game.
    fn rate(&self) -> Option<Estimate> {
        self.points().estimate(4.0)
    }

    /// The points of a pair, in halves.
    fn points(&self) -> Sample {
        let mut sample = Sample::default();
        for (halves, &count) in self.0.iter().enumerate() {
            sample.add(halves as f64, count);
        }
        sample
    }
}

/// Sums from which a mean and its error follow. All values are small whole numbers, so that the sums are exact.
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

    /// `None` if the sample is empty.
    fn mean(&self) -> Option<f64> {
        (self.count > 0.0).then(|| self.sum / self.count)
    }

    /// The standard error of the mean. A sample that does not scatter says nothing about it.
    fn error(&self) -> Option<f64> {
        let Sample { count, sum, squares } = *self;
        let scatter = squares * count - sum * sum;
        (scatter > 0.0).then(|| (scatter / (count * count * (count - 1.0))).sqrt())
    }

    /// The mean in units of so many, and its interval.
    fn estimate(&self, unit: f64) -> Option<Estimate> {
        let value = self.mean()? / unit;
        let interval = self.error().map(|error| {
            let error = deviations(self.count - 1.0) * error / unit;
            Interval { low: value - error, high: value + error }
        });
        Some(Estimate { value, interval })
    }
}

/// The two-sided 95 % of Student's distribution with so many degrees of freedom, in deviations.
fn deviations(freedom: f64) -> f64 {
    const NORMAL: f64 = 1.959_963_984_540_054;
    const FEW: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    // The first terms of the expansion in 1 / freedom: right to a thousandth from eleven on.
    let expanded = || {
        let [first, third, fifth, seventh] = [1, 3, 5, 7].map(|power| NORMAL.powi(power));
        first
            + (third + first) / (4.0 * freedom)
            + (5.0 * fifth + 16.0 * third + 3.0 * first) / (96.0 * freedom.powi(2))
            + (3.0 * seventh + 19.0 * fifth + 17.0 * third - 15.0 * first) / (384.0 * freedom.powi(3))
    };
    FEW.get(freedom as usize - 1).copied().unwrap_or_else(expanded)
}

/// The difference in Elo at which a player scores so many points a game.
pub(super) fn elo(rate: f64) -> f64 {
    // Beyond the ends there is no difference large enough.
    match rate {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => 400.0 * (rate / (1.0 - rate)).log10(),
    }
}

/// The points a game at which a player scores who is so much stronger in Elo.
pub(super) fn rate(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The part of a normal distribution below this many deviations, by Abramowitz and Stegun 7.1.26 (to 1.5e-7).
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
    fn elo_and_points_are_two_ways_to_say_the_same() {
        // 400 Elo are ten to one, by definition.
        close(rate(400.0), 10.0 / 11.0, 1e-12);
        close(elo(10.0 / 11.0), 400.0, 1e-9);
        // 75 % are 190.8 Elo.
        close(elo(0.75), 190.848_501_887_864_96, 1e-9);
        for difference in [-300.0, -1.0, 0.0, 0.5, 120.0] {
            close(elo(rate(difference)), difference, 1e-9);
        }
    }

    #[test]
    fn the_normal_distribution_is_the_one_of_the_tables() {
        for (deviations, below) in
            [(0.0, 0.5), (1.0, 0.841_344_75), (-1.0, 0.158_655_25), (1.96, 0.975_002_1), (3.0, 0.998_650_1)]
        {
            close(normal_below(deviations), below, 2e-7);
        }
    }

    #[test]
    fn students_distribution_is_the_one_of_the_tables() {
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
    fn what_is_good_for_one_is_bad_for_the_other() {
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
    fn too_little_is_not_taken_for_certainty() {
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
