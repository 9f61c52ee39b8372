//! A test that ends as soon as it knows: the generalised sequential probability ratio test on pairs of games.
//!
//! Two claims stand against each other: A is better by `elo0`, or by `elo1`. After each pair the distribution of scores is found
//! that fits the pairs best among those with the average that a claim predicts; the logarithm of the ratio of the two
//! likelihoods is compared with Wald's bounds. With five possible scores of a pair this is the pentanomial test that
//! chess engines are developed with (M. Van den Bergh, <https://www.cantate.be/Fishtest/>).

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::score::{Pairs, rate};

/// Which claims are tested. Each is rejected wrongly with a probability of 5 %. Written as `0,10`.
///
/// ```
/// use outflank_players::matches::{Pairs, Sprt, Verdict};
///
/// let sprt: Sprt = "0,20".parse()?;
/// let pairs = Pairs([10, 40, 100, 90, 60]);
/// assert_eq!(sprt.verdict(&pairs), Some(Verdict::Accepted));
/// # Ok::<(), outflank_players::matches::ParseSprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A is better by at least about `elo1`.
    Accepted,
    /// A is better by at most about `elo0`.
    Rejected,
}

/// The probability of either wrong verdict.
const WRONG: f64 = 0.05;

/// How often each score of a pair is taken to have happened when it has not, so that no likelihood is zero.
const NEVER: f64 = 1e-3;

/// The points a game of each score of a pair.
const RATES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Sprt {
    /// A test between these differences in Elo, the smaller first, both within a thousand.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, ParseSprtError> {
        const MOST: f64 = 1_000.0;
        let is_sound = elo0 < elo1 && elo0 >= -MOST && elo1 <= MOST;
        is_sound.then_some(Sprt { elo0, elo1 }).ok_or(ParseSprtError)
    }

    /// The ratio's logarithm at which the test ends: above this, or below its negative.
    pub fn bound(&self) -> f64 {
        ((1.0 - WRONG) / WRONG).ln()
    }

    /// The logarithm of the likelihood ratio after these pairs: the larger, the better A.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| f64::from(count).max(NEVER));
        let total: f64 = counts.iter().sum();
        let found = counts.map(|count| count / total);
        let claims = [self.elo0, self.elo1].map(|elo| likeliest(&found, rate(elo)));
        counts.iter().zip(claims[0].iter().zip(&claims[1])).map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// What the test has found, if it is over.
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let ratio = self.ratio(pairs);
        if ratio >= self.bound() {
            Some(Verdict::Accepted)
        } else if ratio <= -self.bound() {
            Some(Verdict::Rejected)
        } else {
            None
        }
    }
}

/// The distribution with this average under which what was found is most likely.
///
/// It is `found[i] / (1 + x (RATES[i] - average))`, where `x` makes the average right. The condition falls with `x`
/// between the two poles, so that halving the interval finds it.
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

/// A text that is not a pair of claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSprtError;

impl fmt::Display for ParseSprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected two differences in Elo from -1000 to 1000, the smaller first, such as 0,10")
    }
}

impl Error for ParseSprtError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Tests of the Stockfish project as they were published with their pull requests 3209, 2971, 2493 and 2951.
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
        assert_eq!((sprt.ratio(&Pairs::default()), sprt.verdict(&Pairs::default())), (0.0, None));
    }

    #[test]
    fn the_other_players_test_has_the_opposite_ratio() {
        let pairs = Pairs([3, 14, 30, 22, 9]);
        let mut turned = pairs;
        turned.0.reverse();
        let ratio = Sprt::new(-5.0, 15.0).unwrap().ratio(&pairs);
        let other = Sprt::new(-15.0, 5.0).unwrap().ratio(&turned);
        assert!((ratio + other).abs() < 1e-9, "{ratio} {other}");
    }

    #[test]
    fn no_pairs_are_too_one_sided() {
        let sprt = Sprt::new(-1000.0, 1000.0).unwrap();
        for pairs in [[0, 0, 0, 0, u32::MAX / 8], [u32::MAX / 8, 0, 0, 0, 0], [0, 0, 1, 0, 0], [1, 0, 0, 0, 1]] {
            assert!(sprt.ratio(&Pairs(pairs)).is_finite(), "{pairs:?}");
        }
    }

    /// How many of a hundred simulated matches between players of this difference are accepted, and how many rejected.
    fn verdicts(sprt: &Sprt, elo: f64) -> [u32; 2] {
        let mut random = Random::new(20_26);
        let mut verdicts = [0, 0];
        for _ in 0..100 {
            let mut pairs = Pairs::default();
            let verdict = loop {
                // One game in five is drawn, and the rest is won as often as the difference says.
                let mut game = || match random.next() as f64 / u64::MAX as f64 {
                    chance if chance < 0.2 => 0,
                    chance if chance < 0.2 + (rate(elo) - 0.1) => 1,
                    _ => -1,
                };
                pairs.add(game(), game());
                if let Some(verdict) = sprt.verdict(&pairs) {
                    break verdict;
                }
            };
            verdicts[verdict as usize] += 1;
        }
        verdicts
    }

    #[test]
    fn simulated_matches_end_with_the_right_verdict() {
        let sprt = Sprt::new(0.0, 40.0).unwrap();
        // Five of a hundred may go wrong; twelve would be three deviations more.
        let [accepted, rejected] = verdicts(&sprt, 40.0);
        assert!(rejected <= 12, "{accepted} accepted, {rejected} rejected");
        let [accepted, rejected] = verdicts(&sprt, 0.0);
        assert!(accepted <= 12, "{accepted} accepted, {rejected} rejected");
        // Far beyond a claim nothing goes wrong.
        assert_eq!(verdicts(&sprt, 150.0), [100, 0]);
        assert_eq!(verdicts(&sprt, -150.0), [0, 100]);
    }

    #[test]
    fn claims_are_read_and_nonsense_is_not() {
        assert_eq!("-5, 5.5".parse::<Sprt>().unwrap().to_string(), "-5,5.5");
        for text in ["", "0", "10,0", "0,0", "0,nan", "nan,1", "-inf,0", "0,2000", "a,b", "0,1,2"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
