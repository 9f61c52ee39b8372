//! Moments, as the host of a table reads them off its clock.

use std::time::Duration;

/// A moment, in milliseconds on a clock of the host's choosing: since the table was opened, since 1970, since the
/// program started. A table only ever compares the moments that it is given.
///
/// ```
/// use std::time::Duration;
/// use outflank_table::Time;
///
/// let noon = Time::from_millis(43_200_000);
/// let later = noon.after(Duration::from_secs(5));
/// assert_eq!(later.as_millis(), 43_205_000);
/// assert_eq!(later.since(noon), Duration::from_secs(5));
/// assert_eq!(noon.since(later), Duration::ZERO);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Time(u64);

impl Time {
    /// The moment that is this many milliseconds after the zero of the clock.
    pub const fn from_millis(millis: u64) -> Time {
        Time(millis)
    }

    /// How many milliseconds after the zero of the clock it is.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// How much time has passed since another moment: none if that is still to come.
    pub const fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// The first moment at which that much time has passed: a fraction of a millisecond counts as a whole one. What
    /// lies beyond the end of the clock is its last moment.
    pub fn after(self, duration: Duration) -> Time {
        let millis = duration.as_nanos().div_ceil(1_000_000);
        Time(self.0.saturating_add(u64::try_from(millis).unwrap_or(u64::MAX)))
    }
}
