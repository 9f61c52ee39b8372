use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_engine::GameClock;
use outflank_rules::{ByColor, Color};
use outflank_table::TimeControl;

/// The time for a whole game, written as `60+1`: a minute, and a second for each move.
///
/// ```
/// use outflank_players::ClockConfig;
///
/// let clock: ClockConfig = "60+0.5".parse()?;
/// assert_eq!((clock.main.as_secs(), clock.increment.as_millis()), (60, 500));
/// assert_eq!(clock.to_string(), "60+0.5");
/// assert_eq!("300".parse::<ClockConfig>()?.to_string(), "300+0");
/// # Ok::<(), outflank_players::ParseClockError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockConfig {
    pub main: Duration,
    pub increment: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    pub left: ByColor<Duration>,
    pub increment: Duration,
    pub margin: Duration,
}

impl ClockState {
    pub fn of(&self, color: Color) -> GameClock {
        GameClock { left: self.left[color], increment: self.increment }
    }
}

impl ClockConfig {
    const LONGEST: Duration = Duration::from_secs(7 * 24 * 60 * 60);
}

impl From<ClockConfig> for TimeControl {
    fn from(ClockConfig { main, increment }: ClockConfig) -> TimeControl {
        match increment.is_zero() {
            true => TimeControl::SuddenDeath { main },
            false => TimeControl::Fischer { main, increment },
        }
    }
}

impl FromStr for ClockConfig {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<ClockConfig, ParseClockError> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = |text: &str| {
            let seconds: f64 = text.trim().parse().map_err(|_| ParseClockError)?;
            let time = Duration::try_from_secs_f64(seconds).ok();
            time.filter(|&time| time <= ClockConfig::LONGEST).ok_or(ParseClockError)
        };
        let clock = ClockConfig { main: time(main)?, increment: time(increment)? };
        Some(clock).filter(|clock| !clock.main.is_zero()).ok_or(ParseClockError)
    }
}

impl fmt::Display for ClockConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.main.as_secs_f64(), self.increment.as_secs_f64())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseClockError;

impl fmt::Display for ParseClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected seconds per game and per move, at most a week, such as 60+1 or 300")
    }
}

impl Error for ParseClockError {}
