use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long games are kept. Games whose clock is running are always kept: they end by their clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Open challenges, after their creator has left.
    pub offers: Keep,
    /// Other games that are not over, after the last move.
    pub unfinished: Keep,
    pub finished: Keep,
}

impl Default for Retention {
    fn default() -> Retention {
        Retention { offers: Keep::For(HOUR), unfinished: Keep::For(30 * DAY), finished: Keep::Forever }
    }
}

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

const UNITS: [(char, Duration); 3] = [('d', DAY), ('h', HOUR), ('m', MINUTE)];

const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 60 * 60);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    For(Duration),
    Forever,
}

impl Keep {
    pub(crate) fn time(self) -> Option<Duration> {
        match self {
            Keep::For(time) => Some(time),
            Keep::Forever => None,
        }
    }
}

impl FromStr for Keep {
    type Err = ParseKeepError;

    fn from_str(text: &str) -> Result<Keep, ParseKeepError> {
        if text == "forever" {
            return Ok(Keep::Forever);
        }
        let time = UNITS.into_iter().find_map(|(unit, length)| {
            let count: u32 = text.strip_suffix(unit)?.parse().ok()?;
            length.checked_mul(count)
        });
        let time = time.filter(|time| (MINUTE..=LONGEST).contains(time)).ok_or(ParseKeepError)?;
        Ok(Keep::For(time))
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Keep::For(time) = self else { return f.write_str("forever") };
        let seconds = time.as_secs();
        let whole = |(_, length): &(char, Duration)| seconds.is_multiple_of(length.as_secs());
        match UNITS.into_iter().find(whole) {
            Some((unit, length)) => write!(f, "{}{unit}", seconds / length.as_secs()),
            None => write!(f, "{seconds}s"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a time such as 90m, 1h or 30d, or forever")]
pub struct ParseKeepError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        for (text, time) in [("1m", MINUTE), ("90m", 90 * MINUTE), ("1h", HOUR), ("30d", 30 * DAY)] {
            assert_eq!(text.parse(), Ok(Keep::For(time)), "{text}");
            assert_eq!(Keep::For(time).to_string(), text);
        }
        assert_eq!("forever".parse(), Ok(Keep::Forever));
        assert_eq!("24h".parse::<Keep>().unwrap().to_string(), "1d");
        for text in ["", "1", "d", "0d", "-1d", "1.5h", "4294967295d", "99999999999d", "30 d", "never", "ü"] {
            assert_eq!(text.parse::<Keep>(), Err(ParseKeepError), "{text}");
        }
    }
}
