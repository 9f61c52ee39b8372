//! What the players agree on before the game.

use std::time::Duration;

use outflank_rules::Position;

/// What is agreed before the game: where it starts, the time, and whether moves may be taken back.
///
/// ```
/// use std::time::Duration;
/// use outflank_rules::{Position, Rules};
/// use outflank_table::{Takebacks, Terms, TimeControl};
///
/// let start = Position::initial(Rules::Standard);
/// assert_eq!(Terms::new(start).time, TimeControl::Unlimited);
///
/// let blitz = Terms {
///     time: TimeControl::SuddenDeath { main: Duration::from_secs(5 * 60) },
///     takebacks: Takebacks::Never,
///     ..Terms::new(start)
/// };
/// assert_eq!(blitz.rematch(), blitz);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Terms {
    /// The position that the game starts in; it also says by which rules.
    pub start: Position,
    /// How much time each player has.
    pub time: TimeControl,
    /// Whether moves may be taken back.
    pub takebacks: Takebacks,
    /// How far a clock may run over before its flag falls. Matches between programs allow for the way that a move
    /// travels; everywhere else this is zero.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Duration::is_zero"))]
    pub clock_margin: Duration,
}

impl Terms {
    /// A friendly game from this position: as much time as it takes, and a move is taken back if the opponent agrees.
    pub const fn new(start: Position) -> Terms {
        Terms { start, time: TimeControl::Unlimited, takebacks: Takebacks::Asked, clock_margin: Duration::ZERO }
    }

    /// The terms of the game after this one, which are the same. What changes are the colours, and those are changed
    /// by whoever knows the players: to a table a seat is a colour.
    #[must_use]
    pub const fn rematch(&self) -> Terms {
        *self
    }
}

/// How much time each player has for the game.
///
/// A clock that has run out has fallen, so a game needs a `main` greater than zero, also where time is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum TimeControl {
    /// As much as it takes. There are no clocks.
    #[default]
    Unlimited,
    /// A fixed time for all moves.
    SuddenDeath {
        /// The time on each clock at the start.
        main: Duration,
    },
    /// Every move adds the same time to the clock of the one who made it.
    Fischer {
        /// The time on each clock at the start.
        main: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// Every move gives back the time that it took, up to the delay. A clock never shows more than before the move.
    Bronstein {
        /// The time on each clock at the start.
        main: Duration,
        /// The most that is given back after each move.
        delay: Duration,
    },
}

impl TimeControl {
    /// The time on each clock at the start, if there are clocks.
    pub const fn main(self) -> Option<Duration> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::SuddenDeath { main }
            | TimeControl::Fischer { main, .. }
            | TimeControl::Bronstein { main, .. } => Some(main),
        }
    }

    /// What every move adds to a clock, however long it took.
    pub const fn increment(self) -> Duration {
        match self {
            TimeControl::Fischer { increment, .. } => increment,
            TimeControl::Unlimited | TimeControl::SuddenDeath { .. } | TimeControl::Bronstein { .. } => Duration::ZERO,
        }
    }

    /// What is put on a clock after a move that took this long.
    ///
    /// ```
    /// use std::time::Duration;
    /// use outflank_table::TimeControl;
    ///
    /// let seconds = Duration::from_secs;
    /// let fischer = TimeControl::Fischer { main: seconds(60), increment: seconds(5) };
    /// let bronstein = TimeControl::Bronstein { main: seconds(60), delay: seconds(5) };
    /// assert_eq!(fischer.earned(seconds(3)), seconds(5));
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Takebacks {
    /// What has been played stays.
    Never,
    /// If the opponent agrees.
    Asked,
    /// At once, as suits a game against a program or at one keyboard.
    Free,
}
