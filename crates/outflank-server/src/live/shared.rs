//! What all rooms share, and which of them are open.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_players::Random;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::engine_seat::Chooser;
use super::errors;
use super::lists::{Bells, Lobby};
use super::outage::StoreMonitor;
use super::progress::Progress;
use super::room::{self, MAILBOX, Request};
use super::seat_cache::SeatCache;
use crate::store::{self, Player, Seats, Store};
use crate::wire::Problem;
use crate::{Clock, GameId, SecretHash, ServerId};

/// How many games can have a room.
const MOST_ROOMS: usize = 100_000;

/// How often a room is woken that was just being left.
const WAKES: usize = 2;

/// What all rooms share.
pub(super) struct SharedState {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Clock,
    pub(super) chooser: Arc<dyn Chooser>,
    /// Who this server is to the others.
    pub(super) node: ServerId,
    /// Whether there can be others.
    pub(super) is_store_shared: bool,
    /// Whether the store is there.
    pub(super) monitor: StoreMonitor,
    /// What everybody who looks on has a copy of.
    pub(super) looking_on: Arc<()>,
    /// The list of open games.
    pub(super) lobby: Lobby,
    /// Streams of own games, by secret.
    pub(super) bells: Arc<Bells>,
    rooms: Mutex<Rooms>,
    closing: watch::Sender<bool>,
    /// Ends when nobody is busy any more.
    ended: tokio::sync::Mutex<mpsc::Receiver<Infallible>>,
}

struct Rooms {
    open: HashMap<GameId, Door>,
    /// What everybody who is busy has a copy of; none once the hall closes.
    busy: Option<Busy>,
}

/// The way into a room.
#[derive(Clone)]
pub(super) struct Door {
    /// Where to ask.
    pub(super) mailbox: mpsc::Sender<Request>,
    /// Who has come in before.
    pub(super) known: Arc<SeatCache>,
    /// How far the room is.
    progress: Arc<Progress>,
}

