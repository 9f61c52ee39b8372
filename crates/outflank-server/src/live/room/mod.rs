//! A room: the task that owns a game, so that one thing happens at a time in it.
//!
//! - [`Room`]: the loop, and when the room looks after itself.
//! - `commit`: the way into the store, and back from it after a failure.
//! - `visits`: what is answered to those who ask. `chat`: what the players say.
//! - `follow`: what other servers did. `engine`: which of them lets the engine think, and what it chooses.
//! - `audience`: those who look on. `request`: what can be asked.

mod audience;
mod chat;
mod commit;
mod engine;
mod follow;
mod request;
mod visits;

pub(super) use request::{Reply, Request, Visitor};

use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{ByColor, Color, Square};
use outflank_table::Time;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::engine_seat::Thinking;
use super::journal::Journal;
use super::judge::MAX_EVENTS;
use super::presence::Presence;
use super::progress::Progress;
use super::shared::{Busy, SharedState};
use super::{errors, rematch};
use crate::GameId;
use crate::engine::EngineStopped;
use crate::limits::Bucket;
use crate::store::{GameEvent, Number};
use crate::wire::Problem;
use audience::Audience;
use commit::NotKept;
use engine::Right;

/// How many requests wait at a room before those who ask have to wait.
pub(super) const MAILBOX: usize = 64;

/// A room is left after so long without anybody ...
const LEFT_AFTER: Duration = Duration::from_secs(60);

/// ... unless a flag may fall within this time.
const SOON: Duration = Duration::from_secs(120);

/// After a failure of the store it is asked again after this time.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How often something is judged anew because another server was faster.
const TRIES: usize = 16;

/// A game that is played or watched now.
pub(super) struct Room {
    shared: Arc<SharedState>,
    journal: Journal,
    mailbox: mpsc::Receiver<Request>,
    audience: Audience,
    presence: Presence,
    /// The chat lines that each player may send through this server.
    chat_limits: ByColor<Bucket>,
    /// What the shared sees of the room.
    progress: Arc<Progress>,
    /// The last line of chat that the players who listen were told; none if none listens.
    heard: Option<Number>,
    /// The number of the last event that the audience knows.
    told: Number,
    thinking: Option<Thinking>,
    /// Whether this server lets the engine think.
    right: Right,
    /// The board on which the engine has no answer. It is not asked again before the room is opened anew.
    stuck: Option<Number>,
    /// The store failed: the log is read again before anything is done, at this time by itself.
    unsettled: Option<Instant>,
    /// The number of the last outage that the game has got over.
    bridged: u32,
    /// When somebody last asked for something, or went away.
    asked: Instant,
}

/// Opens a room for a game and lives in it. Nobody is lost: who asks too late finds the mailbox closed and asks the hall again.
pub(super) async fn live(
    shared: Arc<SharedState>,
    game: GameId,
    mut mailbox: mpsc::Receiver<Request>,
    progress: Arc<Progress>,
    _busy: Busy,
) {
    // An outage that is found while the game is read is got over once more, which is nothing.
    let bridged = shared.monitor.last_bridged();
    let refusal = match Journal::load(&*shared.store, game).await {
        Ok(Some(journal)) => return Room::new(shared, journal, mailbox, progress, bridged).live().await,
        Ok(None) => None,
        Err(error) => Some(error),
    };
    shared.leave(game);
    mailbox.close();
    while let Some(request) = mailbox.recv().await {
        request.refuse(refusal.as_ref().map_or_else(errors::no_such_game, errors::by_store));
    }
}

