//! Players move from one server to another without notice. Before a server declares a player gone whom it saw last, or the opponent of a
//! connected player, it asks the store whether another server has [noted](crate::store::Store::attend) them.

use std::time::Duration;

use outflank_rules::{ByColor, Color};
use tokio::time::Instant;

use crate::store::{Occupant, Plan};

pub(super) const GONE_AFTER: Duration = Duration::from_secs(10);

/// For this long after a player came, their previous server may ask for them.
const SOUGHT_FOR: Duration = Duration::from_secs(30);

#[derive(Clone, Copy, Debug)]
pub(super) struct Presence {
    /// Absence doesn't matter if one player has both seats, or against the engine.
    tracked: bool,
    shared: bool,
    signs: ByColor<Sign>,
}

#[derive(Clone, Copy, Debug)]
struct Sign {
    seen: Instant,
    /// None if the player was last seen on another server, or never.
    here: Option<Instant>,
}

impl Presence {
    /// Both players count as present at first.
    pub(super) fn new(plan: &Plan, shared: bool, now: Instant) -> Presence {
        let is_engine = |color: Color| matches!(plan.occupants[color], Occupant::Engine(_));
        let alone = Color::ALL.into_iter().all(|color| plan.occupants[color] == Occupant::Creator);
        let tracked = !alone && !Color::ALL.into_iter().any(is_engine);
        Presence { tracked, shared, signs: ByColor::both(Sign { seen: now, here: None }) }
    }

    pub(super) fn touch(&mut self, color: Color, now: Instant) {
        let since = self.signs[color].here.unwrap_or_else(|| {
            // From now on this server waits for the opponent, who gets the full time.
            if self.signs[!color].here.is_none() {
                self.signs[!color].seen = now;
            }
            now
        });
        self.signs[color] = Sign { seen: now, here: Some(since) };
    }

    pub(super) fn touch_elsewhere(&mut self, color: Color, now: Instant) {
        self.signs[color] = Sign { seen: now, here: None };
    }

    pub(super) fn let_go(&mut self, color: Color) {
        self.signs[color].here = None;
    }

    pub(super) fn gone_at(&self, color: Color) -> Option<Instant> {
        let is_our_concern = !self.shared || Color::ALL.into_iter().any(|color| self.signs[color].here.is_some());
        (self.tracked && is_our_concern).then_some(self.signs[color].seen + GONE_AFTER)
    }

    /// Whether another server may ask for this player: the opponent may be there, or the player was.
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
    fn a_server_without_players_checks_no_presence() {
        let now = Instant::now();
        let mut presence = presence(now);
        assert_eq!(Color::ALL.map(|color| presence.gone_at(color)), [None, None]);
        let later = now + Duration::from_secs(100);
        presence.touch(Color::Black, later);
        assert_eq!(presence.gone_at(Color::White), Some(later + GONE_AFTER));
        presence.let_go(Color::Black);
        assert_eq!(presence.gone_at(Color::White), None);
    }

    #[test]
    fn presence_is_noted_while_another_server_may_ask() {
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
        assert!(presence.is_sought(Color::Black, alone, at(131)));
    }
}
