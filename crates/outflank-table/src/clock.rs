use std::time::Duration;

use outflank_rules::{ByColor, Color};

use crate::{Time, TimeControl};

/// The time that each player has left.
pub type Clocks = ByColor<Duration>;

/// Nothing ticks: events set the clocks, at most one runs, and the time in between follows from the time of the last event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    // At `since`; `None` if time is unlimited.
    left: Option<Clocks>,
    // None during a pause and after the end.
    running: Option<Color>,
    // When the clocks were last set, started or stopped.
    since: Time,
    // Charged for the current move before a pause.
    used: Duration,
}

impl Clock {
    pub(crate) fn start(control: TimeControl, turn: Color, at: Time) -> Clock {
        Clock { left: control.main().map(ByColor::both), running: Some(turn), since: at, used: Duration::ZERO }
    }

    pub(crate) fn since(&self) -> Time {
        self.since
    }

    /// Also known if time is unlimited.
    pub(crate) fn running(&self) -> Option<Color> {
        self.running
    }

    /// When the running clock is over by `margin`.
    pub(crate) fn deadline(&self, margin: Duration) -> Option<Time> {
        Some(self.since.after(self.left?[self.running?].saturating_add(margin)))
    }

    pub(crate) fn left(&self, now: Time) -> Option<Clocks> {
        let mut left = self.left?;
        if let Some(color) = self.running {
            left[color] = left[color].saturating_sub(now.since(self.since));
        }
        Some(left)
    }

    /// The time left if a move stops the running clock now.
    pub(crate) fn left_after_move(&self, control: TimeControl, now: Time) -> Option<Clocks> {
        let mut left = self.left(now)?;
        if let Some(color) = self.running {
            let used = self.used.saturating_add(now.since(self.since));
            left[color] = left[color].saturating_add(control.earned(used));
        }
        Some(left)
    }

    pub(crate) fn restart(&mut self, left: Option<Clocks>, turn: Color, at: Time) {
        *self = Clock { left, running: Some(turn), since: at, used: Duration::ZERO };
    }

    /// Sets and stops the clocks. [`Clock::resume`] continues the move.
    pub(crate) fn stop(&mut self, left: Option<Clocks>, at: Time) {
        if let (Some(color), Some(before), Some(after)) = (self.running, self.left, left) {
            let charged = before[color].saturating_sub(after[color]);
            self.used = self.used.saturating_add(charged);
        }
        self.left = left;
        self.running = None;
        self.since = at;
    }

    pub(crate) fn resume(&mut self, turn: Color, at: Time) {
        self.running = Some(turn);
        self.since = at;
    }
}
