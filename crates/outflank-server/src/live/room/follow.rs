use outflank_rules::{ByColor, Color};
use outflank_table::{Command, Event, Seat};
use tokio::time::Instant;

use super::Room;
use super::engine::EngineClaim;
use crate::live::Answer;
use crate::live::progress::RoomStatus;
use crate::live::{errors, outage};
use crate::store::{GameEvent, GameVersion, LoggedEvent, Status};

impl Room {
    pub(super) async fn follow(&mut self, version: GameVersion) {
        let last = self.journal.last();
        if version.last > last {
            if self.catch_up().await.is_err() {
                return;
            }
            if self.journal.last() == last {
                self.check_exists().await;
            }
        }
        if self.chat_sent.is_some_and(|chat_sent| version.said > chat_sent) {
            drop(self.send_missed_chat().await);
        }
    }

    pub(super) async fn check_exists(&mut self) {
        if let Ok(None) = self.shared.store.plan(self.journal.id()).await {
            self.removed = true;
        }
    }

    /// Another server may have had the game before it became due here.
    pub(super) async fn woken(&mut self) {
        if self.shared.is_store_shared {
            // A failure has set the time to retry.
            drop(self.catch_up().await);
            self.claim = EngineClaim::Unknown;
        }
    }

    pub(super) fn report(&mut self) {
        self.timed = match self.deadline() {
            Some(_) => self.timed.take().or_else(|| Some(self.shared.monitor.timed_room())),
            None => None,
        };
        self.progress.set(RoomStatus {
            last: self.journal.last(),
            chat_sent: self.chat_sent,
            presence: self.presence,
            listens: ByColor::from_fn(|color| self.audience.has(color)),
            is_open: self.journal.is_open(),
            has_begun: self.journal.table().is_some(),
            counts: ByColor::from_fn(|color| self.counts(color)),
            watchers: if self.journal.is_listed_as_running() { self.audience.watchers() } else { 0 },
            is_watched: self.journal.is_between_engines() && self.is_watched_here(Instant::now()),
        });
    }

    pub(super) fn counts(&self, color: Color) -> bool {
        let is_there = self.journal.table().is_some_and(|table| table.gone_since(color).is_none());
        self.journal.status() == Status::Running && is_there
    }

    pub(super) async fn note_elsewhere(&mut self, missed: &[LoggedEvent]) {
        let now = Instant::now();
        if self.shared.is_store_shared && missed.iter().any(|logged| logged.number == self.journal.board()) {
            self.claim = EngineClaim::elsewhere(self.journal.board(), now);
        }
        let mut has_join = false;
        for logged in missed {
            match logged.event {
                GameEvent::Table(Event::Played { by, .. } | Event::Returned { by, .. }) if !self.audience.has(by) => {
                    self.presence.touch_elsewhere(by, now);
                }
                GameEvent::Joined { .. } => has_join = true,
                // Someone watches there.
                GameEvent::Table(Event::Resumed { .. }) => self.watched.touch_elsewhere(now),
                _ => {}
            }
        }
        if has_join && !self.audience.is_empty() {
            match self.shared.store.holders(self.journal.id()).await {
                Ok(holders) => {
                    self.audience.seat_holders(&holders);
                    self.start_chat();
                }
                Err(error) => drop(errors::store(&error)),
            }
        }
    }

    pub(super) async fn update_presence(&mut self, now: Instant) -> Answer<()> {
        for color in Color::ALL {
            let is_gone = self.journal.table().is_some_and(|table| table.gone_since(color).is_some());
            if is_gone && self.audience.has(color) && self.journal.status() == Status::Running {
                self.decide(Seat::Player(color), Command::Return).await?;
            }
            if self.gone_at(color).is_none_or(|gone_at| now < gone_at) {
                continue;
            }
            if self.shared.is_store_shared {
                let attending = self.shared.store.attending(self.journal.id(), self.shared.node).await;
                if attending.map_err(|error| self.store_failed(&error))?[color] {
                    self.presence.touch_elsewhere(color, now);
                    continue;
                }
            }
            self.presence.let_go(color);
            self.decide(Seat::Player(color), Command::Leave).await?;
        }
        Ok(())
    }

    pub(super) async fn bridge_outages(&mut self) -> Answer<()> {
        let found = self.shared.monitor.outages_found();
        if self.bridged == Some(found) {
            return Ok(());
        }
        if self.journal.table().is_some_and(outage::counts_time) {
            let outages = self.shared.store.outages(self.journal.latest()).await;
            let outages = outages.map_err(|error| self.store_failed(&error))?;
            self.commit_decided(|journal| outage::across(journal, &outages)).await?;
        }
        self.bridged = Some(found);
        Ok(())
    }

    pub(super) async fn reach_store(&mut self) -> Answer<()> {
        let mut closing = self.shared.closing();
        let reached = tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => false,
            reached = self.shared.monitor.next_heartbeat() => reached,
        };
        match reached {
            true => Ok(()),
            false => Err(self.wait_for_store()),
        }
    }

    /// Whether a flag may have fallen, but the store has not answered since.
    pub(super) fn awaits_store(&self) -> bool {
        let is_due = |deadline| deadline <= self.shared.clock.now() && !self.shared.monitor.has_passed(deadline);
        self.deadline().is_some_and(is_due)
    }
}
