use std::time::Duration;

/// Milliseconds on a clock of the host's choice. Tables only compare times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Time(u64);

impl Time {
    /// Milliseconds since the zero of the clock.
    pub const fn from_millis(millis: u64) -> Time {
        Time(millis)
    }

    /// Milliseconds since the zero of the clock.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The time since `earlier`, or zero if that is in the future.
    pub const fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// The time after a duration, rounded up to a millisecond. Saturates.
    pub fn after(self, duration: Duration) -> Time {
        let millis = duration.as_nanos().div_ceil(1_000_000);
        Time(self.0.saturating_add(u64::try_from(millis).unwrap_or(u64::MAX)))
    }
}
