use std::sync::{Mutex, PoisonError};

use outflank_rules::{ByColor, Color};
use tokio::time::Instant;

use super::presence::Presence;
use crate::GameId;
use crate::store::{GameVersion, Number};

#[derive(Debug, Default)]
pub(super) struct Progress(Mutex<Option<RoomStatus>>);

#[derive(Clone, Copy, Debug)]
pub(super) struct RoomStatus {
    pub(super) last: Number,
    /// None if no player listens.
    pub(super) chat_sent: Option<Number>,
    pub(super) presence: Presence,
    pub(super) listens: ByColor<bool>,
    pub(super) is_open: bool,
    pub(super) has_begun: bool,
    pub(super) counts: ByColor<bool>,
    pub(super) is_watched: bool,
    pub(super) watchers: usize,
}

impl Progress {
    pub(super) fn get(&self) -> Option<RoomStatus> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set(&self, status: RoomStatus) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(status);
    }
}

impl RoomStatus {
    /// Without a player who listens, all chat counts as known.
    pub(super) fn known(&self, game: GameId) -> GameVersion {
        GameVersion { game, last: self.last, said: self.chat_sent.unwrap_or(Number::MAX) }
    }

    pub(super) fn is_behind(&self, version: GameVersion) -> bool {
        let known = self.known(version.game);
        version.last > known.last || version.said > known.said
    }

    pub(super) fn is_attended_offer(&self) -> bool {
        self.is_open && Color::ALL.into_iter().any(|color| self.listens[color])
    }

    /// Players whose presence other servers may ask for, and engines that are watched.
    pub(super) fn sought(self, now: Instant) -> impl Iterator<Item = Color> {
        let RoomStatus { presence, counts, listens, is_watched, .. } = self;
        let is_sought = move |color| is_watched || presence.is_sought(color, listens, now);
        Color::ALL.into_iter().filter(move |&color| counts[color] && is_sought(color))
    }
}
