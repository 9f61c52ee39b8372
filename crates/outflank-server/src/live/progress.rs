//! How far an open room is, as the shared can see it without asking.

use std::sync::{Mutex, PoisonError};

use outflank_rules::{ByColor, Color};
use tokio::time::Instant;

use super::presence::Presence;
use crate::GameId;
use crate::store::{GameVersion, Number};

/// What a room last said of itself; nothing before it is open.
#[derive(Debug, Default)]
pub(super) struct Progress(Mutex<Option<RoomStatus>>);

/// What a room says of itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomStatus {
    /// The last event that it knows.
    pub(super) last: Number,
    /// The last line of chat that was told here; none if there is nobody to tell it to.
    pub(super) heard: Option<Number>,
    /// Who is there.
    pub(super) presence: Presence,
    /// Who of them listens.
    pub(super) listens: ByColor<bool>,
    /// Whether the game is public and waits for anyone.
    pub(super) is_open: bool,
    /// Whose absence would matter.
    pub(super) counts: ByColor<bool>,
}

impl Progress {
    /// What the room last said.
    pub(super) fn report(&self) -> Option<RoomStatus> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room says this.
    pub(super) fn say(&self, report: RoomStatus) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
    }
}

impl RoomStatus {
    /// What the room knows of its game. Where nobody is told what is said, all of it is taken as known.
    pub(super) fn known(&self, game: GameId) -> GameVersion {
        GameVersion { game, last: self.last, said: self.heard.unwrap_or(Number::MAX) }
    }

    /// Whether the room does not know everything, if this is in the store.
    pub(super) fn is_behind(&self, news: GameVersion) -> bool {
        let known = self.known(news.game);
        news.last > known.last || news.said > known.said
    }

    /// Whether the game waits for anyone, and somebody who holds a seat of it listens.
    pub(super) fn is_attended_offer(&self) -> bool {
        self.is_open && Color::ALL.into_iter().any(|color| self.listens[color])
    }

    /// The players of whom another server may want to know that they are here.
    pub(super) fn sought(self, now: Instant) -> impl Iterator<Item = Color> {
        let RoomStatus { presence, counts, listens, .. } = self;
        Color::ALL.into_iter().filter(move |&color| counts[color] && presence.is_sought(color, listens, now))
    }
}
