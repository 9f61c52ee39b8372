use std::fmt;
use std::time::Duration;

/// The longest time read or written; sums of such times are far from overflowing.
const MOST: Duration = Duration::from_secs(u32::MAX as u64);

/// Parses `23.46`, `05:00` or `1:30:00`. Digits after the ninth decimal are ignored.
pub(crate) fn parse(text: &str) -> Option<Duration> {
    parse_unbounded(text).filter(|&time| time <= MOST)
}

pub(crate) fn parse_unbounded(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if whole.split(':').count() > 3 || !is_digits(fraction) {
        return None;
    }
    let seconds = whole.split(':').try_fold(0_u64, |total, unit| {
        let unit: u32 = unit.parse().ok().filter(|_| is_digits(unit))?;
        Some(total * 60 + u64::from(unit))
    })?;
    let nanos = format!("{fraction:0<9.9}").parse().ok()?;
    Some(Duration::new(seconds, nanos))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Displays seconds with at least as many decimals as the precision asks for.
pub(crate) struct Seconds(pub(crate) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.0.min(MOST);
        write!(f, "{}", time.as_secs())?;
        f.write_str(&fraction(time, f.precision().unwrap_or(0)))
    }
}

/// Displays `mm:ss`, or `hh:mm:ss` from an hour on.
pub(crate) struct MinutesAndSeconds(pub(crate) Duration);

impl fmt::Display for MinutesAndSeconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.0.min(MOST);
        let (hours, minutes, seconds) = (time.as_secs() / 3_600, time.as_secs() / 60 % 60, time.as_secs() % 60);
        if hours > 0 {
            write!(f, "{hours:02}:")?;
        }
        write!(f, "{minutes:02}:{seconds:02}")?;
        f.write_str(&fraction(time, 0))
    }
}

/// The decimals with the point before them, or nothing. At least `least` of them; more if needed.
pub(crate) fn fraction(time: Duration, least: usize) -> String {
    let decimals = format!("{:09}", time.subsec_nanos());
    let needed = decimals.trim_end_matches('0').len().max(least).min(decimals.len());
    match &decimals[..needed] {
        "" => String::new(),
        decimals => format!(".{decimals}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_all_three_ways() {
        for (text, milliseconds) in [
            ("0", 0),
            ("23.46", 23_460),
            ("7.", 7_000),
            ("05:00", 300_000),
            ("90:00", 5_400_000),
            ("1:30:00.5", 5_400_500),
        ] {
            assert_eq!(parse(text), Some(Duration::from_millis(milliseconds)), "{text}");
        }
        assert_eq!(parse("0.0000000019"), Some(Duration::from_nanos(1)));
        assert_eq!(parse("4294967295"), Some(MOST));
        for text in ["", ".5", "-1", "+1", "1e3", "1.2.3", "1:2:3:4", ":30", "5:", "4294967296", "99999999999:00:00"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_written_without_loss() {
        let time = Duration::from_millis(3_723_450);
        assert_eq!(Seconds(time).to_string(), "3723.45");
        assert_eq!(format!("{:.2}", Seconds(Duration::from_millis(7_500))), "7.50");
        assert_eq!(format!("{:.2}", Seconds(Duration::from_nanos(1))), "0.000000001");
        assert_eq!(Seconds(Duration::from_secs(300)).to_string(), "300");
        assert_eq!(MinutesAndSeconds(time).to_string(), "01:02:03.45");
        assert_eq!(MinutesAndSeconds(Duration::from_secs(300)).to_string(), "05:00");
        assert_eq!(parse(&MinutesAndSeconds(Duration::MAX).to_string()), Some(MOST));
    }
}
