//! Clocks: `main/increment/extension`. The last parts may be missing, and any part may be empty.

use std::time::Duration;

use crate::record::Clock;
use crate::seconds::{self, MinutesAndSeconds};

pub(crate) fn parse(text: &str) -> Option<Clock> {
    let mut parts = text.split('/').map(|part| match part.trim() {
        "" => Some(Duration::ZERO),
        part => seconds::parse(part),
    });
    let mut next = || parts.next().unwrap_or(Some(Duration::ZERO));
    let clock = Clock { main: next()?, increment: next()?, extension: next()? };
    parts.next().is_none().then_some(clock)
}

pub(crate) fn write(Clock { main, increment, extension }: Clock) -> String {
    let optional = |time: Duration| if time.is_zero() { String::new() } else { MinutesAndSeconds(time).to_string() };
    let clock = format!("{}/{}/{}", MinutesAndSeconds(main), optional(increment), optional(extension));
    clock.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for (text, [main, increment, extension], written) in [
            ("05:00//02:00", [300, 0, 120], "05:00//02:00"),
            ("0", [0, 0, 0], "00:00"),
            ("0//2:00", [0, 0, 120], "00:00//02:00"),
            ("90", [90, 0, 0], "01:30"),
            ("1:30:00 / 10 /", [5_400, 10, 0], "01:30:00/00:10"),
            ("/5/6", [0, 5, 6], "00:00/00:05/00:06"),
        ] {
            let [main, increment, extension] = [main, increment, extension].map(Duration::from_secs);
            let clock = Clock { main, increment, extension };
            assert_eq!(parse(text), Some(clock), "{text}");
            assert_eq!(write(clock), written);
        }
        for text in ["soon", "1/2/3/4", "05:00,L25", "-1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
