//! What other servers did, and what this one does for them.

use outflank_rules::{ByColor, Color};
use outflank_table::{Command, Event, Seat};
use tokio::time::Instant;

use super::commit::NotKept;
use super::engine::Right;
use super::{Room, TRIES};
use crate::live::progress::RoomStatus;
use crate::live::{errors, outage};
use crate::store::{GameEvent, GameVersion, LoggedEvent, Status};
use crate::wire::Problem;

impl Room {
    /// Reads what is not known, if this much is in the store. What cannot be read now is found when the store is asked again.
    pub(super) async fn follow(&mut self, news: GameVersion) {
        if news.last > self.journal.last() && self.catch_up().await.is_err() {
            return;
        }
        if self.heard.is_some_and(|heard| news.said > heard) {
            drop(self.hear().await);
        }
    }

    /// Something is due, and the store has given the game to this server: perhaps another one had it before.
    pub(super) async fn look(&mut self) {
        if self.shared.is_store_shared {
            // What fails here has set a time to try again.
            drop(self.catch_up().await);
            self.right = Right::Unknown;
        }
    }

    /// Lets the shared know how far the room is, and who is there.
    pub(super) fn report(&self) {
        self.progress.say(RoomStatus {
            last: self.journal.last(),
            heard: self.heard,
            presence: self.presence,
            listens: ByColor::from_fn(|color| self.audience.has(color)),
            is_open: self.journal.is_open(),
            counts: ByColor::from_fn(|color| self.counts(color)),
        });
    }

    /// Whether it matters that this player stays.
    pub(super) fn counts(&self, color: Color) -> bool {
        let is_there = self.journal.table().is_some_and(|table| table.gone_since(color).is_none());
        self.journal.status() == Status::Running && is_there
    }

    /// Takes note of who gave a sign of life at another server, of who sat down there, and of a board that was made there.
    pub(super) async fn meet(&mut self, missed: &[LoggedEvent]) {
        let now = Instant::now();
        if self.shared.is_store_shared && missed.iter().any(|logged| logged.number == self.journal.board()) {
            self.right = Right::elsewhere(self.journal.board(), now);
        }
        let mut somebody_joined = false;
        for logged in missed {
            match logged.event {
                GameEvent::Table(Event::Played { by, .. } | Event::Returned { by, .. }) if !self.audience.has(by) => {
                    self.presence.touch_elsewhere(by, now);
                }
                GameEvent::Joined { .. } => somebody_joined = true,
                _ => {}
            }
        }
        if somebody_joined && !self.audience.is_empty() {
            match self.shared.store.holders(self.journal.id()).await {
                Ok(holders) => {
                    self.audience.seat_holders(&holders);
                    self.begin_to_hear();
                }
                Err(error) => drop(errors::by_store(&error)),
            }
        }
    }

    /// Finds a player gone who has given no sign of life here, unless another server has them. Brings one back who listens here.
    pub(super) async fn look_after_players(&mut self, now: Instant) -> Result<(), Problem> {
        for color in Color::ALL {
            let is_gone = self.journal.table().is_some_and(|table| table.gone_since(color).is_some());
            if is_gone && self.audience.has(color) && self.journal.status() == Status::Running {
                self.put(Seat::Player(color), Command::Return).await?;
            }
            if self.gone_at(color).is_none_or(|gone_at| now < gone_at) {
                continue;
            }
            if self.shared.is_store_shared {
                let attending = self.shared.store.attending(self.journal.id(), self.shared.node).await;
                if attending.map_err(|error| self.unsettle(&error))?[color] {
                    self.presence.touch_elsewhere(color, now);
                    continue;
                }
            }
            self.presence.let_go(color);
            self.put(Seat::Player(color), Command::Leave).await?;
        }
        Ok(())
    }

    /// Stops the clocks for the time in which no server ran, if another one has not done so.
    pub(super) async fn get_over_outage(&mut self) -> Result<(), Problem> {
        for _ in 0..TRIES {
            let outage = self.shared.monitor.outage();
            if outage.number <= self.bridged {
                return Ok(());
            }
            let now = self.shared.clock.now();
            let events = outage::across(&self.journal, outage, now);
            if events.is_empty() {
                self.bridged = outage.number;
                return Ok(());
            }
            match self.commit(events, None, now).await {
                Ok(()) | Err(NotKept::Overtaken) => {}
                Err(NotKept::Failed(problem)) => return Err(problem),
            }
        }
        Err(errors::busy())
    }

    /// Refuses what depends on the time as long as it may be that no server ran until now: the heartbeat finds out.
    pub(super) fn check_pulse(&mut self) -> Result<(), Problem> {
        match self.shared.monitor.is_steady() {
            true => Ok(()),
            false => Err(self.wait_for_store()),
        }
    }
}
