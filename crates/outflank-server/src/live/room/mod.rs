mod audience;
mod chat;
mod commit;
mod engine;
mod follow;
mod invite;
mod visits;
mod watch;

pub(super) use visits::{Reply, Request, Visitor};

use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{ByColor, Color, Square};
use outflank_table::Time;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::decide::MAX_EVENTS;
use super::engine_seat::Thinking;
use super::journal::Journal;
use super::message::Message;
use super::outage::TimedRoom;
use super::presence::Presence;
use super::progress::Progress;
use super::shared::{Busy, SharedState};
use super::{errors, new_game};
use crate::engine::EngineStopped;
use crate::limits::Bucket;
use crate::live::Answer;
use crate::store::{GameEvent, Number};
use crate::{GameId, Owner};
use audience::Audience;
use commit::CommitError;
use engine::EngineClaim;
use watch::Watched;

pub(super) const MAILBOX: usize = 64;

/// A room without subscribers closes after this time ...
const IDLE_AFTER: Duration = Duration::from_secs(60);

/// ... unless a flag may fall this soon.
const SOON: Duration = Duration::from_secs(120);

const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Attempts to commit when other servers keep writing first.
const TRIES: usize = 16;

pub(super) struct Room {
    shared: Arc<SharedState>,
    journal: Journal,
    mailbox: mpsc::Receiver<Request>,
    audience: Audience,
    presence: Presence,
    chat_limits: ByColor<Bucket>,
    progress: Arc<Progress>,
    chat_sent: Option<Number>,
    sent: Number,
    thinking: Option<Thinking>,
    claim: EngineClaim,
    /// A board on which the engine failed. It is not asked again until the room reopens.
    engine_failed_on: Option<Number>,
    retry_at: Option<Instant>,
    /// How many outages this server had found when they were last left out of this game's clocks; none in a new room.
    bridged: Option<u32>,
    timed: Option<TimedRoom>,
    removed: bool,
    last_active: Instant,
    watched: Watched,
    owner: Option<Owner>,
}

/// Opens the room of a game and runs it. A sender that comes too late finds the mailbox closed and asks the hall again.
pub(super) async fn run(
    shared: Arc<SharedState>,
    game: GameId,
    mut mailbox: mpsc::Receiver<Request>,
    progress: Arc<Progress>,
    _busy: Busy,
) {
    let refusal = match Journal::load(&*shared.store, game).await {
        Ok(Some(journal)) => return Room::new(shared, journal, mailbox, progress).run().await,
        Ok(None) => None,
        Err(error) => Some(error),
    };
    shared.room_closed(game);
    mailbox.close();
    while let Some(request) = mailbox.recv().await {
        request.refuse(refusal.as_ref().map_or_else(errors::no_such_game, errors::store));
    }
}

enum Next {
    Request(Option<Request>),
    Choice(Result<Square, EngineStopped>),
    Gone,
    Timer,
    Closing,
}

impl Room {
    fn new(
        shared: Arc<SharedState>,
        journal: Journal,
        mailbox: mpsc::Receiver<Request>,
        progress: Arc<Progress>,
    ) -> Room {
        let now = Instant::now();
        let journal = journal.with_removal(shared.removal.get().copied());
        Room {
            presence: Presence::new(journal.plan(), shared.is_store_shared, now),
            watched: Watched::at_opening(&journal, shared.clock.now(), now),
            sent: journal.last(),
            shared,
            journal,
            mailbox,
            audience: Audience::new(),
            chat_limits: ByColor::both(Bucket::full(now)),
            progress,
            chat_sent: None,
            thinking: None,
            claim: EngineClaim::default(),
            engine_failed_on: None,
            retry_at: None,
            bridged: None,
            timed: None,
            removed: false,
            last_active: now,
            owner: None,
        }
    }