/// What a room waits for.
enum Next {
    Request(Option<Request>),
    Choice(Result<Square, EngineStopped>),
    /// Somebody in the audience has gone.
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
        bridged: u32,
    ) -> Room {
        let now = Instant::now();
        Room {
            presence: Presence::new(journal.plan(), shared.is_store_shared, now),
            told: journal.last(),
            shared,
            journal,
            mailbox,
            audience: Audience::new(),
            chat_limits: ByColor::both(Bucket::full(now)),
            progress,
            heard: None,
            thinking: None,
            right: Right::default(),
            stuck: None,
            unsettled: None,
            bridged,
            asked: now,
        }
    }

    async fn live(mut self) {
        let mut closing = self.shared.closing();
        let leaving = self.audience.leaving();
        self.look_after().await;
        loop {
            self.report();
            let wakes_at = self.wakes_at();
            let Room { mailbox, thinking, .. } = &mut self;
            // Requests come last: they are the only thing that others can send without end. The order is fixed, so that what
            // happens follows from what is sent and when.
            let next = tokio::select! {
                biased;
                _ = closing.wait_for(|&closing| closing) => Next::Closing,
                choice = chosen(thinking) => Next::Choice(choice),
                () = leaving.notified() => Next::Gone,
                () = at(wakes_at) => Next::Timer,
                request = mailbox.recv() => Next::Request(request),
            };
            // Who listens was there until now.
            let now = Instant::now();
            for color in Color::ALL.into_iter().filter(|&color| self.audience.has(color)) {
                self.presence.touch(color, now);
            }
            match next {
                Next::Request(Some(request)) => self.answer(request).await,
                Next::Choice(choice) => self.play_choice(choice).await,
                Next::Gone => {
                    self.asked = now;
                    self.audience.sweep();
                    self.stop_hearing();
                }
                Next::Timer if self.is_left(Instant::now()) => break,
                Next::Timer => {}
                Next::Request(None) | Next::Closing => break,
            }
            self.look_after().await;
        }
        self.shared.leave(self.journal.id());
        // What still waits is put again by who sent it.
        self.mailbox.close();
    }

    /// When something is to be done although nobody asks.
    fn wakes_at(&self) -> Option<Instant> {
        if let Some(retry) = self.unsettled {
            return Some(retry);
        }
        let deadline = self.deadline();
        let flag = deadline.map(|deadline| self.shared.clock.instant(deadline));
        let gone = Color::ALL.into_iter().filter_map(|color| self.gone_at(color)).min();
        let left = (self.audience.is_empty() && self.thinking.is_none()).then_some(self.asked + LEFT_AFTER);
        // A room that waits for a flag is woken by it, and need not be asked before whether it is left.
        let left = left.filter(|_| !deadline.is_some_and(|deadline| self.is_soon(deadline)));
        let right = self.right.ends_at().filter(|_| self.journal.engine_to_move().is_some());
        [flag, gone, left, right, self.audience.count_due()].into_iter().flatten().min()
    }

    /// Whether nobody needs the room any more.
    fn is_left(&self, now: Instant) -> bool {
        let awaited = self.deadline().is_some_and(|deadline| self.is_soon(deadline));
        let busy = self.thinking.is_some() || self.unsettled.is_some() || awaited;
        self.audience.is_empty() && !busy && now >= self.asked + LEFT_AFTER
    }

    fn deadline(&self) -> Option<Time> {
        self.journal.table().and_then(|table| table.deadline())
    }

    fn is_soon(&self, deadline: Time) -> bool {
        deadline <= self.shared.clock.now().after(SOON)
    }

    /// When a player who is there will be gone.
    fn gone_at(&self, color: Color) -> Option<Instant> {
        let is_missed = self.counts(color) && self.journal.last() < MAX_EVENTS && !self.audience.has(color);
        self.presence.gone_at(color).filter(|_| is_missed)
    }

    /// Does what is to be done although nobody asks for it.
    async fn look_after(&mut self) {
        let now = Instant::now();
        if self.unsettled.is_some_and(|retry| now < retry) {
            return;
        }
        // What fails here has set a time to try again.
        if self.look_after_game(now).await.is_ok() {
            drop(self.ask_engine(now).await);
        }
        if self.audience.count_due().is_some_and(|due| due <= now) {
            self.audience.tell_count(now);
        }
    }

    async fn look_after_game(&mut self, now: Instant) -> Result<(), Problem> {
        self.settle().await?;
        self.look_after_players(now).await?;
        self.continue_game().await
    }

    /// Makes the rematch that the players agreed on. It may be there already, if a server stopped just after it made it.
    async fn continue_game(&mut self) -> Result<(), Problem> {
        for _ in 0..TRIES {
            if !self.journal.owes_rematch() {
                return Ok(());
            }
            let id = self.journal.id();
            let now = self.shared.clock.now();
            let holders = self.shared.store.holders(id).await;
            let created = match holders {
                Ok(holders) => {
                    let next = rematch::next_game(&self.journal, &holders, now, &mut self.shared.random());
                    self.shared.store.create(next).await
                }
                Err(error) => Err(error),
            };
            if let Err(error) = created {
                return Err(self.unsettle(&error));
            }
            match self.commit(vec![GameEvent::Continued { game: id.rematch() }], None, now).await {
                Ok(()) => self.shared.wake(id.rematch()),
                Err(NotKept::Overtaken) => {}
                Err(NotKept::Failed(problem)) => return Err(problem),
            }
        }
        Ok(())
    }
}

/// What the engine chooses; never, if nothing is thought about.
async fn chosen(thinking: &mut Option<Thinking>) -> Result<Square, EngineStopped> {
    match thinking {
        Some(thinking) => thinking.choice.as_mut().await,
        None => std::future::pending().await,
    }
}

/// When it is that time; never, if there is none.
pub(super) async fn at(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
