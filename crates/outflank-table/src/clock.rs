//! The two clocks of a game.

use std::time::Duration;

use outflank_rules::{ByColor, Color};

use crate::{Time, TimeControl};

/// The time that each player has left.
pub type Clocks = ByColor<Duration>;

/// Both clocks, of which at most one runs. Without a time control there is nothing left to count, but whose turn it
/// is and since when is still known.
///
/// Nothing here ticks. What stands on the clocks is set by events, and what they show in between follows from the
/// moment at which the running one was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// What was left at `since`; `None` when time is unlimited.
    left: Option<Clocks>,
    /// Whose clock runs; none during a pause and after the end.
    running: Option<Color>,
    /// When the clocks were last set, started or stopped.
    since: Time,
    /// What was charged for the move under way before a pause interrupted it.
    used: Duration,
}

impl Clock {
    /// Full clocks, of which the one of `turn` starts to run.
    pub(crate) fn start(control: TimeControl, turn: Color, at: Time) -> Clock {
        Clock { left: control.main().map(ByColor::both), running: Some(turn), since: at, used: Duration::ZERO }
    }

    /// When the clocks were last set, started or stopped. No moment before that counts.
    pub(crate) fn since(&self) -> Time {
        self.since
    }

    /// Whose clock runs, also when it is not counted because time is unlimited.
    pub(crate) fn running(&self) -> Option<Color> {
        self.running
    }

    /// When the running clock will have run out, and over by `margin`.
    pub(crate) fn deadline(&self, margin: Duration) -> Option<Time> {
        Some(self.since.after(self.left?[self.running?].saturating_add(margin)))
    }

    /// What is left at this moment.
    pub(crate) fn left(&self, now: Time) -> Option<Clocks> {
        let mut left = self.left?;
        if let Some(color) = self.running {
            left[color] = left[color].saturating_sub(now.since(self.since));
        }
        Some(left)
    }

    /// What is left if the running clock is stopped at this moment by a move.
    pub(crate) fn left_after_move(&self, control: TimeControl, now: Time) -> Option<Clocks> {
        let mut left = self.left(now)?;
        if let Some(color) = self.running {
            let used = self.used.saturating_add(now.since(self.since));
            left[color] = left[color].saturating_add(control.earned(used));
        }
        Some(left)
    }

    /// Sets the clocks and starts that of `turn`, for a new move.
    pub(crate) fn restart(&mut self, left: Option<Clocks>, turn: Color, at: Time) {
        *self = Clock { left, running: Some(turn), since: at, used: Duration::ZERO };
    }

    /// Sets the clocks and stops them. The move under way goes on with [`Clock::resume`].
    pub(crate) fn stop(&mut self, left: Option<Clocks>, at: Time) {
        if let (Some(color), Some(before), Some(after)) = (self.running, self.left, left) {
            let charged = before[color].saturating_sub(after[color]);
            self.used = self.used.saturating_add(charged);
        }
        self.left = left;
        self.running = None;
        self.since = at;
    }

    /// Lets the clock of `turn` run again.
    pub(crate) fn resume(&mut self, turn: Color, at: Time) {
        self.running = Some(turn);
        self.since = at;
    }
}
