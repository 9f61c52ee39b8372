//! The time that players have.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::ByColor;

/// What each player has for a whole game, written as `60+1`: a minute, and a second for each move made.
///
/// ```
/// use outflank_players::TimeControl;
///
/// let control: TimeControl = "60+0.5".parse()?;
/// assert_eq!((control.main.as_secs(), control.increment.as_millis()), (60, 500));
/// assert_eq!(control.to_string(), "60+0.5");
/// assert_eq!("300".parse::<TimeControl>()?.to_string(), "300+0");
/// # Ok::<(), outflank_players::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// What a clock shows at the start.
    pub main: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// The clocks of a game under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What each player has left.
    pub left: ByColor<Duration>,
    /// What each move adds.
    pub increment: Duration,
    /// How far a clock may run over before the game is lost.
    pub margin: Duration,
}

/// No game lasts longer than this.
const MOST: Duration = Duration::from_secs(7 * 24 * 60 * 60);

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = |text: &str| {
            let seconds: f64 = text.trim().parse().map_err(|_| ParseTimeControlError)?;
            Duration::try_from_secs_f64(seconds).ok().filter(|&time| time <= MOST).ok_or(ParseTimeControlError)
        };
        let control = TimeControl { main: time(main)?, increment: time(increment)? };
        Some(control).filter(|control| !control.main.is_zero()).ok_or(ParseTimeControlError)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.main.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// A text that is not the time for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTimeControlError;

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the seconds for a game and for each move, up to a week, such as 60+1 or 300")
    }
}

impl Error for ParseTimeControlError {}
