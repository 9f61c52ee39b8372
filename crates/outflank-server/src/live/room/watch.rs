//! Pauses games between engines while no one watches. Clients that poll count as watchers between two requests.

use std::time::Duration;

use outflank_rules::Color;
use outflank_table::{Command, Seat, Time};
use tokio::time::Instant;

use super::{MAX_EVENTS, Room};
use crate::live::Answer;
use crate::live::journal::Journal;
use crate::store::Status;

const UNWATCHED_FOR: Duration = Duration::from_secs(10);

/// When too many games run to resume another one, it asks again after this time.
const RESUME_AFTER: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug)]
pub(super) struct Watched {
    here: Instant,
    elsewhere: Instant,
    resumes_at: Option<Instant>,
}

impl Watched {
    /// A room that opens without a request is unwatched, unless its game is new: the creator is about to look.
    pub(super) fn at_opening(journal: &Journal, time: Time, now: Instant) -> Watched {
        let age = time.since(journal.plan().created);
        Watched { here: now, elsewhere: now + UNWATCHED_FOR.saturating_sub(age), resumes_at: None }
    }

    pub(super) fn touch(&mut self, now: Instant) {
        self.here = now + UNWATCHED_FOR;
    }

    pub(super) fn touch_elsewhere(&mut self, now: Instant) {
        self.elsewhere = now + UNWATCHED_FOR;
    }
}

impl Room {
    pub(super) fn is_watched_here(&self, now: Instant) -> bool {
        !self.audience.is_empty() || now < self.watched.here
    }

    pub(super) fn resumes_at(&self) -> Option<Instant> {
        self.watched.resumes_at.filter(|_| !self.audience.is_empty())
    }

    pub(super) fn unwatched_at(&self) -> Option<Instant> {
        let Watched { here, elsewhere, .. } = self.watched;
        (self.may_pause() && self.audience.is_empty()).then_some(here.max(elsewhere))
    }

    pub(super) async fn follow_watchers(&mut self, now: Instant) -> Answer<()> {
        let is_paused = self.journal.is_between_engines() && self.journal.status() == Status::Paused;
        if is_paused && self.is_watched_here(now) {
            return match self.may_resume(now).await? {
                true => self.decide(Seat::Host, Command::Resume).await,
                false => Ok(()),
            };
        }
        self.watched.resumes_at = None;
        if self.unwatched_at().is_none_or(|at| now < at) {
            return Ok(());
        }
        if self.is_watched_elsewhere().await? {
            self.watched.touch_elsewhere(now);
            return Ok(());
        }
        self.decide(Seat::Host, Command::Pause).await
    }

    /// A resumed game counts like a new one, so that no client can collect paused games and watch them all.
    async fn may_resume(&mut self, now: Instant) -> Answer<bool> {
        if self.watched.resumes_at.is_some_and(|at| now < at) {
            return Ok(false);
        }
        let owner = self.owner().await?;
        let may_resume = self.shared.engine_games.check(&*self.shared.store, owner).await.is_ok();
        self.watched.resumes_at = (!may_resume).then(|| now + RESUME_AFTER);
        Ok(may_resume)
    }

    /// A game with too many events is played to its end.
    fn may_pause(&self) -> bool {
        let is_running = self.journal.is_between_engines() && self.journal.status() == Status::Running;
        is_running && self.journal.last() < MAX_EVENTS
    }

    async fn is_watched_elsewhere(&mut self) -> Answer<bool> {
        if !self.shared.is_store_shared {
            return Ok(false);
        }
        let attending = self.shared.store.attending(self.journal.id(), self.shared.node).await;
        let attending = attending.map_err(|error| self.store_failed(&error))?;
        Ok(Color::ALL.into_iter().any(|color| attending[color]))
    }
}
