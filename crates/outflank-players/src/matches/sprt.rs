//! Sequential probability ratio test on pairs of games (pentanomial GSPRT).
//!
//! H0: A is better by `elo0`; H1: by `elo1`. After each pair, the maximum-likelihood distribution of pair scores is found under each
//! hypothesis, and the log-likelihood ratio is compared with Wald's bounds, as in Fishtest (M. Van den Bergh,
//! <https://www.cantate.be/Fishtest/>).

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::score::{Pairs, rate};

/// The two hypotheses, written as `0,10`. Both error probabilities are 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// H1: A is better by about `elo1` or more.
    Accepted,
    /// H0: A is better by about `elo0` or less.
    Rejected,
}

const ERROR: f64 = 0.05;

/// Counted for pair scores that did not occur, so that no likelihood is zero.
const MIN_COUNT: f64 = 1e-3;

const RATES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Sprt {
    /// Both within 1000 Elo, the smaller first.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, ParseSprtError> {
        const MOST: f64 = 1_000.0;
        let is_sound = elo0 < elo1 && elo0 >= -MOST && elo1 <= MOST;
        is_sound.then_some(Sprt { elo0, elo1 }).ok_or(ParseSprtError)
    }

    /// The test ends when the log-likelihood ratio passes this bound or its negative.
    pub fn bound(&self) -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| f64::from(count).max(MIN_COUNT));
        let total: f64 = counts.iter().sum();
        let found = counts.map(|count| count / total);
        let claims = [self.elo0, self.elo1].map(|elo| likeliest(&found, rate(elo)));
        counts.iter().zip(claims[0].iter().zip(&claims[1])).map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    pub fn decision(&self, pairs: &Pairs) -> Option<SprtDecision> {
        let ratio = self.ratio(pairs);
        if ratio >= self.bound() {
            Some(SprtDecision::Accepted)
        } else if ratio <= -self.bound() {
            Some(SprtDecision::Rejected)
        } else {
            None
        }
    }
}

/// The maximum-likelihood distribution with this mean.
///
/// It is `found[i] / (1 + x (RATES[i] - average))`. The condition on `x` is monotonic between the two poles, so bisection finds it.
fn likeliest(found: &[f64; 5], average: f64) -> [f64; 5] {
    let excess = |x: f64| -> f64 {
        found.iter().zip(RATES).map(|(p, rate)| p * (rate - average) / (1.0 + x * (rate - average))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - average), 1.0 / average);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|index| found[index] / (1.0 + x * (RATES[index] - average)))
}

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Sprt, ParseSprtError> {
        let (elo0, elo1) = text.split_once(',').ok_or(ParseSprtError)?;
        let elo = |text: &str| text.trim().parse().map_err(|_| ParseSprtError);
        Sprt::new(elo(elo0)?, elo(elo1)?)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSprtError;

impl fmt::Display for ParseSprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected two Elo differences from -1000 to 1000, the smaller first, such as 0,10")
    }
}

impl Error for ParseSprtError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Published with Stockfish pull requests 3209, 2971, 2493 and 2951.
    #[test]
    fn published_tests_have_the_published_ratios() {
        for (claims, pairs, ratio) in [
            ("-0.25,1.25", [253, 4282, 17604, 4431, 286], 2.94),
            ("0.25,1.25", [58, 3302, 33130, 3518, 84], 2.97),
            ("-0.5,1.5", [17, 253, 1042, 337, 39], 2.96),
            ("0.25,1.75", [11, 407, 3238, 513, 11], 2.93),
            ("-1,3", [424, 2948, 5832, 3045, 460], 2.94),
            ("0.25,1.75", [33, 1185, 8378, 1302, 50], 2.95),
        ] {
            let sprt: Sprt = claims.parse().unwrap();
            let found = sprt.ratio(&Pairs(pairs));
            assert!((found - ratio).abs() <= 0.005, "{claims} {pairs:?}: {found} is not {ratio}");
        }
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let sprt = Sprt::new(0.0, 10.0).unwrap();
        assert!((sprt.bound() - 2.944_438_979_166_44).abs() < 1e-12);
        assert_eq!((sprt.ratio(&Pairs::default()), sprt.decision(&Pairs::default())), (0.0, None));
    }

    #[test]
    fn swapping_the_players_negates_the_ratio() {
        let pairs = Pairs([3, 14, 30, 22, 9]);
        let mut turned = pairs;
        turned.0.reverse();
        let ratio = Sprt::new(-5.0, 15.0).unwrap().ratio(&pairs);
        let other = Sprt::new(-15.0, 5.0).unwrap().ratio(&turned);
        assert!((ratio + other).abs() < 1e-9, "{ratio} {other}");
    }

    #[test]
    fn one_sided_results_have_a_finite_ratio() {
        let sprt = Sprt::new(-1000.0, 1000.0).unwrap();
        for pairs in [[0, 0, 0, 0, u32::MAX / 8], [u32::MAX / 8, 0, 0, 0, 0], [0, 0, 1, 0, 0], [1, 0, 0, 0, 1]] {
            assert!(sprt.ratio(&Pairs(pairs)).is_finite(), "{pairs:?}");
        }
    }

    fn decisions(sprt: &Sprt, elo: f64) -> [u32; 2] {
        let mut random = Random::new(20_26);
        let mut decisions = [0, 0];
        for _ in 0..100 {
            let mut pairs = Pairs::default();
            let decision = loop {
                let mut game = || match random.next() as f64 / u64::MAX as f64 {
                    chance if chance < 0.2 => 0,
                    chance if chance < 0.2 + (rate(elo) - 0.1) => 1,
                    _ => -1,
                };
                pairs.add(game(), game());
                if let Some(decision) = sprt.decision(&pairs) {
                    break decision;
                }
            };
            decisions[decision as usize] += 1;
        }
        decisions
    }

    #[test]
    fn simulated_matches_end_with_the_right_decision() {
        let sprt = Sprt::new(0.0, 40.0).unwrap();
        // Five of a hundred may be wrong; twelve is three deviations away.
        let [accepted, rejected] = decisions(&sprt, 40.0);
        assert!(rejected <= 12, "{accepted} accepted, {rejected} rejected");
        let [accepted, rejected] = decisions(&sprt, 0.0);
        assert!(accepted <= 12, "{accepted} accepted, {rejected} rejected");
        // Far beyond the hypothesis nothing goes wrong.
        assert_eq!(decisions(&sprt, 150.0), [100, 0]);
        assert_eq!(decisions(&sprt, -150.0), [0, 100]);
    }

    #[test]
    fn hypotheses_are_parsed() {
        assert_eq!("-5, 5.5".parse::<Sprt>().unwrap().to_string(), "-5,5.5");
        for text in ["", "0", "10,0", "0,0", "0,nan", "nan,1", "-inf,0", "0,2000", "a,b", "0,1,2"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
