//! Games between engines: pause, single step and speed.

use std::fmt;
use std::time::Duration;

use outflank_table::{Time, TimeControl};

use crate::tui::app::State;
use crate::tui::screens::game::contest::Contest;

/// How long a position is shown at least before the next move. Kept for the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace(usize);

const DELAYS: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(5),
];

impl Default for Pace {
    fn default() -> Pace {
        Pace(2)
    }
}

impl Pace {
    #[cfg(test)]
    pub(crate) const NO_DELAY: Pace = Pace(0);

    pub(crate) fn delay(self) -> Duration {
        DELAYS[self.0.min(DELAYS.len() - 1)]
    }

    pub(crate) fn slower(self) -> Pace {
        Pace((self.0 + 1).min(DELAYS.len() - 1))
    }

    pub(crate) fn faster(self) -> Pace {
        Pace(self.0.saturating_sub(1))
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.delay() {
            Duration::ZERO => f.write_str("no delay"),
            delay => write!(f, "{} s per move", delay.as_secs_f64()),
        }
    }
}

/// When the next machine may think. `None` if it may already, or only once the game is continued.
pub(crate) fn due(contest: &Contest, pace: Pace, now: Time) -> Option<Time> {
    let is_paced = contest.is_between_machines() && contest.is_in_play() && !contest.on_hold;
    let due = contest.moved.after(pace.delay());
    (is_paced && due > now).then_some(due)
}

pub(crate) fn is_still(contest: &Contest, pace: Pace, now: Time) -> bool {
    let is_held = contest.on_hold && !contest.is_stepping;
    let is_parted = contest.resigned.is_some();
    is_held && contest.can_be_held() || is_parted || due(contest, pace, now).is_some()
}

pub(crate) fn toggle(state: &mut State) {
    match state.contest.as_mut().filter(|contest| contest.is_in_play()) {
        Some(contest) if contest.can_be_held() => {
            contest.on_hold = !contest.on_hold;
            contest.is_stepping = false;
        }
        Some(_) => state.notify("This game has no clock."),
        None => {}
    }
}

pub(crate) fn step(state: &mut State) {
    match state.contest.as_mut().filter(|contest| contest.is_in_play()) {
        Some(contest) if contest.on_hold => contest.is_stepping = true,
        Some(_) => state.notify("Press z to pause first."),
        None => {}
    }
}

impl Contest {
    pub(crate) fn can_be_held(&self) -> bool {
        self.is_between_machines() || self.table.terms().time != TimeControl::Unlimited
    }
}
