//! The way into the store, and back from it after a failure.

use outflank_table::{Command, Seat, Time};
use tokio::time::Instant;

use super::{RETRY_AFTER, Room, TRIES};
use crate::live::message::Message;
use crate::live::{errors, view};
use crate::store::{AppendError, Batch, CommandTag, GameEvent, LoggedEvent, Number, StoreError};
use crate::wire::Problem;

/// Why events did not happen.
pub(super) enum NotKept {
    /// Something else happened before, and has been taken in: what was to happen is to be judged anew.
    Overtaken,
    /// The store failed or refused.
    Failed(Problem),
}

impl Room {
    /// Makes events happen: they go to the store, and only then are they taken in and told.
    pub(super) async fn commit(
        &mut self,
        events: Vec<GameEvent>,
        tag: Option<&CommandTag>,
        now: Time,
    ) -> Result<(), NotKept> {
        self.keep(self.journal.batch(events, tag, now)).await
    }

    /// The same, for a batch that may also give seats.
    pub(super) async fn keep(&mut self, batch: Batch) -> Result<(), NotKept> {
        let last = self.journal.last();
        let numbered = (last + 1..).zip(batch.events.iter().cloned());
        let logged: Vec<_> =
            numbered.map(|(number, (event, command))| LoggedEvent { number, event, command }).collect();
        match self.shared.store.append(self.journal.id(), last, batch).await {
            Ok(()) => {
                self.take_in(&logged);
                Ok(())
            }
            Err(AppendError::Conflict) => match self.catch_up().await {
                Ok(()) if self.journal.last() > last => Err(NotKept::Overtaken),
                // To try again at once would be to try for ever.
                Ok(()) => {
                    let what = format!("events of game {} that are counted and cannot be read", self.journal.id());
                    Err(NotKept::Failed(self.unsettle(&StoreError::Damaged { what })))
                }
                Err(problem) => Err(NotKept::Failed(problem)),
            },
            Err(AppendError::Full) => Err(NotKept::Failed(errors::full())),
            Err(AppendError::Store(error)) => Err(NotKept::Failed(self.unsettle(&error))),
        }
    }

    /// Puts a command to the table. What it refuses is not to be done.
    pub(super) async fn put(&mut self, seat: Seat, command: Command) -> Result<(), Problem> {
        for _ in 0..TRIES {
            let now = self.shared.clock.now();
            let decided = self.journal.table().and_then(|table| table.decide(seat, command, now).ok());
            let events: Vec<_> = decided.into_iter().flatten().map(GameEvent::Table).collect();
            if events.is_empty() {
                return Ok(());
            }
            match self.commit(events, None, now).await {
                Ok(()) => return Ok(()),
                Err(NotKept::Overtaken) => {}
                Err(NotKept::Failed(problem)) => return Err(problem),
            }
        }
        Err(errors::busy())
    }

    /// Makes sure that the game is as the store has it, that nobody is charged for a time in which no server ran, and that
    /// no flag should have fallen. Tells the moment for which this holds.
    pub(super) async fn settle(&mut self) -> Result<Time, Problem> {
        if self.unsettled.is_some() {
            self.catch_up().await?;
        }
        for _ in 0..TRIES {
            self.get_over_outage().await?;
            let now = self.shared.clock.now();
            if self.deadline().is_none_or(|deadline| now < deadline) {
                return Ok(now);
            }
            self.check_pulse()?;
            self.put(Seat::Host, Command::Tick).await?;
        }
        Err(errors::busy())
    }

    /// The same, for somebody who has seen this number: another server may have told it.
    pub(super) async fn settle_at_least(&mut self, seen: Number) -> Result<Time, Problem> {
        if seen > self.journal.last() {
            self.catch_up().await?;
        }
        self.settle().await
    }

    /// The same for somebody who only looks, and has seen this number: where what is due cannot be written, the game is as the store
    /// has it.
    pub(super) async fn settle_to_show(&mut self, seen: Number) -> Result<Time, Problem> {
        let waits = self.unsettled.is_some_and(|retry| Instant::now() < retry);
        if !waits && let Ok(now) = self.settle_at_least(seen).await {
            return Ok(now);
        }
        // It is still to be tried again then.
        let retry = self.unsettled;
        self.catch_up().await?;
        self.unsettled = retry;
        Ok(self.shared.clock.now())
    }

    /// Something went wrong in the store: whether something was written is not known until it is read.
    pub(super) fn unsettle(&mut self, error: &StoreError) -> Problem {
        self.unsettled = Some(Instant::now() + RETRY_AFTER);
        errors::by_store(error)
    }

    /// The store may have been away, and is asked again.
    pub(super) fn wait_for_store(&mut self) -> Problem {
        self.unsettled = Some(Instant::now() + RETRY_AFTER);
        errors::away()
    }

    /// Takes in and tells what happened without this room.
    pub(super) async fn catch_up(&mut self) -> Result<(), Problem> {
        match self.shared.store.events(self.journal.id(), self.journal.last()).await {
            Ok(missed) => {
                self.unsettled = None;
                self.take_in(&missed);
                self.meet(&missed).await;
                Ok(())
            }
            Err(error) => Err(self.unsettle(&error)),
        }
    }

    /// Takes in what is in the store, and tells it.
    fn take_in(&mut self, logged: &[LoggedEvent]) {
        let was_open = self.journal.is_open();
        for logged in logged {
            self.journal.take_in(logged);
        }
        if self.journal.last() == self.told {
            return;
        }
        if !self.audience.is_empty() {
            let state = view::state(&self.journal, self.told, self.shared.clock.now());
            self.audience.tell(&Message::state(&state));
        }
        self.told = self.journal.last();
        self.shared.bells.game_changed(self.journal.id());
        if was_open {
            self.shared.lobby.changed();
        }
    }
}
