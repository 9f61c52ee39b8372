//! Who is there.
//!
//! A player is at one server at a time, and goes to another without saying so. A server looks after those who were last seen at it, and after
//! the opponent of who is there: before it says that somebody is gone, it asks the store whether another server has them. That one has
//! [noted](crate::store::Store::attend) it, if anybody else can want to know.

use std::time::Duration;

use outflank_rules::{ByColor, Color};
use tokio::time::Instant;

use crate::store::{Occupant, Plan};

/// A player who gives no sign of life for so long is gone.
pub(super) const GONE_AFTER: Duration = Duration::from_secs(10);

/// For so long after somebody came, the server where they were before may look for them.
const SOUGHT_FOR: Duration = Duration::from_secs(30);

/// When the players were last there. Who listens is there all the time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presence {
    /// Whether it matters: nobody waits for somebody who sits on both seats, nor for the engine.
    tracked: bool,
    /// Whether players can be at another server.
    shared: bool,
    signs: ByColor<Sign>,
}

/// What is known of a player.
#[derive(Clone, Copy, Debug)]
struct Sign {
    /// The last sign of life.
    seen: Instant,
    /// Since when the player has been here; none if they were last seen elsewhere, or not at all.
    here: Option<Instant>,
}

impl Presence {
    /// Everybody is taken as present at first.
    pub(super) fn new(plan: &Plan, shared: bool, now: Instant) -> Presence {
        let is_engine = |color: Color| matches!(plan.occupants[color], Occupant::Engine(_));
        let alone = Color::ALL.into_iter().all(|color| plan.occupants[color] == Occupant::Creator);
        let tracked = !alone && !Color::ALL.into_iter().any(is_engine);
        Presence { tracked, shared, signs: ByColor::both(Sign { seen: now, here: None }) }
    }

    /// Somebody on this seat gave a sign of life.
    pub(super) fn touch(&mut self, color: Color, now: Instant) {
        let since = self.signs[color].here.unwrap_or_else(|| {
            // From now on this server waits for the opponent, who has as much time as ever to come.
            if self.signs[!color].here.is_none() {
                self.signs[!color].seen = now;
            }
            now
        });
        self.signs[color] = Sign { seen: now, here: Some(since) };
    }

    /// Somebody on this seat gave a sign of life at another server.
    pub(super) fn touch_elsewhere(&mut self, color: Color, now: Instant) {
        self.signs[color] = Sign { seen: now, here: None };
    }

    /// Somebody on this seat was found to be gone, and is not looked after any more.
    pub(super) fn let_go(&mut self, color: Color) {
        self.signs[color].here = None;
    }

    /// When this player will be gone, if nothing is heard.
    pub(super) fn gone_at(&self, color: Color) -> Option<Instant> {
        let is_our_concern = !self.shared || Color::ALL.into_iter().any(|color| self.signs[color].here.is_some());
        (self.tracked && is_our_concern).then_some(self.signs[color].seen + GONE_AFTER)
    }

    /// Whether another server may want to know that this player is here: the opponent may be there, or the player was.
    pub(super) fn is_sought(&self, color: Color, listens: ByColor<bool>, now: Instant) -> bool {
        let Sign { seen, here } = self.signs[color];
        let is_here = listens[color] || now < seen + GONE_AFTER;
        let came_lately = |since: Instant| now < since + SOUGHT_FOR;
        let sought = here.is_some_and(|since| !listens[!color] || came_lately(since));
        self.tracked && self.shared && is_here && sought
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn presence(now: Instant) -> Presence {
        Presence { tracked: true, shared: true, signs: ByColor::both(Sign { seen: now, here: None }) }
    }

    #[test]
    fn a_server_without_players_looks_for_nobody() {
        let now = Instant::now();
        let mut presence = presence(now);
        assert_eq!(Color::ALL.map(|color| presence.gone_at(color)), [None, None]);
        let later = now + Duration::from_secs(100);
        presence.touch(Color::Black, later);
        // White has not been waited for until now.
        assert_eq!(presence.gone_at(Color::White), Some(later + GONE_AFTER));
        presence.let_go(Color::Black);
        assert_eq!(presence.gone_at(Color::White), None);
    }

    #[test]
    fn it_is_noted_who_is_here_as_long_as_somebody_may_ask() {
        let now = Instant::now();
        let mut presence = presence(now);
        presence.touch(Color::Black, now);
        let at = |seconds| now + Duration::from_secs(seconds);
        let (alone, both) = (ByColor { black: true, white: false }, ByColor::both(true));
        assert!(presence.is_sought(Color::Black, alone, at(100)), "White is elsewhere, and may wait for Black there");
        assert!(!presence.is_sought(Color::White, alone, at(1)));
        presence.touch(Color::White, at(100));
        assert!(!presence.is_sought(Color::Black, both, at(101)), "both are here");
        assert!(presence.is_sought(Color::White, both, at(129)), "White was somewhere else before");
        assert!(!presence.is_sought(Color::White, both, at(130)));
        // White may be on the way to another server, and will look for Black there.
        assert!(presence.is_sought(Color::Black, alone, at(131)));
    }
}
