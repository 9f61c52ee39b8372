use std::time::Duration;

use outflank_rules::Position;

/// What is agreed before the game.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Terms {
    pub start: Position,
    pub time: TimeControl,
    pub takebacks: Takebacks,
    /// How far a clock may run over before its flag falls: the latency allowed in matches between programs, else zero.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Duration::is_zero"))]
    pub clock_margin: Duration,
}

impl Terms {
    /// Unlimited time, and takebacks with consent.
    pub const fn new(start: Position) -> Terms {
        Terms { start, time: TimeControl::Unlimited, takebacks: Takebacks::Asked, clock_margin: Duration::ZERO }
    }

    /// The terms of a rematch: the same. Only the players change colours.
    #[must_use]
    pub const fn rematch(&self) -> Terms {
        *self
    }
}

/// A player's time for the game. `main` must be greater than zero.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum TimeControl {
    /// No clocks.
    #[default]
    Unlimited,
    /// A fixed time for all moves.
    SuddenDeath { main: Duration },
    /// Each move adds the increment.
    Fischer { main: Duration, increment: Duration },
    /// Each move gives back the time that it took, up to the delay.
    Bronstein { main: Duration, delay: Duration },
}

impl TimeControl {
    /// The time at the start, if there are clocks.
    pub const fn main(self) -> Option<Duration> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::SuddenDeath { main }
            | TimeControl::Fischer { main, .. }
            | TimeControl::Bronstein { main, .. } => Some(main),
        }
    }

    /// The time that each move adds, however long it took.
    pub const fn increment(self) -> Duration {
        match self {
            TimeControl::Fischer { increment, .. } => increment,
            TimeControl::Unlimited | TimeControl::SuddenDeath { .. } | TimeControl::Bronstein { .. } => Duration::ZERO,
        }
    }

    /// The time added after a move that took `used`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use outflank_table::TimeControl;
    ///
    /// let seconds = Duration::from_secs;
    /// let bronstein = TimeControl::Bronstein { main: seconds(60), delay: seconds(5) };
    /// assert_eq!(bronstein.earned(seconds(3)), seconds(3));
    /// assert_eq!(bronstein.earned(seconds(20)), seconds(5));
    /// ```
    pub fn earned(self, used: Duration) -> Duration {
        match self {
            TimeControl::Unlimited | TimeControl::SuddenDeath { .. } => Duration::ZERO,
            TimeControl::Fischer { increment, .. } => increment,
            TimeControl::Bronstein { delay, .. } => used.min(delay),
        }
    }
}

/// Whether a player may take back a move.
#[allow(missing_docs, reason = "most variants name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Takebacks {
    Never,
    /// With the opponent's consent.
    Asked,
    /// At once, for a game against a program or at one keyboard.
    Free,
}
