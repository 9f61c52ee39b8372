//! Who is there.

use std::time::Duration;

use outflank_rules::{ByColor, Color};
use tokio::time::Instant;

use crate::store::{Occupant, Plan};

/// A player who gives no sign of life for so long is gone.
pub(super) const GONE_AFTER: Duration = Duration::from_secs(10);

/// When the players were last there. Who listens is there all the time.
#[derive(Debug)]
pub(super) struct Presence {
    /// Whether it matters: nobody waits for somebody who sits on both seats, nor for the engine.
    tracked: bool,
    seen: ByColor<Instant>,
}

impl Presence {
    /// Everybody is taken as present at first.
    pub(super) fn new(plan: &Plan, now: Instant) -> Presence {
        let is_engine = |color: Color| matches!(plan.occupants[color], Occupant::Engine(_));
        let alone = Color::ALL.into_iter().all(|color| plan.occupants[color] == Occupant::Creator);
        let tracked = !alone && !Color::ALL.into_iter().any(is_engine);
        Presence { tracked, seen: ByColor::both(now) }
    }

    /// Somebody on this seat gave a sign of life.
    pub(super) fn touch(&mut self, color: Color, now: Instant) {
        self.seen[color] = now;
    }

    /// When this player will be gone, if nothing is heard.
    pub(super) fn gone_at(&self, color: Color) -> Option<Instant> {
        self.tracked.then_some(self.seen[color] + GONE_AFTER)
    }
}
