use std::time::Duration;

use outflank_rules::{ByColor, Color};

use crate::Time;

/// How long a player must be absent before the opponent may claim the game. Pauses do not count.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(60);

/// The absent players. Absence does not affect the clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Presence {
    gone: ByColor<Option<Absence>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Absence {
    since: Time,
    // Before the last pause.
    counted: Duration,
    // `None` during a pause.
    counted_from: Option<Time>,
}

impl Presence {
    pub(crate) fn gone_since(&self, color: Color) -> Option<Time> {
        self.gone[color].as_ref().map(|absence| absence.since)
    }

    /// Without pauses.
    pub(crate) fn gone_for(&self, color: Color, now: Time) -> Option<Duration> {
        self.gone[color].as_ref().map(|absence| absence.counted(now))
    }

    pub(crate) fn leave(&mut self, color: Color, at: Time, paused: bool) {
        self.gone[color] = Some(Absence { since: at, counted: Duration::ZERO, counted_from: (!paused).then_some(at) });
    }

    pub(crate) fn come_back(&mut self, color: Color) {
        self.gone[color] = None;
    }

    pub(crate) fn pause(&mut self, at: Time) {
        for absence in [&mut self.gone.black, &mut self.gone.white].into_iter().flatten() {
            absence.counted = absence.counted(at);
            absence.counted_from = None;
        }
    }

    pub(crate) fn resume(&mut self, at: Time) {
        for absence in [&mut self.gone.black, &mut self.gone.white].into_iter().flatten() {
            absence.counted_from = Some(at);
        }
    }
}

impl Absence {
    fn counted(&self, now: Time) -> Duration {
        let running = self.counted_from.map_or(Duration::ZERO, |from| now.since(from));
        self.counted.saturating_add(running)
    }
}
