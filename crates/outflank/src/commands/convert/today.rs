//! The date, which WTHOR files begin with.

use std::time::{SystemTime, UNIX_EPOCH};

use outflank_formats::wthor::Date;

/// Today, by universal time.
pub(super) fn today() -> Date {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    day(since.as_secs() / (24 * 60 * 60))
}

/// The day that is so many days after the first of January 1970.
fn day(days: u64) -> Date {
    let mut left = days;
    let mut year = 1970;
    while left >= length(year) {
        left -= length(year);
        year += 1;
    }
    let february = if length(year) == 366 { 29 } else { 28 };
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    Date { year, month, day: left as u8 + 1 }
}

/// How many days a year has.
fn length(year: u16) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if is_leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        let date = |year, month, day| Date { year, month, day };
        assert_eq!(day(0), date(1970, 1, 1));
        assert_eq!(day(58), date(1970, 2, 28));
        assert_eq!(day(59), date(1970, 3, 1));
        assert_eq!(day(11_016), date(2000, 2, 29));
        assert_eq!(day(20_772), date(2026, 11, 15));
        assert_eq!(day(20_818), date(2026, 12, 31));
        assert_eq!(day(20_819), date(2027, 1, 1));
    }
}
