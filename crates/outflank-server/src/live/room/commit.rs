use outflank_table::{Command, Event, Seat, Time};
use tokio::time::Instant;

use super::{RETRY_AFTER, Room, TRIES};
use crate::live::Answer;
use crate::live::journal::Journal;
use crate::live::message::Message;
use crate::live::{errors, view};
use crate::store::{AppendError, Batch, CommandTag, GameEvent, LoggedEvent, Number, StoreError};
use crate::wire::Problem;

pub(super) enum CommitError {
    Conflict,
    Store(Problem),
}

impl Room {
    pub(super) async fn commit(
        &mut self,
        events: Vec<GameEvent>,
        tag: Option<&CommandTag>,
        now: Time,
    ) -> Result<(), CommitError> {
        self.commit_batch(self.journal.batch(events, tag, now)).await
    }

    pub(super) async fn commit_batch(&mut self, batch: Batch) -> Result<(), CommitError> {
        let last = self.journal.last();
        let numbered = (last + 1..).zip(batch.events.iter().cloned());
        let logged: Vec<_> =
            numbered.map(|(number, (event, command))| LoggedEvent { number, event, command }).collect();
        match self.shared.store.append(self.journal.id(), last, batch).await {
            Ok(()) => {
                self.shared.monitor.note_commit();
                self.apply(&logged);
                Ok(())
            }
            Err(AppendError::Conflict) => Err(self.resolve_conflict().await),
            Err(AppendError::Full) => Err(CommitError::Store(errors::seat_full())),
            Err(AppendError::Store(error)) => Err(CommitError::Store(self.store_failed(&error))),
        }
    }

    pub(super) async fn resolve_conflict(&mut self) -> CommitError {
        let last = self.journal.last();
        match self.catch_up().await {
            Ok(()) if self.journal.last() > last => CommitError::Conflict,
            // Without new events, trying again would never end.
            Ok(()) => {
                self.check_exists().await;
                if self.removed {
                    return CommitError::Store(errors::no_such_game());
                }
                let what = format!("events of game {} that are counted and cannot be read", self.journal.id());
                CommitError::Store(self.store_failed(&StoreError::Damaged { what }))
            }
            Err(problem) => CommitError::Store(problem),
        }
    }

    /// A refusal is not an error.
    pub(super) async fn decide(&mut self, seat: Seat, command: Command) -> Answer<()> {
        for _ in 0..TRIES {
            let now = self.settle_for_command(0).await?;
            let decided = self.journal.table().and_then(|table| table.decide(seat, command, now).ok());
            match self.commit_at(decided.unwrap_or_default(), now).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Conflict) => {}
                Err(CommitError::Store(problem)) => return Err(problem),
            }
        }
        Err(errors::busy())
    }

    async fn commit_at(&mut self, decided: Vec<Event>, now: Time) -> Result<(), CommitError> {
        match decided.is_empty() {
            true => Ok(()),
            false => self.commit(decided.into_iter().map(GameEvent::Table).collect(), None, now).await,
        }
    }

    pub(super) async fn commit_decided(&mut self, decide: impl Fn(&Journal) -> Vec<GameEvent>) -> Answer<()> {
        for _ in 0..TRIES {
            let events = decide(&self.journal);
            if events.is_empty() {
                return Ok(());
            }
            match self.commit(events, None, self.shared.clock.now()).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Conflict) => {}
                Err(CommitError::Store(problem)) => return Err(problem),
            }
        }
        Err(errors::busy())
    }

    /// Reloads the game after a store error, leaves outages out of the clocks, and lets due flags fall. Returns the time at which this held.
    pub(super) async fn settle(&mut self) -> Answer<Time> {
        if self.retry_at.is_some() {
            self.catch_up().await?;
        }
        for _ in 0..TRIES {
            self.bridge_outages().await?;
            let now = self.shared.clock.now();
            if self.bridged != Some(self.shared.monitor.outages_found()) {
                // The clock may have jumped over an outage.
                continue;
            }
            let Some(deadline) = self.deadline().filter(|&deadline| deadline <= now) else { return Ok(now) };
            if !self.shared.monitor.has_passed(deadline) {
                self.reach_store().await?;
                continue;
            }
            let fall = self.journal.table().and_then(|table| table.decide(Seat::Host, Command::Tick, now).ok());
            match self.commit_at(fall.unwrap_or_default(), now).await {
                Ok(()) | Err(CommitError::Conflict) => {}
                Err(CommitError::Store(problem)) => return Err(problem),
            }
        }
        Err(errors::busy())
    }

    /// The same for an event in a game with a clock: all outages before it must be known.
    pub(super) async fn settle_for_command(&mut self, seen: Number) -> Answer<Time> {
        let now = self.settle_at_least(seen).await?;
        if self.deadline().is_none() || self.shared.monitor.is_steady() {
            return Ok(now);
        }
        self.reach_store().await?;
        self.settle().await
    }

    /// The same for a client that has seen event `seen`, perhaps on another server.
    pub(super) async fn settle_at_least(&mut self, seen: Number) -> Answer<Time> {
        if seen > self.journal.last() {
            self.catch_up().await?;
        }
        self.settle().await
    }

    /// The same for a client that only reads: if events that are due cannot be written, the game is shown as it is stored.
    pub(super) async fn settle_for_reader(&mut self, seen: Number) -> Answer<Time> {
        let waits = self.awaits_store() || self.retry_at.is_some_and(|retry| Instant::now() < retry);
        if !waits && let Ok(now) = self.settle_at_least(seen).await {
            return Ok(now);
        }
        // The room still has to retry then.
        let retry = self.retry_at;
        self.catch_up().await?;
        self.retry_at = retry;
        Ok(self.shared.clock.now())
    }

    /// After a store error it is unknown whether the events were written.
    pub(super) fn store_failed(&mut self, error: &StoreError) -> Problem {
        self.retry_at = Some(Instant::now() + RETRY_AFTER);
        errors::store(error)
    }

    pub(super) fn wait_for_store(&mut self) -> Problem {
        self.retry_at = Some(Instant::now() + RETRY_AFTER);
        errors::unavailable()
    }

    pub(super) async fn catch_up(&mut self) -> Answer<()> {
        match self.shared.store.events(self.journal.id(), self.journal.last()).await {
            Ok(missed) => {
                self.retry_at = None;
                self.apply(&missed);
                self.note_elsewhere(&missed).await;
                Ok(())
            }
            Err(error) => Err(self.store_failed(&error)),
        }
    }

    fn apply(&mut self, logged: &[LoggedEvent]) {
        let was_open = self.journal.is_open();
        for logged in logged {
            self.journal.apply(logged);
        }
        if self.journal.last() == self.sent {
            return;
        }
        if !self.audience.is_empty() {
            let state = view::state(&self.journal, self.sent, self.shared.clock.now());
            self.audience.send(&Message::state(&state));
        }
        self.sent = self.journal.last();
        self.shared.changes.game_changed(self.journal.id());
        if was_open {
            self.shared.lobby.changed();
        }
    }
}
