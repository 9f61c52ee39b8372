use std::error::Error;
use std::fmt;
use std::ops::{Neg, Sub};
use std::str::FromStr;

pub(crate) const DISCS: &str = "a number of discs, such as +2 or -3.5";

/// A difference in discs, to a thousandth. Displayed with two decimals, or three where needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(i32);

impl Points {
    /// Whole discs.
    pub const fn from_discs(discs: i8) -> Points {
        Points(discs as i32 * 1_000)
    }

    /// Rounds to the nearest thousandth; `None` beyond ±64,000 discs and for NaN.
    pub fn from_f64(discs: f64) -> Option<Points> {
        const MOST: f64 = 64_000.0;
        (discs.abs() <= MOST).then(|| Points((discs * 1_000.0).round() as i32))
    }

    /// The value in thousandths of a disc.
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// The value, if it is whole and at most 64.
    pub(crate) fn whole_discs(self) -> Option<i8> {
        match (self.0 / 1_000, self.0 % 1_000) {
            (discs @ -64..=64, 0) => Some(discs as i8),
            _ => None,
        }
    }

    /// The value in discs.
    pub fn discs(self) -> f64 {
        f64::from(self.0) / 1_000.0
    }
}

impl Neg for Points {
    type Output = Points;

    fn neg(self) -> Points {
        Points(-self.0)
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }
}

impl FromStr for Points {
    type Err = ParsePointsError;

    fn from_str(text: &str) -> Result<Points, ParsePointsError> {
        let is_plain = |digits: &str| digits.chars().all(|character| character.is_ascii_digit() || character == '.');
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let number = Some(text).filter(|_| is_plain(digits)).and_then(|text| text.parse().ok());
        number.and_then(Points::from_f64).ok_or(ParsePointsError)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0 {
            ..0 => "-",
            _ if f.sign_plus() => "+",
            _ => "",
        };
        let (discs, rest) = (self.0.unsigned_abs() / 1_000, self.0.unsigned_abs() % 1_000);
        match rest % 10 {
            0 => write!(f, "{sign}{discs}.{:02}", rest / 10),
            _ => write!(f, "{sign}{discs}.{rest:03}"),
        }
    }
}

/// A text that is not a number of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePointsError;

impl fmt::Display for ParsePointsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {DISCS}")
    }
}

impl Error for ParsePointsError {}