/// As long as somebody has it, the hall waits before it is closed.
#[derive(Clone)]
pub(super) struct Busy(#[expect(dead_code, reason = "it is there to be dropped")] mpsc::Sender<Infallible>);

impl SharedState {
    /// Without rooms. Other servers may use the store too.
    pub(super) fn new(
        store: Arc<dyn Store>,
        is_store_shared: bool,
        clock: Clock,
        chooser: Arc<dyn Chooser>,
        node: ServerId,
    ) -> SharedState {
        let (busy, ended) = mpsc::channel(1);
        SharedState {
            store,
            clock,
            chooser,
            node,
            is_store_shared,
            monitor: StoreMonitor::default(),
            looking_on: Arc::new(()),
            lobby: Lobby::new(),
            bells: Arc::default(),
            rooms: Mutex::new(Rooms { open: HashMap::new(), busy: Some(Busy(busy)) }),
            closing: watch::Sender::new(false),
            ended: tokio::sync::Mutex::new(ended),
        }
    }

    /// How many rooms are open.
    pub(super) fn rooms_open(&self) -> usize {
        self.rooms().open.len()
    }

    /// Numbers for what is left to chance.
    pub(super) fn random(&self) -> Random {
        // A game is fair if nobody can tell its colours and its opening before.
        Random::new(getrandom::u64().expect("the system has random numbers"))
    }

    /// Says when the hall closes.
    pub(super) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Lets something be done before the hall closes; refused if it closes already.
    pub(super) fn accept(&self) -> Result<Busy, Problem> {
        self.rooms().busy.clone().ok_or_else(errors::stopping)
    }

    /// Lets the room of a game look after it.
    pub(super) fn wake(self: &Arc<SharedState>, game: GameId) {
        for _ in 0..WAKES {
            let Ok(door) = self.door(game) else { return };
            match door.mailbox.try_send(Request::Look) {
                // A room with a full mailbox is awake.
                Ok(()) | Err(TrySendError::Full(_)) => return,
                Err(TrySendError::Closed(_)) => self.forget(game, &door),
            }
        }
    }

    /// Lets every room that is open look after its game.
    pub(super) fn wake_open(&self) {
        for door in self.rooms().open.values() {
            // A room with a full mailbox is awake, and one that is being left has nothing to look after.
            drop(door.mailbox.try_send(Request::Look));
        }
    }

    /// Somebody has changed a game. If it has a room that does not know of it yet, it is told.
    pub(super) fn tell(&self, news: store::GameVersion) {
        if let Some(door) = self.rooms().open.get(&news.game)
            && door.progress.report().is_none_or(|report| report.is_behind(news))
        {
            // What does not find place here is found when the store is asked again.
            drop(door.mailbox.try_send(Request::Follow(news)));
        }
    }

    /// What the open rooms know of their games.
    pub(super) fn known(&self) -> Vec<store::GameVersion> {
        let rooms = self.rooms();
        rooms.open.iter().filter_map(|(&game, door)| Some(door.progress.report()?.known(game))).collect()
    }

    /// The players of whom another server may want to know that they are here.
    pub(super) fn sought(&self, now: Instant) -> Vec<Player> {
        let mut sought = Vec::new();
        for (&game, door) in &self.rooms().open {
            let colors = door.progress.report().into_iter().flat_map(|report| report.sought(now));
            sought.extend(colors.map(|color| Player { game, color }));
        }
        sought
    }

    /// Open games of which somebody who holds a seat listens here.
    pub(super) fn attended_offers(&self) -> Vec<GameId> {
        let rooms = self.rooms();
        let attended = |door: &Door| door.progress.report().is_some_and(|report| report.is_attended_offer());
        rooms.open.iter().filter(|(_, door)| attended(door)).map(|(&game, _)| game).collect()
    }

    /// The room of a game is not there any more.
    pub(super) fn leave(&self, game: GameId) {
        self.rooms().open.remove(&game);
    }

    /// The way into the room of a game. If there is none, it is opened, and finds out by itself whether the game exists: of many
    /// who ask at once, one opens it.
    pub(super) fn door(self: &Arc<SharedState>, game: GameId) -> Result<Door, Problem> {
        let mut rooms = self.rooms();
        let busy = rooms.busy.clone().ok_or_else(errors::stopping)?;
        if let Some(door) = rooms.open.get(&game) {
            return Ok(door.clone());
        }
        if rooms.open.len() >= MOST_ROOMS {
            return Err(errors::busy());
        }
        let (mailbox, requests) = mpsc::channel(MAILBOX);
        let door = Door { mailbox, known: Arc::default(), progress: Arc::default() };
        rooms.open.insert(game, door.clone());
        tokio::spawn(room::live(self.clone(), game, requests, door.progress.clone(), busy));
        Ok(door)
    }

    /// Makes somebody known at the door of a room, if it is open.
    pub(super) fn introduce(&self, game: GameId, who: SecretHash, seats: Seats) {
        if let Some(door) = self.rooms().open.get(&game) {
            door.known.meet(who, seats);
        }
    }

    /// Forgets a room that ended without leaving.
    pub(super) fn forget(&self, game: GameId, door: &Door) {
        let mut rooms = self.rooms();
        if rooms.open.get(&game).is_some_and(|open| open.mailbox.same_channel(&door.mailbox)) {
            rooms.open.remove(&game);
        }
    }

    /// Accepts nothing more, and waits for everybody who is busy.
    pub(super) async fn close(&self) {
        drop(self.rooms().busy.take());
        self.closing.send_replace(true);
        let None = self.ended.lock().await.recv().await;
        if let Err(error) = self.store.note_alive(self.clock.now()).await {
            tracing::error!(%error, "it could not be noted when the server stopped");
        }
    }

    /// Nothing panics while it holds the lock.
    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