    async fn run(mut self) {
        let mut closing = self.shared.closing();
        let leaving = self.audience.leaving();
        self.update().await;
        while !self.removed {
            self.report();
            let wakes_at = self.wakes_at();
            let Room { mailbox, thinking, .. } = &mut self;
            // Requests come last: only they can arrive without end. The order is fixed, so runs are reproducible.
            let next = tokio::select! {
                biased;
                _ = closing.wait_for(|&closing| closing) => Next::Closing,
                choice = chosen(thinking) => Next::Choice(choice),
                () = leaving.notified() => Next::Gone,
                () = at(wakes_at) => Next::Timer,
                request = mailbox.recv() => Next::Request(request),
            };
            let now = Instant::now();
            for color in Color::ALL.into_iter().filter(|&color| self.audience.has(color)) {
                self.presence.touch(color, now);
            }
            match next {
                Next::Request(Some(request)) => self.answer(request).await,
                Next::Choice(choice) => self.play_choice(choice).await,
                Next::Gone => {
                    self.last_active = now;
                    self.watched.touch(now);
                    self.audience.sweep();
                    self.stop_chat();
                }
                Next::Timer if self.is_idle(Instant::now()) => break,
                Next::Timer => {}
                Next::Request(None) | Next::Closing => break,
            }
            self.update().await;
        }
        if self.removed {
            self.audience.send(&Message::removed());
        }
        self.shared.room_closed(self.journal.id());
        // The senders of pending requests try again.
        self.mailbox.close();
    }

    fn wakes_at(&self) -> Option<Instant> {
        if let Some(retry) = self.retry_at {
            return Some(retry);
        }
        let deadline = self.deadline();
        let flag = deadline.map(|deadline| self.shared.clock.instant(deadline));
        let gone = Color::ALL.into_iter().filter_map(|color| self.gone_at(color)).min();
        let left = (self.audience.is_empty() && self.thinking.is_none()).then_some(self.last_active + IDLE_AFTER);
        // The flag wakes the room anyway.
        let left = left.filter(|_| !deadline.is_some_and(|deadline| self.is_soon(deadline)));
        let right = self.claim.ends_at().filter(|_| self.journal.engine_to_move().is_some());
        [flag, gone, left, right, self.unwatched_at(), self.resumes_at(), self.audience.count_due()]
            .into_iter()
            .flatten()
            .min()
    }

    fn is_idle(&self, now: Instant) -> bool {
        let awaited = self.deadline().is_some_and(|deadline| self.is_soon(deadline));
        let busy = self.thinking.is_some() || self.retry_at.is_some() || awaited;
        self.audience.is_empty() && !busy && now >= self.last_active + IDLE_AFTER
    }

    fn deadline(&self) -> Option<Time> {
        self.journal.table().and_then(|table| table.deadline())
    }

    fn is_soon(&self, deadline: Time) -> bool {
        deadline <= self.shared.clock.now().after(SOON)
    }

    fn gone_at(&self, color: Color) -> Option<Instant> {
        let is_missed = self.counts(color) && self.journal.last() < MAX_EVENTS && !self.audience.has(color);
        self.presence.gone_at(color).filter(|_| is_missed)
    }

    async fn update(&mut self) {
        let now = Instant::now();
        if self.retry_at.is_some_and(|retry| now < retry) {
            return;
        }
        // A failure has set the time to retry.
        if self.update_game(now).await.is_ok() {
            drop(self.run_engine(now).await);
        }
        if self.audience.count_due().is_some_and(|due| due <= now) {
            self.audience.send_count(now);
        }
    }

    async fn update_game(&mut self, now: Instant) -> Answer<()> {
        self.settle().await?;
        self.update_presence(now).await?;
        self.follow_watchers(now).await?;
        self.create_rematch().await
    }

    async fn create_rematch(&mut self) -> Answer<()> {
        for _ in 0..TRIES {
            if !self.journal.owes_rematch() {
                return Ok(());
            }
            let id = self.journal.id();
            let now = self.shared.clock.now();
            let created = async {
                let holders = self.shared.store.holders(id).await?;
                // Only the engine's time is shared by owner.
                let owner = match self.journal.plan().engines() {
                    0 => None,
                    _ => self.shared.store.owner(id).await?,
                };
                let next = new_game::rematch(&self.journal, owner, &holders, now, &mut self.shared.random());
                self.shared.store.create(next).await
            };
            created.await.map_err(|error| self.store_failed(&error))?;
            match self.commit(vec![GameEvent::Continued { game: id.rematch() }], None, now).await {
                Ok(()) => self.shared.wake(id.rematch()),
                Err(CommitError::Conflict) => {}
                Err(CommitError::Store(problem)) => return Err(problem),
            }
        }
        Ok(())
    }
}

async fn chosen(thinking: &mut Option<Thinking>) -> Result<Square, EngineStopped> {
    match thinking {
        Some(thinking) => thinking.choice.as_mut().await,
        None => std::future::pending().await,
    }
}

pub(super) async fn at(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
